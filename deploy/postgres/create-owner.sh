#!/bin/sh
# Makes the owner of the portal's tables, who is no superuser, and their database. The image of PostgreSQL runs this once; for another
# server: PGPASSWORD=… POSTGRES_PASSWORD_FILE=database-password PGHOST=… PGUSER=postgres sh create-owner.sh
set -eu
password=$(cat "$POSTGRES_PASSWORD_FILE")
psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --set password="$password" --username "${PGUSER:-postgres}" --dbname postgres <<'SQL'
create role trellis_owner login createrole password :'password';
create database trellis owner trellis_owner;
SQL
