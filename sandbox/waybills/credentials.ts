import { randomBytes } from 'node:crypto'
import { readOrCreateCredentialsFile } from '#sandbox/credentials-file.ts'

/** The keys that the mall and the local carrier share. They are not valid anywhere else. */
export interface WaybillCredentials {
  key: string
  secret: string
}

/** Reads the credentials in a folder, or creates them at the first start. */
export function readOrCreateWaybillCredentials(folder: string): WaybillCredentials {
  return readOrCreateCredentialsFile(folder, () => ({ key: randomBytes(8).toString('hex'), secret: randomBytes(16).toString('hex') }))
}

/** The accounts at carriers of a mall that uses the local carrier, and who sends. */
export const sandboxWaybillAccounts = {
  carriers: {
    德邦快递: { partnerId: 'DEMO-DB', partnerKey: '', net: '' },
    顺丰速运: { partnerId: 'DEMO-SF', partnerKey: '', net: '' },
    中通快递: { partnerId: 'DEMO-ZTO', partnerKey: 'demo', net: '深圳龙岗' },
  },
  sender: { name: '仓储部', mobile: '13800000088' },
} as const
