#!/bin/sh
# Copies a running PostgreSQL to FOLDER/base-TIME and verifies the copy. The newest seven stay (KEEP), and of the log what they need.
# Once a week, as the user postgres: base-backup.sh /var/backups/trellis-database
set -eu
folder=$1
rm -rf "$folder/base.part"
pg_basebackup --pgdata="$folder/base.part" --checkpoint=fast --no-password
# Debian has it in no folder of the PATH.
verify=$(command -v pg_verifybackup || ls -d /usr/lib/postgresql/*/bin/pg_verifybackup | tail -n 1)
"$verify" --quiet "$folder/base.part"
# A recovery to a moment begins with a copy that ended before it.
mv "$folder/base.part" "$folder/base-$(date -u +%Y%m%d%H%M%S)"
ls -d "$folder"/base-* | head -n "-${KEEP:-7}" | while read -r old; do rm -rf "$old"; done
oldest=$(ls -d "$folder"/base-* | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .* (file \(.*\))$/\1/p' "$oldest/backup_label")
pg_archivecleanup "$folder/wal" "$first"
