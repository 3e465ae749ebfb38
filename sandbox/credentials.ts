import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { readOrCreateCredentialsFile } from './credentials-file.ts'

/** The keys and ids that the merchant and the provider share. The sandbox creates them; they are not valid anywhere else. */
export interface PaymentSandboxCredentials {
  mchid: string
  appid: string
  apiKey: string
  /** Of the service account. */
  appSecret: string
  merchant: { serial: string; key: KeyObject; publicKey: KeyObject }
  platform: { serial: string; key: KeyObject; publicKey: KeyObject }
}

interface Stored {
  mchid: string
  appid: string
  apiKey: string
  merchant: { serial: string; pem: string }
  platform: { serial: string; pem: string }
}

const newSide = () => ({
  serial: randomBytes(20).toString('hex').toUpperCase(),
  pem: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
})

const side = ({ serial, pem }: { serial: string; pem: string }) => {
  const key = createPrivateKey(pem)
  return { serial, key, publicKey: createPublicKey(key) }
}

/** Reads the credentials in a folder, or creates them at the first start. The mall and the sandbox read the same file. */
export function readOrCreateSandboxCredentials(folder: string): PaymentSandboxCredentials {
  const stored = readOrCreateCredentialsFile<Stored>(folder, () => ({
    mchid: '1900000109',
    appid: 'wxd678efh567hg6787',
    apiKey: randomBytes(16).toString('hex'),
    merchant: newSide(),
    platform: newSide(),
  }))
  // A folder from before has no secret of its own, and both sides compute the same one.
  const appSecret = createHash('md5').update(stored.apiKey).digest('hex')
  return { ...stored, appSecret, merchant: side(stored.merchant), platform: side(stored.platform) }
}
