import {
  ConfigError,
  type EnvVariables,
  parseUrlEnvironmentSetting,
  readAllOrNoneEnvironmentSettings,
  readTextEnvironmentSetting,
} from './env.ts'

/** What a keyword of the template says. */
const templateFacts = ['title', 'kind', 'time'] as const

/** A keyword of the template by its name there (`thing1`), and what of a message it says. */
export interface WechatTemplateField {
  what: (typeof templateFacts)[number]
  keyword: string
}

/** The mall's service account (公众号) that writes to buyers, and its message template. */
export interface WechatAccountSettings {
  appid: string
  secret: string
  templateId: string
  fields: readonly WechatTemplateField[]
  /** Its page for people, and its address for servers. */
  openBase: string
  apiBase: string
}

/** The kinds of keywords that can say it: texts of up to 20 characters, and times. */
const KEYWORDS = { title: /^thing\d{1,2}$/, kind: /^thing\d{1,2}$/, time: /^(?:time|date)\d{1,2}$/ } as const

/** title=thing1,time=time3 */
function parseFields(text: string): WechatTemplateField[] {
  const fields = text.split(',').map((pair) => {
    const [name = '', keyword = ''] = pair.split('=').map((part) => part.trim())
    const what = templateFacts.find((one) => one === name)
    if (what === undefined || !KEYWORDS[what].test(keyword))
      throw new ConfigError(
        'WECHAT_ACCOUNT_FIELDS 应写作 title=thing1,kind=thing2,time=time3，title 和 kind 用 thing，time 用 time 或 date',
      )
    return { what, keyword }
  })
  const isRepeated = new Set(fields.map(({ keyword }) => keyword)).size < fields.length
  if (isRepeated || !fields.some(({ what }) => what === 'title'))
    throw new ConfigError('WECHAT_ACCOUNT_FIELDS 应含 title，每个关键词只写一次')
  return fields
}

/** Reads the service account from the environment. An error message does not repeat the secret. */
export function readWechatAccountSettings(env: EnvVariables): WechatAccountSettings | undefined {
  const names = ['WECHAT_ACCOUNT_APPID', 'WECHAT_ACCOUNT_SECRET', 'WECHAT_ACCOUNT_TEMPLATE'] as const
  const set = readAllOrNoneEnvironmentSettings(env, '微信公众号', names)
  if (!set) return undefined
  if (!env.PUBLIC_URL) throw new ConfigError('微信公众号需要设置 PUBLIC_URL（绑定微信后返回的地址）')
  return {
    appid: set.WECHAT_ACCOUNT_APPID,
    secret: set.WECHAT_ACCOUNT_SECRET,
    templateId: set.WECHAT_ACCOUNT_TEMPLATE,
    fields: parseFields(readTextEnvironmentSetting(env, 'WECHAT_ACCOUNT_FIELDS')),
    openBase: parseUrlEnvironmentSetting('WECHAT_OPEN_BASE', readTextEnvironmentSetting(env, 'WECHAT_OPEN_BASE')),
    apiBase: parseUrlEnvironmentSetting('WECHAT_API_BASE', readTextEnvironmentSetting(env, 'WECHAT_API_BASE')),
  }
}
