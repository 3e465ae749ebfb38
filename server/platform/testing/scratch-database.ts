import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { startOrTakeOverEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { APP_ROLE, createRolesAndDatabase, OWNER_ROLE, replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { distributeDatabaseOnOneMachine, isCitusServer } from '#server/platform/distribution/public.ts'

/** An own PostgreSQL in a temporary folder with a migrated database, for tests and tools. It is deleted when closed. */
export interface ScratchDatabase {
  superUrl: string
  ownerUrl: string
  appUrl: string
  close(): Promise<void>
}

/** The database that every test file copies. */
export const TEMPLATE_DATABASE = 'mall'

interface Server {
  superUrl: string
  stop(): void | Promise<void>
}

/**
 * Starts PostgreSQL without waiting for the disk at every commit, because its data is not needed after the process. A statement is planned once
 * a connection: a story runs most of its statements a few times only, and PostgreSQL would plan each of the first five again. The
 * random password of a role is hashed once and not 4096 times, because every file opens connections. The crash test uses the real settings.
 */
async function startServer(): Promise<Server> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-test-'))
  // If root starts it, the database runs as another user, who needs access.
  chmodSync(dataDir, 0o711)
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    shared_buffers: '256MB',
    plan_cache_mode: 'force_generic_plan',
    scram_iterations: '1',
  }
  const superPassword = randomBytes(12).toString('hex')
  const port = 55_000 + (process.pid % 5_000)
  const postgres = await startOrTakeOverEmbeddedPostgres({ dataDir, superPassword, port, settings })
  const stop = () => {
    postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { superUrl: postgres.superUrl, stop }
}

/** Databases that every server has, and copies that stories leave behind when they are killed. */
const OF_NOBODY = '^(postgres|template[01]|(mall|start)_[0-9a-f]{12})$'

/**
 * Uses another server, of another version, as its superuser. The server must serve nothing else, because roles and databases are created
 * and deleted in it. Refuses a server with any other database, which may be a mall.
 */
async function reuseServer(superUrl: string): Promise<Server> {
  const { rows } = await withDatabaseClient(superUrl, (client) =>
    client.query<{ datname: string }>('select datname from pg_database where datname !~ $1 order by 1', [OF_NOBODY]),
  )
  const others = rows.map(({ datname }) => datname)
  if (others.length > 0) throw new Error(`the database server of the tests has ${others.join(', ')}: stories want a server of their own`)
  const stop = () =>
    withDatabaseClient(superUrl, async (client) => void (await client.query(`drop database ${TEMPLATE_DATABASE} with (force)`)))
  return { superUrl, stop }
}

/** Opens a migrated database on an own server, or on the server in TEST_DATABASE_URL unless `own` is set. */
export async function openScratchDatabase({ own = false } = {}): Promise<ScratchDatabase> {
  const { TEST_DATABASE_URL } = process.env
  const { superUrl, stop } = await (TEST_DATABASE_URL && !own ? reuseServer(TEST_DATABASE_URL) : startServer())
  const passwords = { owner: randomBytes(12).toString('hex'), app: randomBytes(12).toString('hex') }
  await createRolesAndDatabase(superUrl, passwords, TEMPLATE_DATABASE)
  const ownerUrl = replaceDatabaseUrlParts(superUrl, { user: OWNER_ROLE, password: passwords.owner, database: TEMPLATE_DATABASE })
  const appUrl = replaceDatabaseUrlParts(superUrl, { user: APP_ROLE, password: passwords.app, database: TEMPLATE_DATABASE })
  await migrate(ownerUrl)
  const superUrlOfDatabase = replaceDatabaseUrlParts(superUrl, { database: TEMPLATE_DATABASE })
  if (await withDatabaseClient(superUrl, isCitusServer)) {
    const { hostname, port } = new URL(superUrl)
    const roles = [APP_ROLE, OWNER_ROLE]
    await withDatabaseClient(superUrlOfDatabase, (client) =>
      distributeDatabaseOnOneMachine(client, { hostname, port: Number(port) }, roles),
    )
  }
  return {
    superUrl,
    ownerUrl,
    appUrl,
    close: async () => stop(),
  }
}
