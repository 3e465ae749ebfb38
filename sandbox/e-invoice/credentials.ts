import { randomBytes } from 'node:crypto'
import { readOrCreateCredentialsFile } from '#sandbox/credentials-file.ts'

/** The keys that the mall and the local e-invoice provider share. They are not valid anywhere else. */
export interface InvoiceCredentials {
  appKey: string
  secret: string
}

/** Reads the credentials in a folder, or creates them at the first start. */
export function readOrCreateInvoiceCredentials(folder: string): InvoiceCredentials {
  return readOrCreateCredentialsFile(folder, () => ({ appKey: randomBytes(8).toString('hex'), secret: randomBytes(32).toString('hex') }))
}
