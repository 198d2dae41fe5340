"""Where credentials and endpoints of object stores come from: the environment and files of tools.

Nothing here is printed. Without credentials, requests are anonymous, as for public buckets.
"""

import configparser
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from scopeboard.errors import SettingsError

_VENDOR: Final = Path("/sys/class/dmi/id/sys_vendor")
"""Linux: who made the machine. Asking for credentials elsewhere would wait for a timeout."""

_KEYS: Final = ("access_key_id", "secret_access_key", "session_token")
_FALSE: Final = {"0", "false", "no", "off"}
_BY_BOTO: Final = ("role_arn", "sso_session", "sso_start_url", "credential_process")
_GOOGLE: Final = ("APPLICATION_CREDENTIALS", "SERVICE_ACCOUNT", "SERVICE_ACCOUNT_KEY")
_AZURE: Final = ("CLIENT_ID", "FEDERATED_TOKEN_FILE", "USE_AZURE_CLI")
_DEFAULT_REGION: Final = "us-east-1"


@dataclass(slots=True)
class StoreOptions:
    """The keywords of a store of obstore, and the options of its HTTP client."""

    store: dict[str, Any] = field(default_factory=dict, repr=False)
    client: dict[str, Any] = field(default_factory=dict)


def s3_options(environment: Mapping[str, str]) -> StoreOptions:
    """Return the options of S3.

    They come from `AWS_*`, from the profile in `~/.aws`, and from TensorBoard's `S3_ENDPOINT`,
    `S3_REGION`, `S3_USE_HTTPS` and `S3_VERIFY_SSL`, in this order.

    Raises:
        SettingsError: the profile that is named does not exist, or needs boto3.
    """
    profile = _profile(environment)
    options = StoreOptions()
    endpoint = (
        environment.get("AWS_ENDPOINT_URL_S3")
        or environment.get("AWS_ENDPOINT_URL")
        or profile.get("endpoint_url")
        or _tensorboard_endpoint(environment)
    )
    if endpoint:
        options.store["endpoint"] = endpoint
        options.client["allow_http"] = endpoint.startswith("http://")
    options.store["region"] = (
        environment.get("AWS_REGION")
        or environment.get("AWS_DEFAULT_REGION")
        or profile.get("region")
        or environment.get("S3_REGION")
        or _DEFAULT_REGION
    )
    if environment.get("S3_VERIFY_SSL", "").lower() in _FALSE:
        options.client["allow_invalid_certificates"] = True
    from_environment = {key: environment.get(f"AWS_{key.upper()}") for key in _KEYS}
    from_profile = {key: profile.get(f"aws_{key}") for key in _KEYS}
    uses_profile = "AWS_PROFILE" in environment or not from_environment["access_key_id"]
    keys = from_profile if uses_profile and from_profile["access_key_id"] else from_environment
    if keys["access_key_id"]:
        options.store.update({key: value for key, value in keys.items() if value})
    elif any(name in profile for name in _BY_BOTO):
        options.store["credential_provider"] = _boto_provider(environment)
    elif not _has_role(environment):
        options.store["skip_signature"] = True
    return options


def google_options(environment: Mapping[str, str]) -> StoreOptions:
    """Return the options of Google Cloud Storage; obstore reads `GOOGLE_APPLICATION_CREDENTIALS`.

    So does it the file that `gcloud auth application-default login` writes. An emulator is named by
    `STORAGE_EMULATOR_HOST`, as in Google's own libraries.
    """
    options = StoreOptions()
    home = Path(environment.get("CLOUDSDK_CONFIG", "~/.config/gcloud")).expanduser()
    has_file = (home / "application_default_credentials.json").is_file()
    is_named = any(environment.get(f"GOOGLE_{name}") for name in _GOOGLE)
    if not (is_named or has_file or _is_made_by("Google")):
        options.store["skip_signature"] = True
    if emulator := environment.get("STORAGE_EMULATOR_HOST"):
        url = emulator if "://" in emulator else f"http://{emulator}"
        options.store["base_url"] = url
        options.client["allow_http"] = url.startswith("http://")
    return options


