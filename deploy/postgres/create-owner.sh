#!/bin/sh
# Makes the owner of the portal's tables, who is no superuser, and their database, with the password in the file that
# POSTGRES_PASSWORD_FILE names, or on standard input. The image of PostgreSQL runs this once; for another server:
# PGPASSWORD=… PGHOST=… PGUSER=postgres sh create-owner.sh < database-password
set -eu
# Not as an argument, which every user of the machine could read.
OWNER_PASSWORD=$(cat "${POSTGRES_PASSWORD_FILE:--}")
export OWNER_PASSWORD
psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --username "${PGUSER:-postgres}" --dbname postgres <<'SQL'
\getenv password OWNER_PASSWORD
create role trellis_owner login createrole password :'password';
create database trellis owner trellis_owner;
SQL
