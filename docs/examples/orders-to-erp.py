"""Puts the orders that partners placed with you into a folder from which your ERP takes them, a file an order:

    PORTAL=... TENANT=... KEY=... SELLER=<your account's code> python3 orders-to-erp.py folder

Goes on until it is stopped; with --once it ends when it has all. A file is written again when its order is revoked.
"""
import json
import os
import pathlib
import sys
import time

from portal import call


def write(path, text):
    """All of it or nothing, whatever happens meanwhile."""
    new = path.with_name(path.name + ".new")
    new.write_text(text)
    new.replace(path)


def for_erp(order):
    return {
        "number": order["orderCode"],
        "id": order["orderId"],
        "status": order["status"],
        "customer": order["buyer"]["accountCode"],
        "customerName": order["buyer"]["accountName"],
        "reference": order["orderRefCode"],
        "currency": order["currencyCode"],
        "total": order["orderTotal"],
        "lines": [{"sku": i["productSku"], "quantity": i["qt"], "price": i["price"]} for i in order["items"]],
    }


folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
place_file = folder / "place"
while True:
    place = place_file.read_text() if place_file.exists() else "0"
    page, _ = call("GET", f"/events?types=order.approved,order.revoked&after={place}")
    for event in page["items"]:
        order = event["data"]
        if order["vendor"]["accountCode"] == os.environ["SELLER"]:
            write(folder / f"{order['orderCode']}.json", json.dumps(for_erp(order), indent=2, ensure_ascii=False))
    # After the files: stopped in between, the same orders come again and are the same files.
    write(place_file, page["next"])
    if page["next"] != place:
        continue
    if "--once" in sys.argv:
        break
    time.sleep(5)
