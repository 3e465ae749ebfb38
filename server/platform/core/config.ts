import path from 'node:path'
import {
  ConfigError,
  type EnvVariables,
  parseLogLevel,
  parseSealKeys,
  parseSecret,
  parseUrlEnvironmentSetting,
  readAllOrNoneEnvironmentSettings,
  readDatabaseUrl,
  readIntegerEnvironmentSetting,
  readOptionalIntegerEnvironmentSetting,
  readTextEnvironmentSetting,
} from './env.ts'
import { environmentSettings } from './environment-settings.ts'
import { parseTrustedProxies } from './ip-ranges.ts'
import { type MailAccount, readMailAccount } from './mail-settings.ts'
import {
  type ESignatureAccount,
  type InvoiceProviderSettings,
  type PaymentProviderSettings,
  readESignatureAccount,
  readInvoiceProviderSettings,
  readPaymentProviderSettings,
} from './provider-settings.ts'
import {
  type CompanyRegisterAccount,
  type DocumentReaderAccount,
  readCompanyRegisterAccount,
  readDocumentReaderAccount,
} from './reading-settings.ts'
import { type RetentionDays, readRetentionDays } from './retention-days.ts'
import type { SealKey } from './sealing.ts'
import { readServerLimits, type ServerLimits } from './server-limits.ts'
import { readWaybillAccount, type WaybillAccount } from './waybill-settings.ts'
import { readWechatAccountSettings, type WechatAccountSettings } from './wechat-account-settings.ts'

/** An account with the SMS provider, with its template code for each kind of text. */
export interface SmsAccount {
  keyId: string
  keySecret: string
  /** The signature that the provider has approved; undefined: the short name of the mall. */
  signName: string | undefined
  /** The address of the provider. */
  base: string
  templates: Record<'code' | 'known' | 'invitation' | 'alert', string>
}

/** An S3 bucket for files and its credentials. The endpoint includes the bucket. */
export interface S3Account {
  endpoint: string
  region: string
  keyId: string
  keySecret: string
}

/** An account with Kuaidi100, which tracks parcels. */
export interface CarrierTrackingAccount {
  customer: string
  key: string
  base: string
}

/** All settings from the environment, read once. */
export interface Config {
  host: string
  port: number
  /** How long a stopping server still serves, so that its proxy notices. */
  drainSeconds: number
  /** The port of the thread that answers /healthz and /readyz; undefined: there is none. */
  healthPort: number | undefined
  healthHost: string
  dataDir: string
  /** The URL of an external PostgreSQL, as mall_app. Without it the server starts its own. */
  databaseUrl: string | undefined
  /** The same database as mall_owner, for nodes that migrate and run jobs. */
  databaseOwnerUrl: string | undefined
  /** The same database as mall_app without a connection pooler. A connection that listens needs it. */
  databaseDirectUrl: string | undefined
  /** A replica of this database, as mall_app, for reads that may lag. */
  databaseReplicaUrl: string | undefined
  replicaLagSeconds: number
  poolSize: number
  /** How long a request waits for a connection, in milliseconds. */
  poolWaitMs: number
  prepared: boolean
  /** At least 32 bytes, in hex or base64. The demo generates its own. */
  secret: Buffer | undefined
  /** A second secret during a change of the secret. Digests that it made are found, too. */
  otherSecret: Buffer | undefined
  /** Seal keys that can be changed, newest last. Without any, the key derived from the secret seals. */
  sealKeys: SealKey[]
  production: boolean
  /** Fills an empty database with demo companies, goods and accounts. */
  demo: boolean
  /** The operator has confirmed with --yes-demo that other machines may reach the demo. */
  yesDemo: boolean
  /** Proxies whose X-Forwarded-For is trusted, as addresses or CIDR ranges. */
  trustProxy: string[]
  logLevel: string
  /** The port for Prometheus metrics; undefined: off. */
  metricsPort: number | undefined
  metricsHost: string
  /** Where traces are sent, and how many of 10,000 calls and jobs; undefined: nothing is traced. */
  traces: { url: string; share: number } | undefined
  /** The SMS account with Alibaba Cloud. Without it texts go to the local outbox. */
  sms: SmsAccount | undefined
  /** The account with a mail server. Without it no mails are sent, and the demo uses its own mailbox. */
  mail: MailAccount | undefined
  /** The robot of a group in 企业微信. */
  robot: { key: string; base: string } | undefined
  /** The service account in WeChat. Without it nobody gets messages there, and the demo uses a local one. */
  wechatAccount: WechatAccountSettings | undefined
  /** Accounts with payment providers. If there are none, the demo uses its own sandbox. */
  providers: PaymentProviderSettings
  /** An account with an e-invoice provider. Without it staff enter invoices by hand, and the demo uses a local provider. */
  eInvoice: InvoiceProviderSettings | undefined
  /** The account for electronic signatures. Without it documents are printed and stamped, and the demo uses a local provider. */
  eSignature: ESignatureAccount | undefined
  /** The port of the demo's sandbox provider, on loopback. */
  sandboxPort: number | undefined
  /** The public URL of the mall: providers send notifications to it and redirect buyers back to it. */
  publicUrl: string
  /** Without it files are stored in the data folder. */
  s3: S3Account | undefined
  /** The account with Kuaidi100. Without it staff enter where parcels are. */
  express: CarrierTrackingAccount | undefined
  /** The account for waybill numbers. Without it staff enter the numbers. */
  waybills: WaybillAccount | undefined
  /** The account that reads pictures of papers. Without it people fill in the forms of the verification. */
  documentReader: DocumentReaderAccount | undefined
  /** The account for the register of companies. */
  companyRegister: CompanyRegisterAccount | undefined
  limits: ServerLimits
  retentionDays: RetentionDays
}

