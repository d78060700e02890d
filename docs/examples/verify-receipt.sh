#!/usr/bin/env bash
# Verifies the receipt of a deal with openssl (3.0 or later) and nothing else.
#   bash verify-receipt.sh keys.json receipt.txt [salt prospect products]
# keys.json is what GET {portal}/api/v1/devices/keys answered; the last three are what the deal's owner disclosed.
set -euo pipefail
fail() { echo "Not valid: $1" >&2; exit 1; }
# base64url to bytes, and back.
decode() { local t; t=$(tr '_-' '/+' <<< "$1" | tr -d '\n'); while [ $((${#t} % 4)) -ne 0 ]; do t="$t="; done; base64 -d <<< "$t" 2> /dev/null; }
encode() { base64 | tr '/+' '_-' | tr -d '=\n'; }
# The text of a claim, by its name; of one inside another, by both.
claim() { sed -E 's/.*"'"$1"'":"([^"]*)".*/\1/' <<< "$claims"; }
inside() { sed -E 's/.*"'"$1"'":\{"hash":"([^"]*)","at":"([^"]*)".*/\'"$2"'/' <<< "$claims"; }

IFS=. read -r header payload signature more < <(cat "$2"; echo)
[ -z "$more" ] || fail 'this is no receipt of a deal'
head=$(decode "$header") || fail 'this is no receipt of a deal'
[[ $head == *'"alg":"EdDSA"'* && $head == *'"typ":"trellis-deal-receipt+jwt"'* ]] || fail 'this is no receipt of a deal'
kid=$(sed -E 's/.*"kid":"([^"]*)".*/\1/' <<< "$head")
x=$(tr '{' '\n' < "$1" | grep -F "\"kid\":\"$kid\"" | sed -E 's/.*"x":"([^"]+)".*/\1/') || fail 'the portal has no such key'

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# An Ed25519 key in DER is these twelve bytes and the key's own 32.
{ printf '\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00'; decode "$x"; } > "$dir/key"
printf '%s.%s' "$header" "$payload" > "$dir/signed"
decode "$signature" > "$dir/signature" || fail 'the signature is wrong'
openssl pkeyutl -verify -pubin -keyform DER -inkey "$dir/key" -rawin -in "$dir/signed" -sigfile "$dir/signature" > /dev/null 2>&1 ||
  fail 'the signature is wrong'
claims=$(decode "$payload")
hash() { printf '%s\n%s' "$1" "$2" | openssl dgst -sha256 -binary | encode; }
[ $# -lt 4 ] || [ "$(hash "$3" "$4")" = "$(inside prospect 1)" ] || fail 'it is another prospect'
[ $# -lt 5 ] || [ "$(hash "$3" "$5")" = "$(inside products 1)" ] || fail 'these are other products'
echo "$(claim dealCode) of $(claim vendorName), registered $(claim registeredAt)"
echo "prospect since $(inside prospect 2)${4:+: $4}"
echo "products since $(inside products 2)${5:+: $5}"
