#!/bin/sh
# Makes a new data folder that PostgreSQL recovers to a moment when it is started on it. As the user postgres, while the portal is stopped:
# recover.sh /var/backups/trellis-database '2026-11-28 14:05:00+00' /var/lib/postgresql/15/recovered
set -eu
folder=$1
moment=$2
data=$3
if [ -e "$data" ]; then echo "$data exists already" >&2; exit 1; fi
wanted=$(date -u -d "$moment" +%Y%m%d%H%M%S)
base=
for each in "$folder"/base-*; do
  if [ "${each##*/base-}" -lt "$wanted" ]; then base=$each; fi
done
if [ -z "$base" ]; then echo "No copy in $folder ended before $moment" >&2; exit 1; fi
cp -a "$base" "$data"
chmod 0700 "$data"
cat >> "$data/postgresql.auto.conf" <<EOF
restore_command = 'cp "$folder/wal/%f" "%p"'
recovery_target_time = '$moment'
recovery_target_action = 'promote'
EOF
touch "$data/recovery.signal"
echo "$data is made of ${base##*/}. Start PostgreSQL on it; it takes writes when it has reached $moment."
