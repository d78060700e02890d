"""Tells the portal which orders your ERP has invoiced and which are paid, from a file with a line `order,invoice,paid` each:

    PORTAL=... TENANT=... KEY=... python3 invoices-back.py folder invoices.csv

`folder` is that of orders-to-erp.py. What the portal knows already is left alone, so the whole file may be sent each time.
"""
import csv
import json
import pathlib
import sys

from portal import Refused, call


def tell(number, invoice, paid):
    """Whether the portal has taken it."""
    order_id = json.loads((folder / f"{number}.json").read_text())["id"]
    order, version = call("GET", f"/orders/{order_id}")
    if order["invoiced"] and order["invoiceId"] == invoice and order["paid"] == paid:
        return True
    try:
        call("PUT", f"/orders/{order_id}/update", {"invoiced": True, "invoiceId": invoice, "paid": paid}, if_match=version)
    except Refused as refusal:
        if refusal.code == "RQ412":  # Somebody changed the order between reading and writing: look again.
            return tell(number, invoice, paid)
        print(f"{number}: {refusal}", file=sys.stderr)  # A revoked order, for example: a person decides.
        return False
    print(f"{number}: invoice {invoice}{', paid' if paid else ''}")
    return True


folder = pathlib.Path(sys.argv[1])
with open(sys.argv[2], newline="") as lines:
    told = [tell(line["order"], line["invoice"], line["paid"] == "yes") for line in csv.DictReader(lines)]
sys.exit(0 if all(told) else 1)
