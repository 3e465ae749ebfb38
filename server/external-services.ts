import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { type CarrierTracking, createKuaidi100Tracking, unconfiguredCarrierTracking } from '#server/adapters/carrier-tracking/public.ts'
import { type CompanyRegister, createQichachaRegister } from '#server/adapters/company-register/public.ts'
import { createTencentDocumentReader, type DocumentReader } from '#server/adapters/document-reader/public.ts'
import { createInvoiceProviderFromSettings, type InvoiceProvider } from '#server/adapters/e-invoice/public.ts'
import { createFascESignature, type ESignatureService } from '#server/adapters/e-signature/public.ts'
import { openPaymentGateways, type PaymentGatewaysByChannel } from '#server/adapters/gateway/public.ts'
import { createSmtpMailService, type MailService } from '#server/adapters/mail/public.ts'
import { createKuaidi100WaybillNumbers, type WaybillNumberService } from '#server/adapters/waybill-numbers/public.ts'
import { createWechatAccount, type WechatAccount } from '#server/adapters/wechat-account/public.ts'
import { createWecomRobot, type WecomRobot } from '#server/adapters/wecom-robot/public.ts'
import { readPublicMallProfile } from '#server/content/content/public.ts'
import { createWebhookSender, type WebhookSender } from '#server/integration/webhooks/public.ts'
import { createFolderStore, createS3Store, type FileStore } from '#server/people/files/public.ts'
import { createAliyunSmsGateway, createStoreOnlySmsGateway, type SmsGateway } from '#server/people/sms/public.ts'
import { listCertificatesOfPaymentProviders, type WatchedCertificate } from '#server/platform/core/certificates.ts'
import type { Config } from '#server/platform/core/config.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { PaymentProviderSettings } from '#server/platform/core/provider-settings.ts'

/** The external services of the mall: each is a provider's real service, or a local substitute whose output people can see. */
export interface ExternalServices {
  sms: SmsGateway
  /** The mail server; undefined: no mails are sent. */
  mail: MailService | undefined
  /** The robot of the group of staff; undefined: there is none. */
  robot: WecomRobot | undefined
  /** The service account in WeChat; undefined: there is none. */
  wechatAccount: WechatAccount | undefined
  files: FileStore
  /** The service that tracks parcels. */
  express: CarrierTracking
  /** The online payment providers, by channel, and the address that they use for us. */
  gateways: PaymentGatewaysByChannel
  publicUrl: string
  /** The provider of tax invoices; undefined: people enter invoices by hand. */
  eInvoice: InvoiceProvider | undefined
  /** The provider of electronic signatures; undefined: documents are printed and stamped. */
  eSignature: ESignatureService | undefined
  /** The service that gives waybill numbers; undefined: staff enter the numbers. */
  waybills: WaybillNumberService | undefined
  /** The service that reads pictures of papers; undefined: people fill in the forms of the verification. */
  documentReader: DocumentReader | undefined
  /** The register of companies; undefined: the same. */
  companyRegister: CompanyRegister | undefined
  /** The sender to addresses that companies have entered. */
  hooks: WebhookSender
}

/** The gateway of an installation without a provider, whose texts contain the name of the mall. */
export const createLocalSmsGatewayWithMallName = (db: Db, keys: Keys): SmsGateway =>
  createStoreOnlySmsGateway(db, keys, async () => (await readPublicMallProfile(db)).name)

/** Opens the services. Without an account, a service stays on this machine. */
type Reach = Pick<Config, 'dataDir'> &
  Partial<Pick<Config, 'sms' | 'mail' | 'robot' | 's3' | 'express' | 'providers' | 'publicUrl' | 'eInvoice' | 'eSignature' | 'waybills'>> &
  Partial<Pick<Config, 'documentReader' | 'companyRegister' | 'wechatAccount'>>

export const createExternalServices = (config: Reach, db: Db, keys: Keys): ExternalServices => ({
  sms:
    config.sms === undefined
      ? createLocalSmsGatewayWithMallName(db, keys)
      : createAliyunSmsGateway(config.sms, async () => (await readPublicMallProfile(db)).shortName),
  mail: config.mail && createSmtpMailService(config.mail, async () => (await readPublicMallProfile(db)).shortName),
  robot: config.robot && createWecomRobot(config.robot),
  wechatAccount: config.wechatAccount && createWechatAccount(config.wechatAccount),
  files: config.s3 === undefined ? createFolderStore(path.join(config.dataDir, 'files')) : createS3Store(config.s3),
  express: config.express === undefined ? unconfiguredCarrierTracking : createKuaidi100Tracking(config.express),
  gateways: openPaymentGateways(config.providers ?? {}),
  publicUrl: config.publicUrl ?? 'http://127.0.0.1',
  eInvoice: createInvoiceProviderFromSettings(config.eInvoice),
  eSignature: config.eSignature && createFascESignature(config.eSignature, () => randomBytes(16).toString('hex')),
  waybills: config.waybills && createKuaidi100WaybillNumbers(config.waybills),
  documentReader: config.documentReader && createTencentDocumentReader(config.documentReader),
  companyRegister: config.companyRegister && createQichachaRegister(config.companyRegister),
  hooks: createWebhookSender(),
})

/** Returns a function that lists the certificates whose end is watched. Throws for one in the settings that cannot be read. */
export function createCertificateLister(
  providers: PaymentProviderSettings,
  { mail }: Pick<ExternalServices, 'mail'>,
): () => readonly WatchedCertificate[] {
  const ofProviders = listCertificatesOfPaymentProviders(providers)
  return () => {
    const endsAt = mail?.certificateEndsAt()
    return endsAt === undefined ? ofProviders : [...ofProviders, { name: 'SMTP_HOST', endsAt }]
  }
}
