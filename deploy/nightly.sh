#!/bin/sh
# Every night: a backup into a folder of which the newest 14 are kept, its proof, and the check of what is in use. Fails when one of
# them fails; the log says which. `KEEP=30 sh nightly.sh FOLDER` keeps more.
set -u
folder=$1
portal="${PORTAL:-node $(dirname "$0")/../server/dist/cli/portal.js}"
status=0
$portal backup "$folder" --keep "${KEEP:-14}" || status=1
newest=$(ls "$folder"/trellis-*.backup 2>/dev/null | tail -n 1)
if [ -n "$newest" ]; then $portal backup prove "$newest" || status=1; else status=1; fi
$portal check || status=1
exit $status
