#!/bin/sh
# Restarts the processes of the portal behind nginx one after the other; no request fails.
# usage: UPSTREAM=/etc/nginx/upstream.conf RELOAD='nginx -s reload' RESTART='systemctl restart trellis@' rolling-restart.sh 3001 3002
# RESTART is called with the port appended, and must return when the process has been told to stop and the new one started.
set -eu

for port in "$@"; do
  sed -i "s/^server \(.*:$port\) /server \1 down /" "$UPSTREAM"
  $RELOAD
  $RESTART"$port"
  until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/health/ready"; do sleep 1; done
  sed -i "s/^server \(.*:$port\) down /server \1 /" "$UPSTREAM"
  $RELOAD
done
