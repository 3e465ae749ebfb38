import path from 'node:path'
import { allOrNone, ConfigError, databaseUrlFrom, type Env, readSealKeys, readSecret, whole } from './env.ts'
import { type InvoiceSettings, type ProviderSettings, readInvoiceProvider, readProviders } from './provider-settings.ts'
import type { SealKey } from './sealing.ts'

/** How many requests a minute, and how many at once; benches and crash runs raise them. */
export interface RateLimits {
  guestPerMinute: number
  memberPerMinute: number
  moneyPerMinute: number
  captchaPerMinute: number
  /** Of one key. */
  machinePerMinute: number
  loginPerMinute: number
  /** How many requests one process works on at once. */
  inFlight: number
  /** Of these, one company's calls of money. */
  moneyInFlight: number
  /** Of these, the guests of one address. */
  guestInFlight: number
  /** How many screens of one process may listen for news, and how many of one person's. They are not among those worked on. */
  streams: number
  userStreams: number
  /** How late the event loop may run, in milliseconds, before what matters least is turned away. */
  loopDelay: number
}

/** For tests, benches and the demo, which come by the thousand from one address. */
export const unlimited: Readonly<RateLimits> = {
  ...{ guestPerMinute: 1e9, memberPerMinute: 1e9, moneyPerMinute: 1e9, captchaPerMinute: 1e9, loginPerMinute: 1e9, machinePerMinute: 1e9 },
  ...{ inFlight: 1e9, moneyInFlight: 1e9, guestInFlight: 1e9, streams: 1e9, userStreams: 1e9, loopDelay: 1e9 },
}

/** An account with the SMS provider, and its template code for each of our texts. */
export interface SmsAccount {
  keyId: string
  keySecret: string
  signName: string
  templates: Record<'code' | 'known' | 'invitation' | 'alert', string>
}

/** A bucket for files, and who may write there. The bucket is part of the endpoint. */
export interface S3Account {
  endpoint: string
  region: string
  keyId: string
  keySecret: string
}

/** An account with Kuaidi100, who knows where parcels are. */
export interface ExpressAccount {
  customer: string
  key: string
  base: string
}

/** Everything that the environment decides, read once. */
export interface Config {
  host: string
  port: number
  dataDir: string
  /** Another PostgreSQL, as mall_app; without it the server starts its own. */
  databaseUrl: string | undefined
  /** The same, as mall_owner: given to nodes that migrate and run jobs. */
  databaseOwnerUrl: string | undefined
  poolSize: number
  prepared: boolean
  /** At least 32 bytes, hex or base64; the demo makes its own. */
  secret: Buffer | undefined
  /** Keys to seal with that can be exchanged, the newest last; without any the secret's own key seals. */
  sealKeys: SealKey[]
  production: boolean
  /** Demo companies, goods and accounts in an empty database. */
  demo: boolean
  /** Proxies whose X-Forwarded-For counts, as addresses or CIDR ranges. */
  trustProxy: string[]
  logLevel: string
  /** Prometheus figures on loopback; off when undefined. */
  metricsPort: number | undefined
  /** Alibaba Cloud's SMS account; without it texts go into the local outbox. */
  sms: SmsAccount | undefined
  /** Accounts with providers of online payment; none: the demo's own sandbox. */
  providers: ProviderSettings
  /** An account with a provider of e-invoices; none: people enter invoices by hand, and the demo has a local one. */
  eInvoice: InvoiceSettings | undefined
  /** Where the sandbox provider of the demo listens, on loopback. */
  sandboxPort: number | undefined
  /** Where the world reaches us: providers tell us here, and send buyers back here. */
  publicUrl: string
  /** Without it files go into the data folder. */
  s3: S3Account | undefined
  /** Kuaidi100's account; without it staff type where parcels are. */
  express: ExpressAccount | undefined
  limits: RateLimits
}

const readLimits = (env: Env): RateLimits => ({
  guestPerMinute: whole(env, 'RATE_GUEST', 600, [1, 1e9]),
  memberPerMinute: whole(env, 'RATE_MEMBER', 1_200, [1, 1e9]),
  moneyPerMinute: whole(env, 'RATE_MONEY', 60, [1, 1e9]),
  captchaPerMinute: whole(env, 'RATE_CAPTCHA', 30, [1, 1e9]),
  machinePerMinute: whole(env, 'RATE_MACHINE', 300, [1, 1e9]),
  loginPerMinute: whole(env, 'RATE_LOGIN', 60, [1, 1e9]),
  inFlight: whole(env, 'IN_FLIGHT', 80, [10, 1e9]),
  moneyInFlight: whole(env, 'IN_FLIGHT_MONEY', 10, [1, 1e9]),
  guestInFlight: whole(env, 'IN_FLIGHT_GUEST', 20, [1, 1e9]),
  streams: whole(env, 'STREAMS', 2_000, [1, 1e9]),
  userStreams: whole(env, 'STREAMS_USER', 8, [1, 1e9]),
  loopDelay: whole(env, 'LOOP_DELAY', 200, [10, 1e9]),
})