def azure_options(environment: Mapping[str, str], account: str) -> StoreOptions:
    """Return the options of Azure, from `AZURE_STORAGE_*` and `AZURE_*`.

    Args:
        environment: the environment.
        account: the account of the address, empty if it has none.

    Raises:
        SettingsError: there is no account.
    """
    options = StoreOptions()
    parts = _connection_string(environment.get("AZURE_STORAGE_CONNECTION_STRING", ""))
    name = (
        account
        or environment.get("AZURE_STORAGE_ACCOUNT_NAME")
        or environment.get("AZURE_STORAGE_ACCOUNT")
        or parts.get("AccountName")
    )
    if not name:
        raise SettingsError(
            "The account of an az:// address is unknown: set AZURE_STORAGE_ACCOUNT_NAME, or write "
            "abfss://CONTAINER@ACCOUNT.dfs.core.windows.net/PATH."
        )
    options.store["account_name"] = name
    key = (
        environment.get("AZURE_STORAGE_ACCOUNT_KEY")
        or environment.get("AZURE_STORAGE_KEY")
        or parts.get("AccountKey")
    )
    token = environment.get("AZURE_STORAGE_SAS_TOKEN") or parts.get("SharedAccessSignature")
    if key:
        options.store["account_key"] = key
    elif token:
        options.store["sas_key"] = token
    elif not any(environment.get(f"AZURE_{name}") for name in _AZURE):
        options.store["skip_signature"] = True
    endpoint = environment.get("AZURE_STORAGE_ENDPOINT") or parts.get("BlobEndpoint")
    if endpoint:
        options.store["endpoint"] = endpoint
        options.client["allow_http"] = endpoint.startswith("http://")
    return options


def _tensorboard_endpoint(environment: Mapping[str, str]) -> str | None:
    host = environment.get("S3_ENDPOINT")
    if not host or "://" in host:
        return host
    is_plain = environment.get("S3_USE_HTTPS", "").lower() in _FALSE
    return f"{'http' if is_plain else 'https'}://{host}"


def _profile(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the settings of the profile in use, those of the file of credentials first.

    Raises:
        SettingsError: a profile is named that is in neither file.
    """
    named = environment.get("AWS_PROFILE") or environment.get("AWS_DEFAULT_PROFILE")
    name = named or "default"
    config = environment.get("AWS_CONFIG_FILE") or "~/.aws/config"
    credentials = environment.get("AWS_SHARED_CREDENTIALS_FILE") or "~/.aws/credentials"
    found: dict[str, str] = {}
    is_known = False
    for file, section in (
        (config, name if name == "default" else f"profile {name}"),
        (credentials, name),
    ):
        parser = configparser.RawConfigParser()
        try:
            parser.read(Path(file).expanduser(), "utf-8")
        except (configparser.Error, UnicodeDecodeError) as error:
            raise SettingsError(f"{file} cannot be read as a file of AWS profiles.") from error
        if parser.has_section(section):
            is_known = True
            found.update(parser.items(section))
    if named and not is_known:
        raise SettingsError(f"AWS_PROFILE names the profile {named}, which ~/.aws does not have.")
    return found


def _boto_provider(environment: Mapping[str, str]) -> object:
    """Return what gets credentials of a profile with a role, a login or a program.

    Raises:
        SettingsError: boto3 is not installed, or has none for the profile.
    """
    try:
        import boto3  # noqa: PLC0415 - for such profiles alone
        from botocore.exceptions import BotoCoreError  # noqa: PLC0415 - likewise
        from obstore.auth.boto3 import Boto3CredentialProvider  # noqa: PLC0415 - likewise
    except ImportError as error:
        raise SettingsError(
            "The AWS profile in use takes credentials from a role, a login or a program, which "
            "needs boto3: pip install boto3."
        ) from error
    try:
        return Boto3CredentialProvider(boto3.Session(profile_name=environment.get("AWS_PROFILE")))
    except (BotoCoreError, ValueError) as error:
        raise SettingsError(f"The AWS profile in use has no credentials: {error}") from error


def _has_role(environment: Mapping[str, str]) -> bool:
    """Return whether this machine, or its container, has a role whose credentials obstore gets."""
    names = (
        "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
        "AWS_CONTAINER_CREDENTIALS_FULL_URI",
        "AWS_WEB_IDENTITY_TOKEN_FILE",
    )
    if any(environment.get(name) for name in names):
        return True
    is_off = environment.get("AWS_EC2_METADATA_DISABLED", "").lower() == "true"
    return not is_off and _is_made_by("Amazon EC2")


def _is_made_by(vendor: str) -> bool:
    try:
        return _VENDOR.read_text("utf-8", "replace").startswith(vendor)
    except OSError:
        return False


def _connection_string(text: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in text.split(";") if part)
    return {name: value for name, _, value in pairs}
