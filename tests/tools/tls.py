"""A certificate authority of a test, and a proxy with TLS whose certificate it has issued."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

HOST = "127.0.0.1"
_PIECE = 1 << 16


class Authority:
    """A certificate authority, and a server's certificate of it for `HOST`.

    Attributes:
        certificate: the file with the certificate of the authority.
        server: the file with the certificate and the key of the server.
    """

    def __init__(self, folder: Path) -> None:
        key, server_key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
        issuer = _name("Authority of a test")
        own = (
            _builder(issuer, issuer, key)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .sign(key, SHA256())
        )
        of_server = (
            _builder(_name(HOST), issuer, server_key)
            .add_extension(
                x509.SubjectAlternativeName([x509.IPAddress(ip_address(HOST))]), critical=False
            )
            .sign(key, SHA256())
        )
        self.certificate, self.server = folder / "authority.pem", folder / "server.pem"
        self.certificate.write_bytes(own.public_bytes(Encoding.PEM))
        private = server_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        self.server.write_bytes(of_server.public_bytes(Encoding.PEM) + private)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
    )


@contextmanager
def with_tls(port: int, authority: Authority) -> Iterator[str]:
    """Put TLS before a server on this machine; yield the address."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority.server)
    threads: list[threading.Thread] = []

    def accept() -> None:
        with suppress(OSError):  # the listener is shut
            while True:
                connection, _ = listener.accept()
                threads.append(threading.Thread(target=serve, args=(connection,)))
                threads[-1].start()

    def serve(connection: socket.socket) -> None:
        # A client that does not trust the certificate leaves before the end of the handshake.
        with suppress(OSError), context.wrap_socket(connection, server_side=True) as client:
            _exchange(client, port)

    with socket.create_server((HOST, 0)) as listener:
        accepting = threading.Thread(target=accept)
        accepting.start()
        try:
            yield f"https://{HOST}:{listener.getsockname()[1]}"
        finally:
            with suppress(OSError):  # macOS refuses it of a listener
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
            for thread in [accepting, *threads]:
                thread.join()


def _exchange(client: socket.socket, port: int) -> None:
    """Pass bytes on in both directions until either end closes."""
    with socket.create_connection((HOST, port)) as upstream:
        back = threading.Thread(target=_copy, args=(upstream, client))
        back.start()
        _copy(client, upstream)
        back.join()


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(_PIECE):
            target.sendall(piece)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)
