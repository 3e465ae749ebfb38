import { type EnvVariables, parseUrlEnvironmentSetting, readAllOrNoneEnvironmentSettings, readTextEnvironmentSetting } from './env.ts'

/** An account with Tencent Cloud, which reads papers from pictures. */
export interface DocumentReaderAccount {
  secretId: string
  secretKey: string
  region: string
  base: string
}

/** An account with Qichacha, which looks companies up in the register. */
export interface CompanyRegisterAccount {
  key: string
  secret: string
  base: string
}

/** Reads the account for pictures of papers from the environment. */
export function readDocumentReaderAccount(env: EnvVariables): DocumentReaderAccount | undefined {
  const set = readAllOrNoneEnvironmentSettings(env, '证件识别', ['TENCENT_OCR_SECRET_ID', 'TENCENT_OCR_SECRET_KEY'])
  if (!set) return undefined
  return {
    secretId: set.TENCENT_OCR_SECRET_ID,
    secretKey: set.TENCENT_OCR_SECRET_KEY,
    region: readTextEnvironmentSetting(env, 'TENCENT_OCR_REGION'),
    base: parseUrlEnvironmentSetting('TENCENT_OCR_BASE', readTextEnvironmentSetting(env, 'TENCENT_OCR_BASE')),
  }
}

/** Reads the account for the register of companies from the environment. */
export function readCompanyRegisterAccount(env: EnvVariables): CompanyRegisterAccount | undefined {
  const set = readAllOrNoneEnvironmentSettings(env, '工商查询', ['QICHACHA_KEY', 'QICHACHA_SECRET'])
  if (!set) return undefined
  const base = parseUrlEnvironmentSetting('QICHACHA_BASE', readTextEnvironmentSetting(env, 'QICHACHA_BASE'))
  return { key: set.QICHACHA_KEY, secret: set.QICHACHA_SECRET, base }
}