const SMS_NAMES = [
  'SMS_KEY_ID',
  'SMS_KEY_SECRET',
  'SMS_TEMPLATE_CODE',
  'SMS_TEMPLATE_KNOWN',
  'SMS_TEMPLATE_INVITATION',
  'SMS_TEMPLATE_ALERT',
] as const

function readSms(env: EnvVariables): SmsAccount | undefined {
  const set = readAllOrNoneEnvironmentSettings(env, '短信服务', SMS_NAMES)
  if (!set) return undefined
  return {
    keyId: set.SMS_KEY_ID,
    keySecret: set.SMS_KEY_SECRET,
    signName: env.SMS_SIGN_NAME || undefined,
    base: parseUrlEnvironmentSetting('SMS_BASE', readTextEnvironmentSetting(env, 'SMS_BASE')),
    templates: {
      code: set.SMS_TEMPLATE_CODE,
      known: set.SMS_TEMPLATE_KNOWN,
      invitation: set.SMS_TEMPLATE_INVITATION,
      alert: set.SMS_TEMPLATE_ALERT,
    },
  }
}

function readS3(env: EnvVariables): S3Account | undefined {
  const set = readAllOrNoneEnvironmentSettings(env, '文件存储', ['S3_ENDPOINT', 'S3_REGION', 'S3_KEY_ID', 'S3_KEY_SECRET'])
  if (!set) return undefined
  const endpoint = set.S3_ENDPOINT
  if (!URL.canParse(endpoint) || !/^https?:\/\/[^/]+/.test(endpoint)) throw new ConfigError('S3_ENDPOINT 应为含存储桶的网址')
  return { endpoint, region: set.S3_REGION, keyId: set.S3_KEY_ID, keySecret: set.S3_KEY_SECRET }
}

function readExpress(env: EnvVariables): CarrierTrackingAccount | undefined {
  const set = readAllOrNoneEnvironmentSettings(env, '快递查询', ['KUAIDI100_CUSTOMER', 'KUAIDI100_KEY'])
  if (!set) return undefined
  const base = parseUrlEnvironmentSetting('KUAIDI100_BASE', readTextEnvironmentSetting(env, 'KUAIDI100_BASE'))
  return { customer: set.KUAIDI100_CUSTOMER, key: set.KUAIDI100_KEY, base }
}

function readDocumentProviders(env: EnvVariables): Pick<Config, 'eInvoice' | 'eSignature' | 'documentReader' | 'companyRegister'> {
  const eSignature = readESignatureAccount(env)
  if (eSignature && !env.PUBLIC_URL) throw new ConfigError('电子签章需要设置 PUBLIC_URL（签署后通知和返回的地址）')
  const readings = { documentReader: readDocumentReaderAccount(env), companyRegister: readCompanyRegisterAccount(env) }
  return { eInvoice: readInvoiceProviderSettings(env), eSignature, ...readings }
}

/** Only the embedded database keeps its secret in its data folder. `mayEmbed`: without an own database it is used. Throws `ConfigError`. */
function requireDatabaseAndSecret({ databaseUrl, secret }: Pick<Config, 'databaseUrl' | 'secret'>, mayEmbed: boolean): void {
  if (databaseUrl === undefined && mayEmbed) return
  if (secret === undefined) throw new ConfigError('缺少 MALL_SECRET（可用 openssl rand -hex 32 生成）')
  if (databaseUrl === undefined)
    throw new ConfigError('生产环境需要设置 DATABASE_URL；只有一台机器时可设 EMBEDDED_DATABASE=1，用自带的数据库')
}

