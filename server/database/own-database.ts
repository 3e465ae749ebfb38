import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { lockDataFolder } from './data-folder-lock.ts'
import { findOwnPostgres, type OwnPostgres, startOwnPostgres } from './embedded-postgres.ts'
import { APP, DATABASE, OWNER, prepareRoles, urlFor } from './roles.ts'

/** What the first start of a data folder drew and every later one needs; readable by its owner alone. */
interface Secrets {
  /** The server's own, hex. */
  secret: string
  passwords: { super: string; owner: string; app: string }
}

const PORT = 54_329

function readSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets
  const draw = () => randomBytes(32).toString('hex')
  const secrets = { secret: draw(), passwords: { super: draw(), owner: draw(), app: draw() } }
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}

export interface OwnDatabase {
  postgres: OwnPostgres
  /** Stops the server and lets go of the folder. */
  close(): void
  appUrl: string
  ownerUrl: string
  secret: Buffer
}

/** Starts the server's own PostgreSQL in a data folder, with its roles and its database, and draws the secrets of a new one. */
export async function openOwnDatabase(
  dataDir: string,
  { settings = {}, port = PORT }: { settings?: Record<string, string>; port?: number } = {},
): Promise<OwnDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const unlock = lockDataFolder(dataDir)
  const { secret, passwords } = readSecrets(dataDir)
  const postgres = await startOwnPostgres({ dataDir, superPassword: passwords.super, port, settings })
  await prepareRoles(postgres.superUrl, passwords)
  const close = () => {
    postgres.stop()
    unlock()
  }
  return { postgres, close, ...urlsAt(postgres.superUrl, passwords), secret: Buffer.from(secret, 'hex') }
}

function urlsAt(superUrl: string, passwords: Secrets['passwords']): { appUrl: string; ownerUrl: string } {
  const url = (user: string, password: string) => urlFor(superUrl, { user, password, database: DATABASE })
  return { appUrl: url(APP, passwords.app), ownerUrl: url(OWNER, passwords.owner) }
}

/** The database of a data folder whose server is running, for tools that look at it from beside; undefined where none runs. */
export function findOwnDatabase(dataDir: string): Pick<OwnDatabase, 'appUrl' | 'ownerUrl' | 'secret'> | undefined {
  const running = existsSync(path.join(dataDir, 'secrets.json')) ? findOwnPostgres(dataDir) : undefined
  if (!running) return undefined
  const { secret, passwords } = readSecrets(dataDir)
  return { ...urlsAt(`postgres://postgres@127.0.0.1:${running.port}/postgres`, passwords), secret: Buffer.from(secret, 'hex') }
}
