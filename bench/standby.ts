import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { buildRoleUrls, readOrCreateSecrets } from '#server/platform/database/embedded-database.ts'
import { type EmbeddedPostgres, startOrTakeOverEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { preparePostgresHome } from '#server/platform/database/postgres-files.ts'
import { findFreeLoopbackPort, type LoadDatabase } from './cluster.ts'

/** Settings of a primary with a standby. */
export const PRIMARY_SETTINGS = { wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '512MB' }

/** The name of a standby at its primary, as in `synchronous_standby_names`. */
export const STANDBY_NAME = 'standby'

/** A PostgreSQL that follows another one by streaming replication and answers reads. */
export interface Standby {
  postgres: EmbeddedPostgres
  superUrl: string
  appUrl: string
  ownerUrl: string
  remove(): void
}

/** Copies the files of a running cluster, as pg_basebackup does, with the label that a recovery from them needs. */
async function copyCluster(superUrl: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: superUrl })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', fast => true)`)
    execFileSync('cp', ['-a', from, to])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(wait_for_archive => false)')
    for (const own of ['postmaster.pid', 'postmaster.opts', 'server.log']) rmSync(path.join(to, own), { force: true })
    writeFileSync(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
}

/** Creates a standby of a database with `PRIMARY_SETTINGS`, and starts it. There should be few writes meanwhile. */
export async function startStandby(primary: LoadDatabase): Promise<Standby> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-standby-'))
  chmodSync(dataDir, 0o711)
  const { passwords } = readOrCreateSecrets(primary.dataDir)
  const home = preparePostgresHome(dataDir)
  await copyCluster(primary.superUrl, preparePostgresHome(primary.dataDir).cluster, home.cluster)
  const source = `host=127.0.0.1 port=${primary.postgres.port} user=postgres password=${passwords.super} application_name=${STANDBY_NAME}`
  appendFileSync(path.join(home.cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  writeFileSync(path.join(home.cluster, 'standby.signal'), '')
  if (home.as) execFileSync('chown', ['-R', `${home.as.uid}:${home.as.gid}`, home.cluster])
  const postgres = await startOrTakeOverEmbeddedPostgres({
    dataDir,
    superPassword: passwords.super,
    port: await findFreeLoopbackPort(),
    settings: { ...PRIMARY_SETTINGS, hot_standby: 'on', shared_buffers: '128MB' },
  })
  const remove = () => {
    postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { postgres, superUrl: postgres.superUrl, ...buildRoleUrls(postgres.superUrl, passwords), remove }
}
