import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startOwnPostgres } from '../database/embedded-postgres.ts'
import { migrate } from '../database/migrate.ts'
import { APP, OWNER, prepareRoles, urlFor } from '../database/roles.ts'

/** A server of our own in a temporary folder, with a migrated database, for tests and tools. Gone when closed. */
export interface ScratchDatabase {
  superUrl: string
  ownerUrl: string
  appUrl: string
  close(): Promise<void>
}

/** The database that every test file's own copy is made from. */
export const TEMPLATE = 'mall'

/**
 * Starts PostgreSQL without waiting for the disk at every commit: what is tested here does not survive the process anyway. The crash
 * run, which is about surviving, uses the real settings.
 */
export async function openScratchDatabase(): Promise<ScratchDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-test-'))
  // Started by root, the database runs as somebody else and must get in.
  chmodSync(dataDir, 0o711)
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200', shared_buffers: '256MB' }
  const superPassword = randomBytes(12).toString('hex')
  const passwords = { owner: randomBytes(12).toString('hex'), app: randomBytes(12).toString('hex') }
  const port = 55_000 + (process.pid % 5_000)
  const postgres = await startOwnPostgres({ dataDir, superPassword, port, settings })
  await prepareRoles(postgres.superUrl, passwords, TEMPLATE)
  const ownerUrl = urlFor(postgres.superUrl, { user: OWNER, password: passwords.owner, database: TEMPLATE })
  const appUrl = urlFor(postgres.superUrl, { user: APP, password: passwords.app, database: TEMPLATE })
  await migrate(ownerUrl)
  return {
    superUrl: postgres.superUrl,
    ownerUrl,
    appUrl,
    close: async () => {
      postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
