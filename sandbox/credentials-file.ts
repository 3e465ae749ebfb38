import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Reads the credentials that a sandbox shares with the mall from a folder. At the first start it creates them with `make`, readable only by
 * the owner. Throws an error of the file system if another process creates them at the same time.
 */
export function readOrCreateCredentialsFile<Credentials>(folder: string, make: () => Credentials): Credentials {
  const file = path.join(folder, 'credentials.json')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(file, JSON.stringify(make()), { mode: 0o600, flag: 'wx' })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Credentials
}
