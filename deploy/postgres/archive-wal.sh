#!/bin/sh
# archive_command of PostgreSQL (archive.conf): keeps a piece of its log as FOLDER/wal/NAME, whole or not at all, and replaces none.
# archive-wal.sh FOLDER PATH NAME
set -eu
mkdir -p "$1/wal"
kept="$1/wal/$3"
# PostgreSQL asks again when it was stopped before it noted the answer.
if [ -e "$kept" ]; then exec cmp -s "$2" "$kept"; fi
cp "$2" "$kept.part"
sync "$kept.part"
mv "$kept.part" "$kept"
