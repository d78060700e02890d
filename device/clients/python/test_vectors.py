"""Runs the test vectors with every way to verify signatures that this machine has: `python3 test_vectors.py`."""

import http.server
import json
import pathlib
import shutil
import threading

import trellis_device as device

FOLDER = pathlib.Path(__file__).parents[2] / "vectors"


def stored(name):
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def arguments(check, names):
    times = ("now", "newestTime")
    return {names[name]: device._instant(value) if name in times else value for name, value in check.items()}


LEASE = {
    "deviceUuid": "device_uuid",
    "serialKey": "serial_key",
    "now": "now",
    "newestTime": "newest_time",
    "newestNumber": "newest_number",
    "installedVersion": "installed_version",
    "graceDays": "grace_days",
}
FILE = {
    "customerEnvironmentId": "customer_environment_id",
    "tenantCode": "tenant_code",
    "now": "now",
    "newestTime": "newest_time",
    "newestNumbers": "newest_numbers",
    "installedVersion": "installed_version",
}


def run():
    keys, leases, files = stored("keys.json"), stored("leases.json"), stored("files.json")
    questions = stored("entitlements.json")
    for case in leases:
        verdict = device.verify_lease(case["lease"], keys, **arguments(case["check"], LEASE))
        if verdict["valid"]:
            found = {"valid": True, "inGrace": verdict["inGrace"], "number": verdict["claims"]["number"]}
        else:
            found = {"valid": False, "reason": verdict["reason"]}
        assert found == case["expect"], (case["name"], found, case["expect"])
    for case in files:
        verdict = device.verify_license_file(case["file"], keys, **arguments(case["check"], FILE))
        reasons = [one.get("reason") for one in verdict["licenses"]]
        found = {"valid": verdict["valid"], "reason": verdict["reason"], "licenses": reasons}
        assert found == case["expect"], (case["name"], found, case["expect"])
    for case in questions:
        ask, now = case["ask"], device._instant("2026-05-21T10:00:00.000Z")
        entitlements = device.Entitlements(device.verify_lease(case["lease"], keys, "laptop", now=now)["claims"])
        more = [ask["least"]] if "least" in ask else []
        found = getattr(entitlements, ask["method"])(ask["name"], *more)
        if ask["method"] == "instant" and found is not None:
            found, case["expect"] = found, device._instant(case["expect"])
        assert found == case["expect"] and type(found) is type(case["expect"]), (case["name"], found, case["expect"])
    return f"{len(leases)} leases, {len(files)} files, {len(questions)} entitlements passed"


class Recorded(http.server.BaseHTTPRequestHandler):
    """A portal that gives the answers of the vectors, one after another."""

    case = None
    asked = None

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        Recorded.asked = {"path": self.path.rsplit("/", 1)[1], "body": body}
        answer = self.case["answer"]
        self.send_response(answer["status"])
        self.end_headers()
        if answer["body"] is not None:
            self.wfile.write(json.dumps(answer["body"]).encode())

    def log_message(self, *_):
        pass


def run_calls():
    server = http.server.HTTPServer(("127.0.0.1", 0), Recorded)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    portal = device.Portal(f"http://127.0.0.1:{server.server_port}", pause=0.01)
    cases = stored("calls.json")
    for Recorded.case in cases:
        case = Recorded.case
        try:
            if case["call"] == "seats":
                found = {"value": portal.seats("K", "d")}
            else:
                found = {"value": portal.release_seat("K", "d", case["licenseSeatId"])}
        except device.PortalRefusal as refusal:
            found = {"code": refusal.code, "status": refusal.status, "info": refusal.info}
        assert (Recorded.asked, found) == (case["sent"], case["expect"]), (case["name"], Recorded.asked, found)
    server.shutdown()
    print(f"{len(cases)} calls passed")


class Answers(http.server.BaseHTTPRequestHandler):
    """A portal that fails once, gives a lease, refuses, and answers its keys."""

    asked = []

    def answer(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.asked.append(f"{self.command} {self.path}")
        status, body = {1: (503, {}), 2: (200, {"lease": "x.y.z"}), 3: (428, {"code": "DV428"})}.get(
            len(self.asked), (200, {"keys": []})
        )
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


def call():
    server = http.server.HTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    portal = device.Portal(f"http://127.0.0.1:{server.server_port}", pause=0.01)
    assert portal.activate("K", "d", deviceName="x")["lease"] == "x.y.z"
    try:
        portal.heartbeat("K", "d")
        raise AssertionError("not refused")
    except device.PortalRefusal as refusal:
        assert (refusal.code, refusal.status) == ("DV428", 428)
    assert portal.keys() == {"keys": []}
    base = "/api/v1/devices/"
    assert Answers.asked == [f"POST {base}activate"] * 2 + [f"POST {base}heartbeat", f"GET {base}keys"], Answers.asked
    try:
        device.Portal("http://portal.example.com")
        raise AssertionError("plain HTTP was allowed")
    except ValueError:
        server.shutdown()


call()
run_calls()
ways = {"openssl": device._verify_with_openssl} if shutil.which("openssl") else {}
try:
    import cryptography  # noqa: F401

    ways["cryptography"] = device._verify_with_cryptography
except ImportError:
    pass
assert ways, "neither cryptography nor openssl is installed"
for way, verification in ways.items():
    device.verify_signature = verification
    print(f"{way}: {run()}")
