"""What the examples have in common: a call with the API key of the environment (PORTAL, TENANT, KEY)."""
import http.client
import json
import os
import time
import urllib.error
import urllib.request


class Refused(Exception):
    """An answer that says no. `code` says why; docs/reference/wire.md has them all."""

    def __init__(self, call, problem):
        super().__init__(f"{call} was refused: {problem['code']} {problem['detail']}")
        self.code = problem["code"]


def call(method, path, body=None, if_match=None, once=None):
    """
    The answer, with its version if it has one. Waits and asks again while the portal, or the way to it, is not there.

    if_match: the version that a change is based on: what somebody else has changed since is not overwritten (RQ412).
    once: a name of yours for what is created: sent again, it is created once.
    """
    headers = {"Authorization": "Bearer " + os.environ["KEY"], "X-Tenant-Code": os.environ["TENANT"]}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if if_match:
        headers["If-Match"] = if_match
    if once:
        headers["Idempotency-Key"] = once
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(os.environ["PORTAL"] + "/api/v1" + path, data, headers, method=method)
    pause = 0.2
    while True:
        wait = pause
        try:
            status, answered, text = send(request)
            if status != 429 and status < 502:
                value = None if status == 204 else json.loads(text)
                if status >= 400:
                    raise Refused(f"{method} {path}", value)
                return value, answered.get("ETag")
            wait = float(answered.get("Retry-After") or pause)
        except (OSError, http.client.HTTPException, ValueError):
            pass  # No connection, or one that broke: after half of the headers an answer looks empty.
        time.sleep(wait)
        pause = min(pause * 2, 30)


def send(request):
    try:
        answer = urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    with answer:
        return answer.code, answer.headers, answer.read()
