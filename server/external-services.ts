import path from 'node:path'
import { type CarrierTracking, createKuaidi100Tracking, noCarrierTracking } from '#server/adapters/carrier-tracking/public.ts'
import { type InvoiceProvider, openInvoiceProvider } from '#server/adapters/e-invoice/public.ts'
import { type Gateways, openGateways } from '#server/adapters/gateway/public.ts'
import { readSiteInfo } from '#server/content/content/public.ts'
import { createWebhookSender, type WebhookSender } from '#server/integration/webhooks/public.ts'
import { createFolderStore, createS3Store, type FileStore } from '#server/people/files/public.ts'
import { createAliyunSmsGateway, createLocalSmsGateway, type SmsGateway } from '#server/people/sms/public.ts'
import type { Config } from '#server/platform/core/config.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'

/** What the mall uses that is not its own: each a provider's real service, or a local one where people can look. */
export interface ExternalServices {
  sms: SmsGateway
  files: FileStore
  /** Who is asked where parcels are. */
  express: CarrierTracking
  /** Online payment, by channel, and the address that the providers know us by. */
  gateways: Gateways
  publicUrl: string
  /** Who makes out tax invoices; undefined: people do, by hand. */
  eInvoice: InvoiceProvider | undefined
  /** Who sends to addresses that companies have named. */
  hooks: WebhookSender
}

/** The gateway of an installation without a provider, whose texts carry the name of the mall. */
export const createProviderlessSmsGateway = (db: Db, keys: Keys): SmsGateway =>
  createLocalSmsGateway(db, keys, async () => (await readSiteInfo(db)).name)

/** What is reached: everything that no account is given for stays on this machine. */
type Reach = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'sms' | 's3' | 'express' | 'providers' | 'publicUrl' | 'eInvoice'>>

export const openExternalServices = (config: Reach, db: Db, keys: Keys): ExternalServices => ({
  sms:
    config.sms === undefined
      ? createProviderlessSmsGateway(db, keys)
      : createAliyunSmsGateway(config.sms, async () => (await readSiteInfo(db)).shortName),
  files: config.s3 === undefined ? createFolderStore(path.join(config.dataDir, 'files')) : createS3Store(config.s3),
  express: config.express === undefined ? noCarrierTracking : createKuaidi100Tracking(config.express),
  gateways: openGateways(config.providers ?? {}),
  publicUrl: config.publicUrl ?? 'http://127.0.0.1',
  eInvoice: openInvoiceProvider(config.eInvoice),
  hooks: createWebhookSender(),
})
