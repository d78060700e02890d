#!/bin/sh
# Every night: a backup of each primary into a folder in which the newest 14 of each are kept, its proof, and the check of what is in use.
# Fails when one of them fails; the log says which. `KEEP=30 sh nightly.sh FOLDER` keeps more.
set -u
folder=$1
portal="${PORTAL:-node $(dirname "$0")/../server/dist/cli/portal.js}"
status=0
before=" $(ls "$folder" | tr '\n' ' ') "
$portal backup "$folder" --keep "${KEEP:-14}" || status=1
for each in "$folder"/trellis-*.backup; do
  case "$before" in *" ${each##*/} "*) continue ;; esac
  $portal backup prove "$each" || status=1
done
$portal check || status=1
exit $status
