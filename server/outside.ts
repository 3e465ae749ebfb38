import path from 'node:path'
import { type FileStore, folderStore } from './files/public.ts'
import { type Gateways, openGateways } from './gateway/public.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db.ts'
import type { Keys } from './platform/keys.ts'
import { aliyunGateway, localGateway, type SmsGateway } from './sms/public.ts'

/** What the mall uses that is not its own: each a provider's real service, or a local one where people can look. */
export interface Outside {
  sms: SmsGateway
  files: FileStore
  /** Online payment, by channel, and the address that the providers know us by. */
  gateways: Gateways
  publicUrl: string
}

export const openOutside = (config: Pick<Config, 'sms' | 'dataDir' | 'providers' | 'publicUrl'>, db: Db, keys: Keys): Outside => ({
  sms: config.sms === undefined ? localGateway(db, keys) : aliyunGateway(config.sms),
  files: folderStore(path.join(config.dataDir, 'files')),
  gateways: openGateways(config.providers),
  publicUrl: config.publicUrl,
})
