import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The keys that the mall and the local e-invoice provider share. They are not valid anywhere else. */
export interface InvoiceCredentials {
  appKey: string
  secret: string
}

/** Reads the credentials in a folder, or creates them at the first start. */
export function readOrCreateInvoiceCredentials(folder: string): InvoiceCredentials {
  const file = path.join(folder, 'credentials.json')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const made = { appKey: randomBytes(8).toString('hex'), secret: randomBytes(32).toString('hex') }
    writeFileSync(file, JSON.stringify(made), { mode: 0o600, flag: 'wx' })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as InvoiceCredentials
}
