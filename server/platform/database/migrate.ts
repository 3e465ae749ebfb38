import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { withDatabaseClient } from './connect.ts'
import { listChangesBreakingPreviousRelease, migrationsKnownSafeForPreviousRelease } from './migration-compatibility.ts'
import { APP_ROLE } from './roles.ts'
import { requireSupportedPostgres } from './server-requirements.ts'

const FOLDER = path.join(import.meta.dirname, '..', 'migrations')
const LOCK = 726_165_01

interface Migration {
  name: string
  text: string
  hash: string
}

function readMigrations(): Migration[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    const text = readFileSync(path.join(FOLDER, name), 'utf8')
    return { name, text, hash: createHash('sha256').update(text).digest('hex') }
  })
}

interface AppliedMigration {
  name: string
  hash: string
  /** The previous release still runs on the schema after this migration. */
  expands: boolean
}

async function applied(client: pg.Client): Promise<Map<string, AppliedMigration>> {
  // The column was added after the table, and only the owner can add it.
  const { rows } = await client.query<AppliedMigration>(
    `select name, hash, coalesce((to_jsonb(migration) ->> 'expands')::boolean, false) as expands from schema_migration as migration`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

const contractionsOf = ({ name, text }: Migration): string[] =>
  migrationsKnownSafeForPreviousRelease[name] === undefined ? listChangesBreakingPreviousRelease(text) : []

/** Refuses a database that a newer program has migrated, unless these migrations only expand. */
function refuseNewer(done: Map<string, AppliedMigration>, known: readonly Migration[]): void {
  const names = new Set(known.map(({ name }) => name))
  const foreign = [...done.values()].find(({ name, expands }) => !expands && !names.has(name))?.name
  if (foreign !== undefined) throw new Error(`数据库比本程序新（含有 ${foreign}），请升级程序后再启动`)
}

const isDeadlock = (error: unknown): boolean => (error as { code?: unknown }).code === '40P01'
/** Servers of before go on while a migration runs, and may lock its tables in another order. What PostgreSQL gives up then changes nothing. */
const TRIES = 5

async function apply(client: pg.Client, migration: Migration, attempt = 1): Promise<void> {
  const { name, text, hash } = migration
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into schema_migration (name, hash, applied_at, expands) values ($1, $2, now(), $3)', [
      name,
      hash,
      contractionsOf(migration).length === 0,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (isDeadlock(error) && attempt < TRIES) return apply(client, migration, attempt + 1)
    throw new Error(`迁移 ${name} 失败：${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * Functions of newer servers that migrations call: an applied migration is never edited, so older servers get the function. Its body is
 * checked when it runs, after the migration that creates what it calls.
 */
const FUNCTIONS_OF_NEWER_SERVERS = `do $do$ begin
  if to_regprocedure('uuidv7()') is null then
    create function uuidv7() returns uuid language plpgsql volatile as $$ begin return uuid_v7(); end $$;
  end if; end $do$`

async function requireAppRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE])
  if (!rowCount) throw new Error(`数据库缺少角色 ${APP_ROLE}，请先创建：create role ${APP_ROLE} login password '…'`)
}

/**
 * Migrates the schema to the version of this program: numbered SQL files, forward only, one transaction each. Several servers may start at
 * once. Returns the names of the applied migrations. Runs as the owner.
 */
export async function migrate(ownerUrl: string): Promise<string[]> {
  return withDatabaseClient(ownerUrl, async (client) => {
    await requireSupportedPostgres(client)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(`create table if not exists schema_migration
      (name text constraint schema_migration_pk primary key, hash text not null, applied_at timestamptz not null)`)
    await client.query('alter table schema_migration add column if not exists expands boolean not null default false')
    await requireAppRole(client)
    await client.query('grant select on schema_migration to mall_app')
    const done = await applied(client)
    const known = readMigrations()
    refuseNewer(done, known)
    const edited = known.find(({ name, hash }) => done.has(name) && done.get(name)?.hash !== hash)
    if (edited) throw new Error(`迁移 ${edited.name} 在执行之后被修改过`)
    const waiting = known.filter(({ name }) => !done.has(name))
    if (waiting.length > 0) {
      await client.query(FUNCTIONS_OF_NEWER_SERVERS)
      // Migrations number rows, too: where rows were copied to, their numbers go on after what was sealed.
      const { rows } = await client.query<{ there: boolean }>(`select to_regprocedure('continue_transactions()') is not null as there`)
      if (rows[0]?.there) await client.query('select continue_transactions()')
    }
    for (const migration of waiting) await apply(client, migration)
    await client.query('select ensure_partitions(now())')
    await client.query('select continue_transactions()')
    return waiting.map(({ name }) => name)
  })
}

/** A migration that would be applied, and what it takes away from the previous release; empty: the previous release continues to run. */
export interface WaitingMigration {
  name: string
  contractions: string[]
}

/**
 * Lists the migrations that `migrate` would apply. Changes nothing. Refuses a database that a newer program has migrated. `url`: the owner's
 * or the server's.
 */
export async function listWaitingMigrations(url: string): Promise<WaitingMigration[]> {
  return withDatabaseClient(url, async (client) => {
    await requireSupportedPostgres(client)
    const { rows } = await client.query<{ there: boolean }>(`select to_regclass('schema_migration') is not null as there`)
    const done = rows[0]?.there ? await applied(client) : new Map<string, AppliedMigration>()
    const known = readMigrations()
    refuseNewer(done, known)
    const waiting = known.filter(({ name }) => !done.has(name))
    return waiting.map((migration) => ({ name: migration.name, contractions: contractionsOf(migration) }))
  })
}

/** Checks the schema for a server without the owner's credentials. Throws a message of one line that says why it cannot start. */
export async function requireCurrentSchema(appUrl: string): Promise<void> {
  await withDatabaseClient(appUrl, async (client) => {
    await requireSupportedPostgres(client)
    const done = await applied(client).catch(() => new Map<string, AppliedMigration>())
    const known = readMigrations()
    refuseNewer(done, known)
    const missing = known.find(({ name }) => !done.has(name))
    if (missing) throw new Error(`数据库还没有执行迁移 ${missing.name}，请设置 DATABASE_OWNER_URL 启动一次`)
  })
}
