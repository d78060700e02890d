#!/bin/sh
# Makes the owner of the portal's tables, who is no superuser, and their database, with the password on standard input. The image of
# PostgreSQL runs this once, and has read the file of the password into POSTGRES_PASSWORD by then. For another server:
# PGPASSWORD=… PGHOST=… PGUSER=postgres sh create-owner.sh < database-password
set -eu
# Not as an argument, which every user of the machine could read.
OWNER_PASSWORD=${POSTGRES_PASSWORD:-$(cat)}
export OWNER_PASSWORD
# PostgreSQL takes an empty one for none, and then refuses each sign-in.
: "${OWNER_PASSWORD:?the password is empty}"
psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --username "${PGUSER:-postgres}" --dbname postgres <<'SQL'
\getenv password OWNER_PASSWORD
create role trellis_owner login createrole password :'password';
-- A server that was made without a locale has databases that know no characters.
create database trellis owner trellis_owner encoding 'UTF8' template template0;
SQL
