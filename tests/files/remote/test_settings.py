"""Credentials and endpoints come from where the tools of each store look for them."""

import sys
from pathlib import Path
from typing import Any

import pytest

from scopeboard.errors import SettingsError
from scopeboard.files.remote import settings
from scopeboard.files.remote.settings import azure_options, google_options, s3_options

CONFIG = """
[default]
region = eu-west-1
[profile lab]
region = eu-north-1
endpoint_url = https://lab.example
[profile role]
role_arn = arn:aws:iam::1:role/reader
source_profile = lab
[profile odd]
role_arn = arn:aws:iam::1:role/reader
"""
CREDENTIALS = """
[default]
aws_access_key_id = default-id
aws_secret_access_key = default-secret
[lab]
aws_access_key_id = lab-id
aws_secret_access_key = lab-secret
aws_session_token = lab-token
"""


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Return an environment that leads to files of AWS, as those in `~/.aws`."""
    (tmp_path / "config").write_text(CONFIG, "utf-8")
    (tmp_path / "credentials").write_text(CREDENTIALS, "utf-8")
    return {
        "AWS_CONFIG_FILE": str(tmp_path / "config"),
        "AWS_SHARED_CREDENTIALS_FILE": str(tmp_path / "credentials"),
    }


@pytest.fixture(autouse=True)
def _no_cloud(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(settings, "_VENDOR", tmp_path / "vendor")


@pytest.mark.parametrize(
    ("environment", "store"),
    [
        ({}, {"region": "eu-west-1", "access_key_id": "default-id"}),
        (
            {"AWS_PROFILE": "lab"},
            {
                "region": "eu-north-1",
                "endpoint": "https://lab.example",
                "access_key_id": "lab-id",
                "session_token": "lab-token",
            },
        ),
        (
            {
                "AWS_ACCESS_KEY_ID": "own-id",
                "AWS_SECRET_ACCESS_KEY": "own-secret",
                "AWS_REGION": "us-west-2",
                "AWS_ENDPOINT_URL": "http://127.0.0.1:9000",
            },
            {
                "region": "us-west-2",
                "endpoint": "http://127.0.0.1:9000",
                "access_key_id": "own-id",
            },
        ),
        (
            {"S3_ENDPOINT": "minio:9000", "S3_USE_HTTPS": "0", "S3_VERIFY_SSL": "0"},
            {
                "region": "eu-west-1",
                "endpoint": "http://minio:9000",
                "access_key_id": "default-id",
            },
        ),
        (
            {"S3_ENDPOINT": "minio"},
            {"region": "eu-west-1", "endpoint": "https://minio", "access_key_id": "default-id"},
        ),
    ],
)
def test_s3(files: dict[str, str], environment: dict[str, str], store: dict[str, str]) -> None:
    found = s3_options({**files, **environment})
    secret = store["access_key_id"].replace("-id", "-secret")
    assert found.store == {**store, "secret_access_key": secret}
    assert found.client.get("allow_http", False) == store.get("endpoint", "").startswith("http:")
    assert found.client.get("allow_invalid_certificates", False) == ("S3_VERIFY_SSL" in environment)
    assert "secret" not in repr(found)


def test_without_credentials_requests_to_s3_are_anonymous(tmp_path: Path) -> None:
    none = str(tmp_path / "none")
    environment = {"AWS_CONFIG_FILE": none, "AWS_SHARED_CREDENTIALS_FILE": none}
    assert s3_options(environment).store == {"region": "us-east-1", "skip_signature": True}
    container = {"AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2/credentials"}
    assert s3_options({**environment, **container}).store == {"region": "us-east-1"}
    (tmp_path / "vendor").write_text("Amazon EC2\n", "utf-8")
    assert s3_options(environment).store == {"region": "us-east-1"}


def test_a_profile_that_is_missing_or_cannot_be_read_is_told(
    files: dict[str, str], tmp_path: Path
) -> None:
    with pytest.raises(SettingsError, match="names the profile gone"):
        s3_options({**files, "AWS_PROFILE": "gone"})
    (tmp_path / "config").write_text("no section", "utf-8")
    with pytest.raises(SettingsError, match="cannot be read as a file of AWS profiles"):
        s3_options(files)


def test_a_profile_with_a_role_takes_its_credentials_by_boto3(
    files: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in files.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("AWS_PROFILE", "role")
    found = s3_options({**files, "AWS_PROFILE": "role"})
    assert type(found.store["credential_provider"]).__name__ == "Boto3CredentialProvider"
    monkeypatch.setenv("AWS_PROFILE", "odd")
    with pytest.raises(SettingsError, match="has no credentials: Partial credentials"):
        s3_options({**files, "AWS_PROFILE": "odd"})
    monkeypatch.setitem(sys.modules, "boto3", None)
    with pytest.raises(SettingsError, match="pip install boto3"):
        s3_options({**files, "AWS_PROFILE": "role"})


@pytest.mark.parametrize(
    ("environment", "store"),
    [
        ({}, {"skip_signature": True}),
        ({"GOOGLE_APPLICATION_CREDENTIALS": "/key.json"}, {}),
        (
            {"STORAGE_EMULATOR_HOST": "localhost:4443"},
            {"skip_signature": True, "base_url": "http://localhost:4443"},
        ),
    ],
)
def test_google(environment: dict[str, str], store: dict[str, Any], tmp_path: Path) -> None:
    assert google_options({"CLOUDSDK_CONFIG": str(tmp_path), **environment}).store == store


def test_a_login_of_google_is_used(tmp_path: Path) -> None:
    (tmp_path / "application_default_credentials.json").write_text("{}", "utf-8")
    assert google_options({"CLOUDSDK_CONFIG": str(tmp_path)}).store == {}


@pytest.mark.parametrize(
    ("environment", "account", "store"),
    [
        ({}, "lab", {"account_name": "lab", "skip_signature": True}),
        (
            {"AZURE_STORAGE_ACCOUNT_NAME": "a", "AZURE_STORAGE_ACCOUNT_KEY": "k"},
            "",
            {"account_name": "a", "account_key": "k"},
        ),
        (
            {"AZURE_STORAGE_ACCOUNT": "a", "AZURE_STORAGE_SAS_TOKEN": "sig=1"},
            "",
            {"account_name": "a", "sas_key": "sig=1"},
        ),
        (
            {
                "AZURE_STORAGE_CONNECTION_STRING": "AccountName=a;AccountKey=k==;"
                "BlobEndpoint=http://127.0.0.1:10000/a"
            },
            "",
            {"account_name": "a", "account_key": "k==", "endpoint": "http://127.0.0.1:10000/a"},
        ),
        (
            {"AZURE_STORAGE_ACCOUNT": "a", "AZURE_CLIENT_ID": "c"},
            "",
            {"account_name": "a"},
        ),
    ],
)
def test_azure(environment: dict[str, str], account: str, store: dict[str, Any]) -> None:
    assert azure_options(environment, account).store == store


def test_azure_needs_an_account() -> None:
    with pytest.raises(SettingsError, match="set AZURE_STORAGE_ACCOUNT_NAME"):
        azure_options({}, "")
