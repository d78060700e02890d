"""Device client of a Trellis portal: calls, and offline verification of leases and .lic files.

Needs Python 3.9. Verifies signatures with the package `cryptography` if it is installed, otherwise with the program
`openssl` (3.0 or newer). The protocol: docs/device-protocol.md.
"""

import base64
import json
import os
import random
import re
import subprocess
import tempfile
import time
import unicodedata
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone

TOLERANCE = timedelta(minutes=10)
LEASE_TYPE = "trellis-lease+jwt"
LICENSE_TYPE = "trellis-license+jwt"


class PortalRefusal(Exception):
    """The portal refused the call. `code` is DV404, DV409, DV410, DV423, DV426, DV428, DV430, RQ404, RQ422 or RQ429.
    `info` of DV430: `{"reason": "not_allowed", "none_left" or "suspended", "nextReleaseDate"}`."""

    def __init__(self, code, status, detail, retry_after=None, info=None):
        super().__init__(detail)
        self.code, self.status, self.retry_after, self.info = code, status, retry_after, info


class PortalUnreachable(Exception):
    """No answer of the portal after all tries. Go on with the stored lease."""


# --- Signatures -----------------------------------------------------------------------------------


def _verify_with_cryptography(public, signature, signed):
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, signed)
        return True
    except (InvalidSignature, ValueError):
        return False


def _verify_with_openssl(public, signature, signed):
    if len(public) != 32 or len(signature) != 64:
        return False
    # SubjectPublicKeyInfo of an Ed25519 key (RFC 8410).
    der = bytes.fromhex("302a300506032b6570032100") + public
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("key.der", "signature", "signed")]
        for path, content in zip(paths, (der, signature, signed)):
            with open(path, "wb") as file:
                file.write(content)
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", paths[0], "-rawin"]
        done = subprocess.run([*command, "-sigfile", paths[1], "-in", paths[2]], capture_output=True, check=False)
    return done.returncode == 0


def _chosen_verification():
    try:
        import cryptography  # noqa: F401

        return _verify_with_cryptography
    except ImportError:
        return _verify_with_openssl


#: `(public key, signature, signed bytes) -> bool`; may be replaced.
verify_signature = _chosen_verification()