/** Reads the environment and the command-line arguments. Throws `ConfigError` with one clear line. */
export function readConfig(env: EnvVariables, args: readonly string[] = []): Config {
  const production = env.NODE_ENV === 'production'
  const databaseUrl = readDatabaseUrl(env, 'DATABASE_URL')
  const demo = env.DEMO ? env.DEMO === '1' : databaseUrl === undefined
  const secret = env.MALL_SECRET ? parseSecret('MALL_SECRET', env.MALL_SECRET) : undefined
  const otherSecret = env.MALL_SECRET_OTHER ? parseSecret('MALL_SECRET_OTHER', env.MALL_SECRET_OTHER) : undefined
  if (secret !== undefined && otherSecret?.equals(secret)) throw new ConfigError('MALL_SECRET_OTHER 与 MALL_SECRET 相同')
  requireDatabaseAndSecret({ databaseUrl, secret }, env.EMBEDDED_DATABASE === '1' || !production)
  const sms = readSms(env)
  if (production && sms === undefined) throw new ConfigError('生产环境需要设置短信服务（SMS_KEY_ID 等）')
  const providers = readPaymentProviderSettings(env)
  if (Object.keys(providers).length > 0 && !env.PUBLIC_URL) throw new ConfigError('在线支付需要设置 PUBLIC_URL（支付机构通知的地址）')
  const port = readIntegerEnvironmentSetting(env, 'PORT')
  return {
    // For 'localhost' Fastify would open a second server on the other address of this name. One address is enough.
    host: env.HOST === 'localhost' ? environmentSettings.HOST.initial : readTextEnvironmentSetting(env, 'HOST'),
    port,
    drainSeconds: readIntegerEnvironmentSetting(env, 'DRAIN_SECONDS'),
    healthPort: readOptionalIntegerEnvironmentSetting(env, 'HEALTH_PORT'),
    healthHost: readTextEnvironmentSetting(env, 'HEALTH_HOST'),
    dataDir: path.resolve(readTextEnvironmentSetting(env, 'DATA_DIR')),
    databaseUrl,
    databaseOwnerUrl: readDatabaseUrl(env, 'DATABASE_OWNER_URL'),
    databaseDirectUrl: readDatabaseUrl(env, 'DATABASE_DIRECT_URL') ?? databaseUrl,
    databaseReplicaUrl: readDatabaseUrl(env, 'DATABASE_REPLICA_URL'),
    replicaLagSeconds: readIntegerEnvironmentSetting(env, 'REPLICA_LAG_SECONDS'),
    poolSize: readIntegerEnvironmentSetting(env, 'POOL_SIZE'),
    poolWaitMs: readIntegerEnvironmentSetting(env, 'POOL_WAIT'),
    prepared: env.PREPARED !== '0',
    secret,
    otherSecret,
    sealKeys: env.SEAL_KEYS ? parseSealKeys(env.SEAL_KEYS) : [],
    production,
    demo: demo && !production,
    yesDemo: args.includes('--yes-demo'),
    trustProxy: parseTrustedProxies('TRUST_PROXY', env.TRUST_PROXY ?? ''),
    logLevel: parseLogLevel('LOG_LEVEL', readTextEnvironmentSetting(env, 'LOG_LEVEL')),
    metricsPort: readOptionalIntegerEnvironmentSetting(env, 'METRICS_PORT'),
    metricsHost: readTextEnvironmentSetting(env, 'METRICS_HOST'),
    traces: env.TRACES_URL
      ? { url: parseUrlEnvironmentSetting('TRACES_URL', env.TRACES_URL), share: readIntegerEnvironmentSetting(env, 'TRACES_SHARE') }
      : undefined,
    sms,
    mail: readMailAccount(env),
    robot: env.WECOM_ROBOT_KEY
      ? {
          key: env.WECOM_ROBOT_KEY,
          base: parseUrlEnvironmentSetting('WECOM_ROBOT_BASE', readTextEnvironmentSetting(env, 'WECOM_ROBOT_BASE')),
        }
      : undefined,
    wechatAccount: readWechatAccountSettings(env),
    providers,
    ...readDocumentProviders(env),
    sandboxPort: readOptionalIntegerEnvironmentSetting(env, 'SANDBOX_PORT'),
    publicUrl: parseUrlEnvironmentSetting('PUBLIC_URL', env.PUBLIC_URL || `http://127.0.0.1:${port}`),
    s3: readS3(env),
    express: readExpress(env),
    waybills: readWaybillAccount(env),
    limits: readServerLimits(env),
    retentionDays: readRetentionDays((name) => readIntegerEnvironmentSetting(env, name)),
  }
}
