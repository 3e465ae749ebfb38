import { trimEndMatching } from '#contract/platform/core/trim-end.ts'
import type { EnvironmentSetting } from './environment-setting.ts'
import {
  type EnvironmentSettingName,
  environmentSettings,
  type IntegerEnvironmentSettingName,
  type OptionalIntegerEnvironmentSettingName,
  type TextEnvironmentSettingName,
} from './environment-settings.ts'
import { SECRET_BYTES_MIN } from './keys.ts'
import type { SealKey } from './sealing.ts'

/** The environment, limited to the known settings. No other name can be read. */
export type EnvVariables = Readonly<{ [Name in EnvironmentSettingName]?: string | undefined }>

/** Why a server cannot start, in one line for the operator. */
export class ConfigError extends Error {}

/** Reads a text, or its default. */
export const readTextEnvironmentSetting = (env: EnvVariables, name: TextEnvironmentSettingName): string =>
  env[name] || environmentSettings[name].initial

/** Reads a whole number within its bounds, or its default. */
export const readIntegerEnvironmentSetting = (env: EnvVariables, name: IntegerEnvironmentSettingName): number =>
  env[name] ? parseInteger(name, env[name]) : environmentSettings[name].initial

/** Reads a whole number within its bounds; undefined if it is not set. */
export const readOptionalIntegerEnvironmentSetting = (
  env: EnvVariables,
  name: OptionalIntegerEnvironmentSettingName,
): number | undefined => (env[name] ? parseInteger(name, env[name]) : undefined)

function parseInteger(name: IntegerEnvironmentSettingName | OptionalIntegerEnvironmentSettingName, text: string): number {
  const setting: EnvironmentSetting & { bounds: readonly [number, number] } = environmentSettings[name]
  const [least, max] = setting.bounds
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= max) return value
  const because = value < least && setting.leastBecause !== undefined ? `（${setting.leastBecause}）` : ''
  throw new ConfigError(`${name} 应为 ${least} 到 ${max} 的整数${because}`)
}

const HEX = /^(?:[0-9a-f]{2})+$/i
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/** Whether a secret is plainly not random: few different bytes, a sequence that counts up or down, or a typed text. */
function isNoChance(text: string, bytes: Buffer): boolean {
  const steps = new Set(bytes.subarray(1).map((byte, at) => byte - (bytes[at] ?? 0)))
  const typed = HEX.test(text) ? bytes.every((byte) => byte >= 0x20 && byte < 0x7f) : !/[a-z]/.test(text) || !/[A-Z]/.test(text)
  return typed || steps.size === 1 || new Set(bytes).size < SECRET_BYTES_MIN / 3
}

/** Reads a secret in hex or base64. Refuses one that is too short or not random, so that a server never runs with a weak secret. */
export function parseSecret(name: string, text: string): Buffer {
  if (!HEX.test(text) && !BASE64.test(text)) throw new ConfigError(`${name} 应为十六进制或 base64（可用 openssl rand -hex 32 生成）`)
  const bytes = Buffer.from(text, HEX.test(text) ? 'hex' : 'base64')
  if (bytes.length < SECRET_BYTES_MIN) throw new ConfigError(`${name} 至少需要 ${SECRET_BYTES_MIN} 字节（可用 openssl rand -hex 32 生成）`)
  if (isNoChance(text, bytes)) throw new ConfigError(`${name} 过于简单，请用 openssl rand -hex 32 生成`)
  return bytes
}

/** Reads the URL of a database. An error message does not repeat it, because it contains a password. */
export function readDatabaseUrl(env: EnvVariables, name: EnvironmentSettingName): string | undefined {
  const text = env[name]
  if (!text) return undefined
  if (/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw new ConfigError(`${name} 应形如 postgres://用户:密码@主机:端口/数据库`)
}

/** Reads 'k1:<hex>,k2:<hex>': keys with their ids, the newest last. */
export function parseSealKeys(text: string): SealKey[] {
  const keys = text.split(',').map((entry) => {
    const [, id = '', secret = ''] = /^([\w-]{1,16}):(.+)$/.exec(entry.trim()) ?? []
    if (id === '') throw new ConfigError('SEAL_KEYS 应为“编号:密钥”，多个用逗号分隔，最新的在最后')
    return { id, key: parseSecret(`SEAL_KEYS 的 ${id}`, secret) }
  })
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new ConfigError('SEAL_KEYS 中有重复的编号')
  return keys
}

/** Reads all settings of a provider by name, or none. Refuses a part of them. */
export function readAllOrNoneEnvironmentSettings<Name extends EnvironmentSettingName>(
  env: EnvVariables,
  title: string,
  names: readonly Name[],
): Record<Name, string> | undefined {
  if (names.every((name) => !env[name])) return undefined
  const missing = names.find((name) => !env[name])
  if (missing) throw new ConfigError(`${title}的设置不完整：缺少 ${missing}`)
  return Object.fromEntries(names.map((name) => [name, env[name] ?? ''])) as Record<Name, string>
}

/** Reads the URL of a web server, without a trailing slash. Only protocol, host, port and path are allowed. */
export function parseUrlEnvironmentSetting(name: string, text: string): string {
  const url = URL.parse(text)
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (isPlain) return trimEndMatching(text, /\//)
  throw new ConfigError(`${name} 应为网址（http 或 https，不含用户名和参数）`)
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

export function parseLogLevel(name: string, text: string): string {
  if (!LOG_LEVELS.includes(text)) throw new ConfigError(`${name} 应为 ${LOG_LEVELS.join('、')} 之一`)
  return text
}
