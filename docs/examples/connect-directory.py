"""Connects the portal to your company's directory as connection.json says, and switches it on once its domains are proved:

    PORTAL=... TENANT=... KEY=<access token of a super admin> python3 connect-directory.py connection.json

Run it again after each change of the file or of the DNS records; what is there already stays as it is.
"""
import json
import os
import pathlib
import sys

from portal import call

wanted = json.loads(pathlib.Path(sys.argv[1]).read_text())


def save(connection, is_enabled):
    body = {**wanted, "isEnabled": is_enabled}
    if connection is None:
        return call("POST", "/tenants/current/connections", body)[0]
    return call("PUT", f"/tenants/current/connections/{connection['connectionId']}", body)[0]


connections, _ = call("GET", "/tenants/current/connections")
before = next((each for each in connections if each["name"] == wanted["name"]), None)
saved = save(before, before["isEnabled"] if before else False)
checked, _ = call("POST", f"/tenants/current/connections/{saved['connectionId']}/domains/check")
for address in saved["redirectUris"]:
    print(f"Redirect address in the directory: {address}")
missing = [domain["record"] for domain in checked["domains"] if not domain["proved"]]
for record in missing:
    print(f"Set the TXT record {record['name']} to {record['value']}")
if missing:
    sys.exit(1)
save(checked, True)
print(f"Sign in at {os.environ['PORTAL']}/api/v1/auth/oidc/start?connection={saved['connectionId']}")
