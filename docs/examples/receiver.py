"""Receives the events of a webhook: `SECRET=whsec_... PORT=8080 python3 receiver.py`. Needs nothing but Python 3.8.

Prints one line for each event. Behind a proxy with TLS it is what a portal can call.
"""
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["SECRET"][len("whsec_"):])
done = set()  # In a real system: a table, written together with what the event changes.


def is_signed(headers, body):
    sent = headers.get("webhook-timestamp", "")
    if not sent.isdigit() or abs(time.time() - int(sent)) > 300:
        return False
    signed = b".".join([headers.get("webhook-id", "").encode(), sent.encode(), body])
    wanted = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    # After a change of the secret there are two, for a day.
    return any(hmac.compare_digest(wanted, one) for one in headers.get("webhook-signature", "").split())


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        signed = is_signed(self.headers, body)
        if signed and self.headers["webhook-id"] not in done:
            event = json.loads(body)
            print(self.headers["webhook-id"], event["type"], event["entityId"], flush=True)
            done.add(self.headers["webhook-id"])
        self.send_response(204 if signed else 401)
        self.end_headers()

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
