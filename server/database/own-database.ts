import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withClient } from './connect.ts'
import { lockDataFolder, openDataFolder, writeWhole } from './data-folder.ts'
import { findOwnPostgres, type OwnPostgres, startOwnPostgres } from './embedded-postgres.ts'
import { preparePostgresHome } from './postgres-files.ts'
import { APP, DATABASE, OWNER, prepareRoles, urlFor } from './roles.ts'
import { archiveSettings } from './wal-archive.ts'

/** What the first start of a data folder drew and every later one needs; readable by its owner alone. */
interface Secrets {
  /** The server's own, hex. */
  secret: string
  passwords: { super: string; owner: string; app: string }
}

const PORT = 54_329

export function readSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json')
  if (existsSync(file)) return parseSecrets(file, readFileSync(file, 'utf8'))
  const draw = () => randomBytes(32).toString('hex')
  const secrets = { secret: draw(), passwords: { super: draw(), owner: draw(), app: draw() } }
  writeWhole(file, JSON.stringify(secrets, null, 2), 0o600)
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

export interface OwnDatabase {
  postgres: OwnPostgres
  /** Stops the server and lets go of the folder. */
  close(): void
  /** Fills an empty database. Cut short, it leaves nothing behind: the next start begins with an empty one again. */
  fill(work: () => Promise<void>): Promise<void>
  superUrl: string
  appUrl: string
  ownerUrl: string
  secret: Buffer
}

/** Starts the server's own PostgreSQL in a data folder, with its roles and its database, and draws the secrets of a new one. */
export async function openOwnDatabase(
  dataDir: string,
  { settings = {}, port = PORT }: { settings?: Record<string, string>; port?: number } = {},
): Promise<OwnDatabase> {
  openDataFolder(dataDir)
  const unlock = lockDataFolder(dataDir)
  const { secret, passwords } = readSecrets(dataDir)
  const archived = { ...archiveSettings(preparePostgresHome(dataDir).cluster), ...settings }
  const postgres = await startOwnPostgres({ dataDir, superPassword: passwords.super, port, settings: archived })
  const close = () => {
    postgres.stop()
    unlock()
  }
  const halfFilled = path.join(dataDir, 'half-filled')
  if (existsSync(halfFilled))
    await withClient(postgres.superUrl, (client) => client.query(`drop database if exists ${DATABASE} with (force)`))
  rmSync(halfFilled, { force: true })
  await prepareRoles(postgres.superUrl, passwords)
  const fill = async (work: () => Promise<void>) => {
    writeFileSync(halfFilled, '')
    await work()
    rmSync(halfFilled)
  }
  return { postgres, close, fill, superUrl: postgres.superUrl, ...urlsAt(postgres.superUrl, passwords), secret: Buffer.from(secret, 'hex') }
}

export function urlsAt(superUrl: string, passwords: Secrets['passwords']): { appUrl: string; ownerUrl: string } {
  const url = (user: string, password: string) => urlFor(superUrl, { user, password, database: DATABASE })
  return { appUrl: url(APP, passwords.app), ownerUrl: url(OWNER, passwords.owner) }
}

/** The database of a data folder whose server is running, for tools that look at it from beside; undefined where none runs. */
export function findOwnDatabase(dataDir: string): Pick<OwnDatabase, 'superUrl' | 'appUrl' | 'ownerUrl' | 'secret'> | undefined {
  const running = existsSync(path.join(dataDir, 'secrets.json')) ? findOwnPostgres(dataDir) : undefined
  if (!running) return undefined
  const { secret, passwords } = readSecrets(dataDir)
  const superUrl = `postgres://postgres:${passwords.super}@127.0.0.1:${running.port}/postgres`
  return { superUrl, ...urlsAt(superUrl, passwords), secret: Buffer.from(secret, 'hex') }
}
