#!/bin/bash
# Starts a coordinator (6101) and two workers (6102, 6103) on loopback for a trial: no durability, no passwords.
# CITUS_ROOT: a copy of PostgreSQL 15 with Citus (README.md). NODES: the folder of the clusters; the user postgres must be able to write it.
set -euo pipefail
programs=$CITUS_ROOT/usr/lib/postgresql/15/bin
mkdir -p "$NODES"
chown postgres "$NODES"
as_postgres() { su postgres -c "$1"; }
start() {
  local folder=$NODES/$1 port=$2
  local settings="-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
  settings+=" -c shared_preload_libraries=citus -c max_connections=300 -c max_prepared_transactions=300 -c max_worker_processes=48"
  settings+=" -c max_locks_per_transaction=512 -c shared_buffers=256MB -c jit=off -c citus.enable_statistics_collection=off"
  settings+=" -c citus.use_citus_managed_tables=off"
  [ -d "$folder" ] || as_postgres "$programs/initdb -D $folder -U postgres -A trust --encoding=UTF8 --locale=C -N" >/dev/null
  as_postgres "$programs/pg_ctl -D $folder -l $folder.log -w start -o '$settings'" | tail -1
}
start coordinator 6101
start worker1 6102
start worker2 6103
