import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createWalArchiveSettings } from '#server/platform/database/backups/wal-archive.ts'
import { withDatabaseClient } from './connect.ts'
import { lockDataFolder, prepareDataFolder, writeFileAtomically } from './data-folder.ts'
import { createSuperuserUrl, type EmbeddedPostgres, findRunningPostmaster, startOrTakeOverEmbeddedPostgres } from './embedded-postgres.ts'
import { preparePostgresHome } from './postgres-files.ts'
import { APP_ROLE, createRolesAndDatabase, DATABASE_NAME, OWNER_ROLE, replaceDatabaseUrlParts } from './roles.ts'

/** The secrets that the first start of a data folder generates and every later start needs. Only the owner can read them. */
interface Secrets {
  /** The server's secret, in hex. */
  secret: string
  passwords: { super: string; owner: string; app: string }
}

const PORT = 54_329

export function readOrCreateSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json')
  if (existsSync(file)) return parseSecrets(file, readFileSync(file, 'utf8'))
  const draw = () => randomBytes(32).toString('hex')
  const secrets = { secret: draw(), passwords: { super: draw(), owner: draw(), app: draw() } }
  writeFileAtomically(file, JSON.stringify(secrets, null, 2), 0o600)
  return secrets
}

function parseSecrets(file: string, text: string): Secrets {
  try {
    const { secret, passwords } = JSON.parse(text) as Secrets
    return { secret, passwords: { super: passwords.super, owner: passwords.owner, app: passwords.app } }
  } catch {
    throw new Error(`${file} 已损坏，请从备份恢复；数据库的密码和密钥都在其中`)
  }
}

export interface EmbeddedDatabase {
  postgres: EmbeddedPostgres
  /** Stops the server and releases the folder's lock. */
  close(): void
  /** Fills an empty database. If it is interrupted, nothing remains, and the next start begins with an empty database again. */
  fill(work: () => Promise<void>): Promise<void>
  superUrl: string
  appUrl: string
  ownerUrl: string
  secret: Buffer
}

/** Sets whether the commits of new connections to the mall's database wait for the disk. */
const setSynchronousCommit = (superUrl: string, value: 'off' | 'default'): Promise<unknown> =>
  withDatabaseClient(superUrl, (client) => client.query(`alter database ${DATABASE_NAME} set synchronous_commit to ${value}`))

/**
 * Starts the embedded PostgreSQL in a data folder, with its roles and its database. Generates the secrets of a new folder. `meanwhile`:
 * work to do during the start, after the folder was locked by this process. It is told whether the cluster is being made.
 */
export async function startEmbeddedPostgresWithMallDatabase(
  dataDir: string,
  {
    settings = {},
    port = PORT,
    meanwhile = async () => {},
  }: { settings?: Record<string, string>; port?: number; meanwhile?: (isNew: boolean) => Promise<unknown> } = {},
): Promise<EmbeddedDatabase> {
  prepareDataFolder(dataDir)
  const unlock = lockDataFolder(dataDir)
  const { secret, passwords } = readOrCreateSecrets(dataDir)
  const archived = { ...createWalArchiveSettings(preparePostgresHome(dataDir).cluster), ...settings }
  const postgres = await startOrTakeOverEmbeddedPostgres({ dataDir, superPassword: passwords.super, port, settings: archived, meanwhile })
  const close = () => {
    postgres.stop()
    unlock()
  }
  const halfFilled = path.join(dataDir, 'half-filled')
  if (existsSync(halfFilled))
    await withDatabaseClient(postgres.superUrl, (client) => client.query(`drop database if exists ${DATABASE_NAME} with (force)`))
  rmSync(halfFilled, { force: true })
  await createRolesAndDatabase(postgres.superUrl, passwords)
  const fill = async (work: () => Promise<void>) => {
    writeFileSync(halfFilled, '')
    // What is filled only by half is filled anew. So a commit need not wait for the disk; the checkpoint waits for all of them once.
    await setSynchronousCommit(postgres.superUrl, 'off')
    await work()
    await setSynchronousCommit(postgres.superUrl, 'default')
    await withDatabaseClient(postgres.superUrl, (client) => client.query('checkpoint'))
    rmSync(halfFilled)
  }
  return {
    postgres,
    close,
    fill,
    superUrl: postgres.superUrl,
    ...buildRoleUrls(postgres.superUrl, passwords),
    secret: Buffer.from(secret, 'hex'),
  }
}

export function buildRoleUrls(superUrl: string, passwords: Secrets['passwords']): { appUrl: string; ownerUrl: string } {
  const url = (user: string, password: string) => replaceDatabaseUrlParts(superUrl, { user, password, database: DATABASE_NAME })
  return { appUrl: url(APP_ROLE, passwords.app), ownerUrl: url(OWNER_ROLE, passwords.owner) }
}

/** The database of a data folder whose server is running, for tools; undefined if none is running. */
export function findRunningEmbeddedDatabase(
  dataDir: string,
): Pick<EmbeddedDatabase, 'superUrl' | 'appUrl' | 'ownerUrl' | 'secret'> | undefined {
  const running = existsSync(path.join(dataDir, 'secrets.json')) ? findRunningPostmaster(dataDir) : undefined
  if (!running) return undefined
  const { secret, passwords } = readOrCreateSecrets(dataDir)
  const superUrl = createSuperuserUrl(running, passwords.super)
  return { superUrl, ...buildRoleUrls(superUrl, passwords), secret: Buffer.from(secret, 'hex') }
}
