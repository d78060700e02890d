#!/bin/sh
# Rehearses the move of a vendor to another installation: exports the tenant, imports it into an installation of its own, which is
# removed afterwards, and compares every table, the bytes of files and the sums. Says how long each step took. The tenant goes on working.
# usage: MOVE_PASSPHRASE='…' rehearse-move.sh CODE DIR
# DIR is a new folder for the export; no space in its path. PORTAL is how `portal` is run here, by default from a checkout; it must take its
# settings from the environment: not the script of docs/production.md, which reads them from a file (docs/moving.md).
# HERE is how it is run in the other installation, if there is one already: HERE='ssh new portal', with DIR on a disk of both.
set -eu

code=$1
folder=$2
portal=${PORTAL:-npm run --silent portal --}
: "${MOVE_PASSPHRASE:?is the passphrase with which the secrets of the export are sealed}"
export MOVE_PASSPHRASE

if [ -z "${HERE:-}" ]; then
  own="$folder.installation"
  mkdir -m 700 "$own"
  trap 'rm -rf "$own"' EXIT
  # With a database, a store and a key of its own.
  settings='NODE_ENV AUDIT_ANCHORS DEFAULT_TENANT'
  for each in DATABASE_URL DATABASE_DIRECT_URL DATABASE_REPLICA_URL DATABASE_PRIMARIES STORAGE_URL SECRET_KEY; do
    settings="$settings $each ${each}_FILE"
  done
  HERE="env $(printf -- '-u %s ' $settings) DATA_DIR=$own $portal"
fi

step() {
  echo "== $1"
  shift
  began=$(date +%s)
  "$@"
  echo "   $(($(date +%s) - began)) s"
}

step "Export of $code" $portal tenant export "$code" "$folder" --with-secrets
step "Import" $HERE tenant import "$folder"
step "Comparison" $HERE check --against "$folder" --contents
step "What it holds" $HERE tenant show "$code"
echo "The rehearsal of $code succeeded. The export is in $folder: destroy it."
