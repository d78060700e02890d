"""Creates and changes accounts from a file that a CRM writes, with a line
`number,name,vatId,street,city,postalCode,countryCode,email` each, below the account PARENT (its id):

    PORTAL=... TENANT=... KEY=... PARENT=... GROUP=BUYER python3 customers-from-crm.py customers.csv

PRICE_LIST is the id of the list that new ones are given; without it they buy at the prices of PARENT. The whole file may be sent each time.
"""
import csv
import os
import sys

from portal import Refused, call

parent = os.environ["PARENT"]
groups, _ = call("GET", "/lookup/groups")
group_id = next(group["groupId"] for group in groups if group["name"] == os.environ.get("GROUP", "BUYER"))


def draft_of(customer):
    address = {name: customer[name] for name in ("vatId", "street", "city", "postalCode", "countryCode")}
    draft = {
        "accountName": customer["name"],
        "accountCode": customer["number"],
        "groupId": group_id,
        "parentAccountId": parent,
        "notificationReceiverEmail": customer["email"] or None,
        "address": address,
    }
    if "PRICE_LIST" in os.environ:
        draft["priceListId"] = os.environ["PRICE_LIST"]
    return draft


def known(some):
    """The accounts that there are, by code in capitals: a code is once in the portal, whatever the case."""
    filters = [{"field": "accountCode", "values": [customer["number"] for customer in some]}]
    body = {"parentAccountId": parent, "includeChildren": True, "limit": 3000, "filterBy": filters}
    found, _ = call("POST", "/accounts/search", body)
    return {account["accountCode"].upper(): account for account in found["items"]}


def change(customer, account_id):
    _, version = call("GET", f"/accounts/{account_id}")
    body = {"accountName": customer["name"], "notificationReceiverEmail": customer["email"] or None}
    try:
        call("PUT", f"/accounts/{account_id}", body, if_match=version)
        print(f"{customer['number']}: changed")
    except Refused as refusal:
        if refusal.code != "RQ412":
            raise
        change(customer, account_id)


def create(fresh):
    """Whether all were created."""
    items = [{"body": draft_of(one), "idempotencyKey": f"customer {one['number']}"} for one in fresh]
    done, _ = call("POST", "/batch", {"method": "POST", "path": "/accounts", "items": items})
    for customer, result in zip(fresh, done["items"]):
        outcome = "created" if result["status"] == 201 else f"refused, {result['body']['detail']}"
        print(f"{customer['number']}: {outcome}")
    return done["refused"] == 0


with open(sys.argv[1], newline="") as lines:
    customers = list(csv.DictReader(lines))
good = True
for start in range(0, len(customers), 100):
    some = customers[start:start + 100]
    accounts = known(some)
    fresh = [one for one in some if one["number"].upper() not in accounts]
    if fresh:
        good = create(fresh) and good
    for customer in some:
        account = accounts.get(customer["number"].upper())
        if account and (account["accountName"], account["notificationReceiverEmail"] or "") != (customer["name"], customer["email"]):
            change(customer, account["accountId"])
sys.exit(0 if good else 1)
