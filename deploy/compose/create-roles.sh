#!/bin/sh
# Creates the roles and the database, once, when the volume of the database is empty.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -v app="$MALL_APP_PASSWORD" -v owner="$MALL_OWNER_PASSWORD" <<'SQL'
create role mall_app login password :'app';
create role mall_owner login password :'owner';
create database mall owner mall_owner template template0 encoding 'UTF8';
SQL
