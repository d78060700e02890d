"""Sells license keys to a partner, as a shop does after a payment: an order, its approval, the keys. Prints the keys.

    PORTAL=... TENANT=... KEY=... python3 sell-keys.py <shop's order number> <buyer's account code> <SKU> <seats>

Run again with the same number it makes nothing new and prints the same keys.
"""
import sys

from portal import call

number, buyer_code, sku, seats = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])

filters = [{"field": "accountCode", "values": [buyer_code]}]
found, _ = call("POST", "/accounts/search", {"includeChildren": True, "filterBy": filters})
# The filter finds parts too.
buyer = next((one["accountId"] for one in found["items"] if one["accountCode"] == buyer_code), None)
if buyer is None:
    sys.exit(f"There is no account {buyer_code}")

offered, _ = call("GET", f"/orders/stock/available?buyerAccountId={buyer}")
product = next((one for one in offered if one["sku"] == sku), None)
if product is None:
    sys.exit(f"{buyer_code} cannot be sold {sku}")

line = {"productId": product["productId"], "quantity": seats, "price": product["price"]}
order, _ = call(
    "POST", "/orders", {"buyerAccountId": buyer, "orderRefCode": number, "items": [line]}, once=f"order {number}")
now, _ = call("GET", f"/orders/{order['id']}")
if now["status"] == "pending":
    call("PUT", f"/orders/{order['id']}", {"status": "approved", "source": "shop"})

item = {"productId": product["productId"], "qt": seats}
made, _ = call(
    "POST", "/licenses", {"parentAccountId": buyer, "derivedOrderId": order["id"], "items": [item]}, once=f"keys {number}")
print("\n".join(made["serialKeys"]))
