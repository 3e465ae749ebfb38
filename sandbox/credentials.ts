import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

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
  const file = path.join(folder, 'credentials.json')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const made: Stored = {
      mchid: '1900000109',
      appid: 'wxd678efh567hg6787',
      apiKey: randomBytes(16).toString('hex'),
      merchant: newSide(),
      platform: newSide(),
    }
    writeFileSync(file, JSON.stringify(made), { mode: 0o600, flag: 'wx' })
  }
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Stored
  // A folder from before has no secret of its own, and both sides compute the same one.
  const appSecret = createHash('md5').update(stored.apiKey).digest('hex')
  return { ...stored, appSecret, merchant: side(stored.merchant), platform: side(stored.platform) }
}
