"""Keeps a copy of a portal's orders, accounts, products, prices, licenses and deals in an SQLite file, by the feed of changes.

    PORTAL=https://partners.example TENANT=acme KEY=trk_... python3 mirror.py copy.sqlite

The key reads (`r`) Accounts, Orders, Products, PriceLists, Licenses and Deals; at the vendor with `Products: r-ra`, which shows all products.
Goes on until it is stopped; with --once it ends when it has everything. It can be stopped at any moment: what a page of the feed
brought is written in one transaction together with the place in the feed. Needs nothing but Python 3.8.
"""
import decimal
import http.client
import json
import os
import sqlite3
import sys
import time
import urllib.error
import urllib.request

MONEY = {"total", "msrp", "price"}
# Kind of record -> its tables: name, the list in the record that has the rows (None: the record is the row), and the columns
# beside the record's id, each with its place in the record. Only what the record itself says: the name of a buyer stands in
# `accounts`, and what follows from other records, such as stock or what somebody may do now, is asked when it is needed.
TABLES = {
    "account": [("accounts", None, {
        "code": "accountCode", "name": "accountName", "group_name": "groupName", "parent_id": "parents.-1.id",
        "email": "notificationReceiverEmail", "vat_id": "address.0.vatId", "country": "address.0.countryCode"})],
    "order": [("orders", None, {
        "code": "orderCode", "status": "status", "vendor_id": "vendorAccountId", "buyer_id": "buyerAccountId",
        "reference": "orderRefCode", "currency": "currencyCode", "total": "orderTotal", "invoiced": "invoiced",
        "invoice": "invoiceId", "paid": "paid", "created": "creationDate"}),
        ("order_lines", "items", {"line_id": "orderItemId", "product_id": "productId", "quantity": "qt", "price": "price"})],
    "product": [("products", None, {
        "sku": "sku", "name": "name", "status": "status", "msrp": "priceMsrp", "currency": "currency.currencyCode"})],
    "price_list": [("price_lists", None, {"name": "name", "currency": "currencyCode"}),
                   ("prices", "products", {"product_id": "productId", "price": "customPrice"})],
    "license": [("licenses", None, {
        "serial_key": "serialKey", "product_id": "product.productId", "owner_id": "ownerAccount.accountId", "seats": "seats",
        "seats_taken": "seatsOccupied", "activated": "activationDate", "expires": "expirationDate",
        "maintained_until": "maintenanceExpirationDate", "note": "licenseNote"})],
    "deal": [("deals", None, {
        "code": "code", "status": "status", "protection": "protectionStatus", "protected_until": "expirationDate",
        "owner_id": "vendor.accountId", "prospect": "prospect.name", "vat_id": "prospect.vatId", "chance": "chanceOfClosure",
        "closes": "estimatedCloseDate"}),
        ("deal_items", "items", {"item_id": "dealItemId", "product_id": "productId", "quantity": "qt"})],
}


def open_copy(path):
    """The file with its tables. A transaction begins and ends where this program says so."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("begin immediate")
    db.execute("create table if not exists place (next text not null)")
    db.execute("create table if not exists changes (sequence integer primary key, at text, type text, record_id text)")
    for name, _, columns in (table for tables in TABLES.values() for table in tables):
        typed = ", ".join(column + " text" * (column in MONEY) for column in columns)
        db.execute(f"create table if not exists {name} (id text not null, {typed})")
        db.execute(f"create index if not exists {name}_id on {name} (id)")
    db.execute("commit")
    return db


def value_at(record, path):
    """The value at a path such as `vendor.accountId` or `address.0.vatId`; None where there is none. Money stays exact, as text."""
    for step in path.split("."):
        if record is None:
            return None
        if isinstance(record, list):
            record = record[int(step)] if record else None
        else:
            record = record.get(step)
    # 80.0000 and 80 are the same price.
    return format(record.normalize(), "f") if isinstance(record, decimal.Decimal) else record


def write(db, record_id, kind, record):
    """Puts the record in the place of what was known of it; a record that is there no longer is None."""
    for name, rows_in, columns in TABLES[kind]:
        db.execute(f"delete from {name} where id = ?", [record_id])
        rows = [] if record is None else [record] if rows_in is None else record[rows_in]
        marks = ", ".join("?" * (len(columns) + 1))
        db.executemany(
            f"insert into {name} values ({marks})",
            ([record_id, *(value_at(row, path) for path in columns.values())] for row in rows))


def read_price_list(db, list_id):
    price_list = get(f"/pricelists/{list_id}")
    if price_list:
        write(db, list_id, "price_list", price_list)


def follow(db, event, status_before):
    """
    Price lists and products decide about each other what there is to see, without a change of their own: reads the list that an
    account has come to, the products on a list that are not known here, and the lists when a product comes or goes.
    """
    if event["type"] == "price_list.associated":
        list_id = (get(f"/pricelists/accounts/{event['entityId']}") or {}).get("priceListId")
        if list_id:
            read_price_list(db, list_id)
    is_older = event["entity"] == "product" and event["type"] != "product.created"
    if is_older and status_of(db, event) != status_before:
        for (list_id,) in db.execute("select id from price_lists").fetchall():
            read_price_list(db, list_id)
    unknown = db.execute("select distinct product_id from prices where product_id not in (select id from products)").fetchall()
    for (product_id,) in unknown:
        product = get(f"/products/{product_id}")
        if product:
            write(db, product_id, "product", product)


def status_of(db, event):
    return db.execute("select status from products where id = ?", [event["entityId"]]).fetchone()


def get(path):
    """
    The answer of a call; None for a record that this key does not see. Waits and asks again while the portal, or the way to it,
    is not there.
    """
    headers = {"Authorization": "Bearer " + os.environ["KEY"], "X-Tenant-Code": os.environ["TENANT"], "X-Product": "mirror"}
    request = urllib.request.Request(os.environ["PORTAL"] + "/api/v1" + path, headers=headers)
    pause = 0.1
    while True:
        wait = pause
        try:
            status, answered, text = send(request)
            if status == 404:
                return None
            if status < 400:
                return json.loads(text, parse_float=decimal.Decimal)
            if status < 500 and status != 429:
                sys.exit(f"{path} was refused: {text.decode()}")
            wait = float(answered.get("Retry-After") or pause)
        except (OSError, http.client.HTTPException, ValueError) as broken:  # No connection, or one that broke.
            print(f"The portal does not answer ({broken}); asking again", file=sys.stderr)
        time.sleep(wait)
        pause = min(pause * 2, 30)


def send(request):
    try:
        answer = urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    with answer:
        return answer.code, answer.headers, answer.read()


def main():
    path, *options = sys.argv[1:]
    db = open_copy(path)
    limit = os.environ.get("LIMIT", "200")
    while True:
        (place,) = db.execute("select next from place").fetchone() or ("0",)
        page = get(f"/events?after={place}&limit={limit}")
        if page["next"] == place:
            if "--once" in options:
                return
            time.sleep(5)
            continue
        db.execute("begin immediate")
        for event in page["items"]:
            if event["entity"] not in TABLES:
                continue
            status_before = status_of(db, event)
            write(db, event["entityId"], event["entity"], event["data"])
            if event["entity"] == "product" or event["type"].startswith("price_list."):
                follow(db, event, status_before)
            db.execute(
                "insert into changes values (?, ?, ?, ?)",
                [event["sequence"], event["creationDate"], event["type"], event["entityId"]])
        db.execute("delete from place")
        db.execute("insert into place values (?)", [page["next"]])
        db.execute("commit")


main()