def _decode(part):
    """The bytes of canonical base64url without padding; None for anything else."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+", part) or len(part) % 4 == 1:
        return None
    content = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    return content if base64.urlsafe_b64encode(content).rstrip(b"=").decode() == part else None


def _json(content):
    try:
        return json.loads(content.decode("utf-8"))
    except (ValueError, UnicodeDecodeError):
        return None


def _open_signed(document, keys, kind):
    """`(payload, None)` of a compact JWS, or `(None, reason)`. The signature is verified before the payload is parsed."""
    parts = [_decode(part) for part in document.split(".")]
    if len(parts) != 3 or None in parts:
        return None, "malformed"
    header = _json(parts[0])
    if not isinstance(header, dict):
        return None, "malformed"
    if header.get("alg") != "EdDSA" or "crit" in header:
        return None, "bad_signature"
    fitting = [k for k in keys["keys"] if (k["kid"], k["kty"], k["crv"]) == (header.get("kid"), "OKP", "Ed25519")]
    if len(fitting) != 1:
        return None, "unknown_key"
    signed = document.rsplit(".", 1)[0].encode("ascii")
    if not verify_signature(_decode(fitting[0]["x"]) or b"", parts[2], signed):
        return None, "bad_signature"
    if header.get("typ") != kind:
        return None, "wrong_type"
    payload = _json(parts[1])
    return (payload, None) if payload is not None else (None, "malformed")


# --- Claims ---------------------------------------------------------------------------------------


def _instant(text):
    """A UTC instant of ISO 8601; None if it is not one."""
    if not isinstance(text, str) or not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", text, re.ASCII):
        return None
    try:
        pattern = "%Y-%m-%dT%H:%M:%S.%fZ" if "." in text else "%Y-%m-%dT%H:%M:%SZ"
        return datetime.strptime(text, pattern).replace(tzinfo=timezone.utc)
    except ValueError:
        return None


def _is_text(value):
    return isinstance(value, str)


def _is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _is_instant(value):
    return _instant(value) is not None


def _or_null(check):
    return lambda value: value is None or check(value)


_EXTENSION = {"sku": _is_text, "quantity": _is_whole}
_COMMON = {
    "tenantCode": _is_text,
    "serialKey": _is_text,
    "sku": _is_text,
    "productName": _is_text,
    "seats": _is_whole,
    "licenseMaxVersion": _or_null(_is_text),
    "extensions": lambda value: isinstance(value, list) and all(_fits(one, _EXTENSION) for one in value),
    "entitlements": lambda value: isinstance(value, dict),
    "expirationDate": _or_null(_is_instant),
    "maintenanceExpirationDate": _or_null(_is_instant),
    "issuedAt": _is_instant,
    "number": _is_whole,
}
_LEASE = {**_COMMON, "deviceUuid": _is_text, "licenseSeatId": _is_text, "leaseExpirationDate": _is_instant}
_LICENSE = {**_COMMON, "onPremiseEnvironmentId": _is_text, "customerName": _is_text, "customerEnvironmentId": _is_text}


def _fits(payload, shape):
    return isinstance(payload, dict) and all(name in payload and check(payload[name]) for name, check in shape.items())


class Entitlements:
    """The typed features in the claims of a lease or license. What is not granted, or as another type, is False, 0 or None."""

    def __init__(self, claims):
        self._values = claims["entitlements"] if claims else {}

    def has(self, name, least=None):
        """Whether it is granted: a flag that is on, a number above 0, or a text, time or object that is there. With `least`:
        whether it is a number of at least that much."""
        value = self._values.get(name)
        if least is not None:
            return self._is_number(value) and value >= least
        return value > 0 if self._is_number(value) else bool(value) or value == {}

    def limit(self, name):
        value = self._values.get(name)
        return value if self._is_number(value) else 0

    def text(self, name):
        return self._of_type(name, str)

    def instant(self, name):
        """The time as an aware datetime."""
        found = re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(?:\.(\d+))?(Z|[+-]\d\d:\d\d)", self.text(name) or "", re.ASCII)
        if not found:
            return None
        minute, second, fraction, offset = found.groups()
        moment = f"{minute}{second or ':00'}.{(fraction or '')[:6]:0<6}{'+00:00' if offset == 'Z' else offset}"
        try:
            return datetime.fromisoformat(moment)
        except ValueError:
            return None

    def object(self, name):
        return self._of_type(name, dict)

    def _of_type(self, name, kind):
        value = self._values.get(name)
        return value if isinstance(value, kind) else None

    @staticmethod
    def _is_number(value):
        return isinstance(value, (int, float)) and not isinstance(value, bool)


def normalize_key(text):
    """The canonical form of a typed serial key."""
    characters = "".join(c for c in text.upper() if not c.isspace() and unicodedata.category(c) != "Pd")
    start = len(characters) - 20
    if start < 1:
        return characters
    body = characters[start:].replace("O", "0").replace("I", "1").replace("L", "1")
    return "-".join([characters[:start]] + [body[i : i + 5] for i in range(0, 20, 5)])


def is_above(installed, maximum):
    """Whether a version is above the highest covered one, compared number by number."""
    if not installed or not maximum:
        return False

    def numbers(version):
        found = re.search(r"[0-9]+(\.[0-9]+)*", version)
        values = [int(part) for part in (found.group(0) if found else "0").split(".")]
        while values and values[-1] == 0:
            values.pop()
        return values

    return numbers(installed) > numbers(maximum)


def _is_set_back(now, claims, newest_time):
    seen = _instant(claims["issuedAt"])
    return max(seen, newest_time or seen) > now + TOLERANCE


def _is_over(date, now):
    return date is not None and _instant(date) <= now


def verify_lease(
    lease,
    keys,
    device_uuid,
    serial_key=None,
    now=None,
    newest_time=None,
    newest_number=0,
    installed_version=None,
    grace_days=0,
):
    """`{"valid": True, "claims", "inGrace"}` or `{"valid": False, "reason", "claims"?}`. Times are aware datetimes."""
    now = now or datetime.now(timezone.utc)
    claims, reason = _open_signed(lease, keys, LEASE_TYPE)
    if reason is None and not _fits(claims, _LEASE):
        claims, reason = None, "malformed"
    if reason is not None:
        return {"valid": False, "reason": reason}
    ends = _instant(claims["leaseExpirationDate"])
    if claims["deviceUuid"] != device_uuid:
        reason = "other_device"
    elif serial_key is not None and normalize_key(claims["serialKey"]) != normalize_key(serial_key):
        reason = "other_key"
    elif claims["number"] < newest_number:
        reason = "older"
    elif _is_set_back(now, claims, newest_time):
        reason = "clock_set_back"
    elif _is_over(claims["expirationDate"], now):
        reason = "expired"
    elif is_above(installed_version, claims["licenseMaxVersion"]):
        reason = "version_not_covered"
    elif now >= ends + timedelta(days=grace_days):
        reason = "lease_over"
    if reason is not None:
        return {"valid": False, "reason": reason, "claims": claims}
    return {"valid": True, "claims": claims, "inGrace": now >= ends}


_SPACE = r"[ \t\r\n]*"
_DOCUMENT = r'"[A-Za-z0-9_.-]+"'
_FILE = re.compile(
    _SPACE.join(
        ["", r"\{", '"format"', ":", '"trellis-license/1"', ",", '"documents"', ":", r"\["]
        + [f"{_DOCUMENT}(?:{_SPACE},{_SPACE}{_DOCUMENT})*", r"\]", r"\}", ""]
    )
)


def verify_license_file(
    text,
    keys,
    customer_environment_id=None,
    tenant_code=None,
    now=None,
    newest_time=None,
    newest_numbers=None,
    installed_version=None,
):
    """`{"valid", "reason", "licenses": [verdict of each document]}` of the text of a .lic file."""
    now = now or datetime.now(timezone.utc)
    if not _FILE.fullmatch(text):
        return {"valid": False, "reason": "malformed", "licenses": []}

    def judge(document):
        claims, reason = _open_signed(document, keys, LICENSE_TYPE)
        if reason is None and not _fits(claims, _LICENSE):
            reason = "malformed"
        if reason is not None:
            return {"valid": False, "reason": reason}
        if tenant_code is not None and claims["tenantCode"] != tenant_code:
            reason = "other_tenant"
        elif customer_environment_id is not None and claims["customerEnvironmentId"] != customer_environment_id:
            reason = "other_environment"
        elif claims["number"] < (newest_numbers or {}).get(claims["serialKey"], claims["number"]):
            reason = "older"
        elif _is_set_back(now, claims, newest_time):
            reason = "clock_set_back"
        elif _is_over(claims["expirationDate"], now):
            reason = "expired"
        elif is_above(installed_version, claims["licenseMaxVersion"]):
            reason = "version_not_covered"
        verdict = {"valid": reason is None, "claims": claims}
        return verdict if reason is None else {**verdict, "reason": reason}

    licenses = [judge(found) for found in re.findall(r'"([^"]+)"', text[text.index("[") :])]
    reason = next((one["reason"] for one in licenses if not one["valid"]), None)
    return {"valid": reason is None, "reason": reason, "licenses": licenses}


# --- Calls ----------------------------------------------------------------------------------------


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Portal:
    """The calls of a device. Store the device's id before the first call: it owns the seat. Proxies: HTTPS_PROXY."""

    def __init__(self, url, timeout=15, retries=3, pause=0.5):
        if not re.match(r"https://|http://(localhost|127\.0\.0\.1)([:/]|$)", url):
            raise ValueError("The portal's address must begin with https://")
        self._base = url.rstrip("/") + "/api/v1/devices/"
        self._timeout, self._retries, self._pause = timeout, retries, pause
        self._opener = urllib.request.build_opener(_NoRedirects)

    def activate(self, serial_key, device_uuid, **details):
        return self._call("activate", {"serialKey": serial_key, "deviceUuid": device_uuid, **details})

    def heartbeat(self, serial_key, device_uuid, **more):
        return self._call("heartbeat", {"serialKey": serial_key, "deviceUuid": device_uuid, **more})

    def release(self, serial_key, device_uuid):
        self._call("release", {"serialKey": serial_key, "deviceUuid": device_uuid})

    def seats(self, serial_key, device_uuid):
        """The seats of the key, the one that was silent longest first: `licenseSeatId`, `deviceName`, `lastContact`, `isOwn`,
        `releasable`. The device need not have one."""
        return self._call("seats", {"serialKey": serial_key, "deviceUuid": device_uuid})

    def release_seat(self, serial_key, device_uuid, license_seat_id):
        """Frees a seat of the key, such as that of a lost computer; DV430 when its product does not allow it."""
        self._call("release", {"serialKey": serial_key, "deviceUuid": device_uuid, "licenseSeatId": license_seat_id})

    def keys(self):
        return self._call("keys")

    def _call(self, path, body=None):
        for tried in range(self._retries + 1):
            answer, error, wait = self._try(path, body)
            if error is None:
                return answer
            if tried == self._retries or wait > 30:
                raise error
            time.sleep(wait + random.random() * min(8, self._pause * 2**tried))

    def _try(self, path, body):
        """`(answer, None, 0)`, or `(None, error, seconds to wait)` where another try may help."""
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._base + path, content, {"Content-Type": "application/json"} if content else {})
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                text = response.read()
                # Only a release has no content; a page of something in between frees no seat.
                if (path == "release") != (text == b""):
                    raise ValueError("The answer is not of the portal")
                return (json.loads(text) if text else None), None, 0
        except urllib.error.HTTPError as error:
            problem = _json(error.read()) or {}
            after = int(error.headers.get("Retry-After") or 0)
            passing = error.code >= 500 or error.code in (408, 429)
            if isinstance(problem, dict) and "code" in problem and (not passing or error.code == 429):
                refusal = PortalRefusal(problem["code"], error.code, problem.get("detail", ""), after, problem.get("info"))
                if not passing:
                    raise refusal from None
                return None, refusal, after
            unreachable = PortalUnreachable(f"The portal answered {error.code}")
            if not passing:
                raise unreachable from None
            return None, unreachable, after
        except (OSError, ValueError) as error:
            return None, PortalUnreachable(str(error)), 0
