import path from 'node:path'
import { SECRET_BYTES_MIN } from './keys.ts'
import { type ProviderSettings, readProviders } from './provider-settings.ts'

/** How many requests a minute; benches and crash runs raise them. */
export interface RateLimits {
  guestPerMinute: number
  memberPerMinute: number
  moneyPerMinute: number
  captchaPerMinute: number
  loginPerMinute: number
}

/** An account with the SMS provider, and its template code for each of our texts. */
export interface SmsAccount {
  keyId: string
  keySecret: string
  signName: string
  templates: Record<'code' | 'known' | 'invitation', string>
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
  /** Where the sandbox provider of the demo listens, on loopback. */
  sandboxPort: number
  /** Where the world reaches us: providers tell us here, and send buyers back here. */
  publicUrl: string
  limits: RateLimits
}

type Env = Readonly<Record<string, string | undefined>>

/** What keeps a server from starting, in one line for the person who starts it. */
export class ConfigError extends Error {}

function whole(env: Env, name: string, fallback: number, [least, most]: readonly [number, number]): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most) throw new ConfigError(`${name} 应为 ${least} 到 ${most} 的整数`)
  return value
}

/** Reads a secret in hex or base64; refuses what is short or plainly no chance: a server never runs on a weak one. */
function readSecret(text: string): Buffer {
  const bytes = /^[0-9a-f]+$/i.test(text) && text.length % 2 === 0 ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (bytes.length < SECRET_BYTES_MIN)
    throw new ConfigError(`MALL_SECRET 至少需要 ${SECRET_BYTES_MIN} 字节（可用 openssl rand -hex 32 生成）`)
  if (new Set(bytes).size < SECRET_BYTES_MIN / 3) throw new ConfigError('MALL_SECRET 过于简单，请用 openssl rand -hex 32 生成')
  return bytes
}

const readLimits = (env: Env): RateLimits => ({
  guestPerMinute: whole(env, 'RATE_GUEST', 600, [1, 1e9]),
  memberPerMinute: whole(env, 'RATE_MEMBER', 1_200, [1, 1e9]),
  moneyPerMinute: whole(env, 'RATE_MONEY', 60, [1, 1e9]),
  captchaPerMinute: whole(env, 'RATE_CAPTCHA', 30, [1, 1e9]),
  loginPerMinute: whole(env, 'RATE_LOGIN', 60, [1, 1e9]),
})

/** All of the provider's settings or none. */
function readSms(env: Env): SmsAccount | undefined {
  const names = [
    'SMS_KEY_ID',
    'SMS_KEY_SECRET',
    'SMS_SIGN_NAME',
    'SMS_TEMPLATE_CODE',
    'SMS_TEMPLATE_KNOWN',
    'SMS_TEMPLATE_INVITATION',
  ] as const
  if (names.every((name) => !env[name])) return undefined
  const missing = names.find((name) => !env[name])
  if (missing) throw new ConfigError(`短信服务的设置不完整：缺少 ${missing}`)
  const [keyId = '', keySecret = '', signName = '', code = '', known = '', invitation = ''] = names.map((name) => env[name])
  return { keyId, keySecret, signName, templates: { code, known, invitation } }
}

/** Reads the environment; throws `ConfigError` with one clear line. */
export function readConfig(env: Env): Config {
  const production = env.NODE_ENV === 'production'
  const databaseUrl = env.DATABASE_URL || undefined
  const demo = env.DEMO ? env.DEMO === '1' : databaseUrl === undefined
  const secret = env.MALL_SECRET ? readSecret(env.MALL_SECRET) : undefined
  if ((production || databaseUrl !== undefined) && secret === undefined)
    throw new ConfigError('缺少 MALL_SECRET（可用 openssl rand -hex 32 生成）')
  if (production && databaseUrl === undefined) throw new ConfigError('生产环境需要设置 DATABASE_URL')
  const sms = readSms(env)
  if (production && sms === undefined) throw new ConfigError('生产环境需要设置短信服务（SMS_KEY_ID 等）')
  const providers = readProviders(env, (message) => {
    throw new ConfigError(message)
  })
  if (Object.keys(providers).length > 0 && !env.PUBLIC_URL) throw new ConfigError('在线支付需要设置 PUBLIC_URL（支付机构通知的地址）')
  const port = whole(env, 'PORT', 8080, [0, 65_535])
  return {
    host: env.HOST || '127.0.0.1',
    port,
    dataDir: path.resolve(env.DATA_DIR || 'data'),
    databaseUrl,
    databaseOwnerUrl: env.DATABASE_OWNER_URL || undefined,
    poolSize: whole(env, 'POOL_SIZE', 16, [2, 200]),
    prepared: env.PREPARED !== '0',
    secret,
    production,
    demo: demo && !production,
    trustProxy: (env.TRUST_PROXY ?? '').split(',').filter(Boolean),
    logLevel: env.LOG_LEVEL || 'info',
    metricsPort: env.METRICS_PORT ? whole(env, 'METRICS_PORT', 0, [1, 65_535]) : undefined,
    sms,
    providers,
    sandboxPort: whole(env, 'SANDBOX_PORT', 8090, [1, 65_535]),
    publicUrl: (env.PUBLIC_URL || `http://127.0.0.1:${port}`).replace(/\/+$/, ''),
    limits: readLimits(env),
  }
}
