import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'
import { readOrCreateCredentialsFile } from '#sandbox/credentials-file.ts'
import { createTestKey } from './certificates.ts'

/** The keys that the mall and the local signing provider share, and the key of its authority. They are not valid anywhere else. */
export interface ESignatureCredentials {
  appId: string
  appSecret: string
  /** The mall's own company at the provider. */
  openCorpId: string
  authorityKey: KeyObject
}

interface Stored extends Omit<ESignatureCredentials, 'authorityKey'> {
  authorityPem: string
}

/** Reads the credentials in a folder, or creates them at the first start. */
export function readOrCreateESignatureCredentials(folder: string): ESignatureCredentials {
  const { authorityPem, appId, appSecret, openCorpId } = readOrCreateCredentialsFile<Stored>(folder, () => ({
    appId: randomBytes(8).toString('hex'),
    appSecret: randomBytes(16).toString('hex'),
    openCorpId: randomBytes(16).toString('hex'),
    authorityPem: createTestKey().export({ type: 'pkcs8', format: 'pem' }) as string,
  }))
  return { appId, appSecret, openCorpId, authorityKey: createPrivateKey(authorityPem) }
}