const SMS_NAMES = ['KEY_ID', 'KEY_SECRET', 'SIGN_NAME', 'TEMPLATE_CODE', 'TEMPLATE_KNOWN', 'TEMPLATE_INVITATION', 'TEMPLATE_ALERT'].map(
  (name) => `SMS_${name}`,
)

function readSms(env: Env): SmsAccount | undefined {
  const values = allOrNone(env, '短信服务', SMS_NAMES)
  if (!values) return undefined
  const [keyId = '', keySecret = '', signName = '', code = '', known = '', invitation = '', alert = ''] = values
  return { keyId, keySecret, signName, templates: { code, known, invitation, alert } }
}

function readS3(env: Env): S3Account | undefined {
  const values = allOrNone(env, '文件存储', ['S3_ENDPOINT', 'S3_REGION', 'S3_KEY_ID', 'S3_KEY_SECRET'])
  if (!values) return undefined
  const [endpoint = '', region = '', keyId = '', keySecret = ''] = values
  if (!URL.canParse(endpoint) || !/^https?:\/\/[^/]+/.test(endpoint)) throw new ConfigError('S3_ENDPOINT 应为含存储桶的网址')
  return { endpoint, region, keyId, keySecret }
}

function readExpress(env: Env): ExpressAccount | undefined {
  const values = allOrNone(env, '快递查询', ['KUAIDI100_CUSTOMER', 'KUAIDI100_KEY'])
  if (!values) return undefined
  const [customer = '', key = ''] = values
  const base = (env.KUAIDI100_BASE || 'https://poll.kuaidi100.com').replace(/\/+$/, '')
  if (!URL.canParse(base)) throw new ConfigError('KUAIDI100_BASE 应为网址')
  return { customer, key, base }
}

/** Reads the environment; throws `ConfigError` with one clear line. */
export function readConfig(env: Env): Config {
  const production = env.NODE_ENV === 'production'
  const databaseUrl = databaseUrlFrom(env, 'DATABASE_URL')
  const demo = env.DEMO ? env.DEMO === '1' : databaseUrl === undefined
  const secret = env.MALL_SECRET ? readSecret('MALL_SECRET', env.MALL_SECRET) : undefined
  if ((production || databaseUrl !== undefined) && secret === undefined)
    throw new ConfigError('缺少 MALL_SECRET（可用 openssl rand -hex 32 生成）')
  if (production && databaseUrl === undefined) throw new ConfigError('生产环境需要设置 DATABASE_URL')
  const sms = readSms(env)
  if (production && sms === undefined) throw new ConfigError('生产环境需要设置短信服务（SMS_KEY_ID 等）')
  const providers = readProviders(env, (message) => {
    throw new ConfigError(message)
  })
  if (Object.keys(providers).length > 0 && !env.PUBLIC_URL) throw new ConfigError('在线支付需要设置 PUBLIC_URL（支付机构通知的地址）')
  const eInvoice = readInvoiceProvider(env, (message) => {
    throw new ConfigError(message)
  })
  const port = whole(env, 'PORT', 8080, [0, 65_535])
  return {
    host: env.HOST || '127.0.0.1',
    port,
    dataDir: path.resolve(env.DATA_DIR || 'data'),
    databaseUrl,
    databaseOwnerUrl: databaseUrlFrom(env, 'DATABASE_OWNER_URL'),
    poolSize: whole(env, 'POOL_SIZE', 16, [2, 200]),
    prepared: env.PREPARED !== '0',
    secret,
    sealKeys: env.SEAL_KEYS ? readSealKeys(env.SEAL_KEYS) : [],
    production,
    demo: demo && !production,
    trustProxy: (env.TRUST_PROXY ?? '').split(',').filter(Boolean),
    logLevel: env.LOG_LEVEL || 'info',
    metricsPort: env.METRICS_PORT ? whole(env, 'METRICS_PORT', 0, [1, 65_535]) : undefined,
    sms,
    providers,
    eInvoice,
    sandboxPort: env.SANDBOX_PORT ? whole(env, 'SANDBOX_PORT', 0, [1, 65_535]) : undefined,
    publicUrl: (env.PUBLIC_URL || `http://127.0.0.1:${port}`).replace(/\/+$/, ''),
    s3: readS3(env),
    express: readExpress(env),
    limits: readLimits(env),
  }
}
