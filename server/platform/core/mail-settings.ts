import {
  ConfigError,
  type EnvVariables,
  readAllOrNoneEnvironmentSettings,
  readIntegerEnvironmentSetting,
  readTextEnvironmentSetting,
} from './env.ts'

/** An account with a mail server, and the address that mails come from. */
export interface MailAccount {
  host: string
  port: number
  /** `tls`: encrypted from the first byte; `starttls`: after a greeting, and never without; `none`: a server on this machine. */
  security: 'tls' | 'starttls' | 'none'
  user: string
  password: string
  from: string
}

const ADDRESS = /^[^\s@<>",;:\\]{1,64}@[^\s@<>",;:\\]{1,190}$/
/** Whether a text is one mail address and nothing else. */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text)

/** Reads the account for mails from the environment. An error message does not repeat the password. */
export function readMailAccount(env: EnvVariables): MailAccount | undefined {
  const set = readAllOrNoneEnvironmentSettings(env, '邮件服务', ['SMTP_HOST', 'SMTP_USER', 'SMTP_PASSWORD', 'SMTP_FROM'])
  if (!set) return undefined
  const security = readTextEnvironmentSetting(env, 'SMTP_SECURITY')
  const isLoopback = ['127.0.0.1', '::1', 'localhost'].includes(set.SMTP_HOST)
  if (security !== 'tls' && security !== 'starttls' && !(security === 'none' && isLoopback))
    throw new ConfigError('SMTP_SECURITY 应为 tls 或 starttls；none 只用于本机的邮件服务')
  if (!isMailAddress(set.SMTP_FROM)) throw new ConfigError('SMTP_FROM 应为发件邮箱地址')
  if (!/^[\w.:-]{1,253}$/.test(set.SMTP_HOST)) throw new ConfigError('SMTP_HOST 应为主机名或地址')
  return {
    host: set.SMTP_HOST,
    port: readIntegerEnvironmentSetting(env, 'SMTP_PORT'),
    security,
    user: set.SMTP_USER,
    password: set.SMTP_PASSWORD,
    from: set.SMTP_FROM,
  }
}
