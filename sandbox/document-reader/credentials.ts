import { randomBytes } from 'node:crypto'
import { readOrCreateCredentialsFile } from '#sandbox/credentials-file.ts'

/** The keys that the mall and the local reader share: those of the service for pictures, and those of the register. They are not valid anywhere else. */
export interface DocumentReaderCredentials {
  secretId: string
  secretKey: string
  registerKey: string
  registerSecret: string
}

/** Reads the credentials in a folder, or creates them at the first start. */
export function readOrCreateDocumentReaderCredentials(folder: string): DocumentReaderCredentials {
  const text = (bytes: number) => randomBytes(bytes).toString('hex')
  return readOrCreateCredentialsFile(folder, () => ({
    secretId: `AKID${text(16)}`,
    secretKey: text(16),
    registerKey: text(16),
    registerSecret: text(16),
  }))
}
