import {
  ConfigError,
  type EnvVariables,
  parseUrlEnvironmentSetting,
  readAllOrNoneEnvironmentSettings,
  readTextEnvironmentSetting,
} from './env.ts'

/** An account with Kuaidi100 for waybill numbers (电子面单), with the account at each carrier, and who sends. */
export interface WaybillAccount {
  key: string
  secret: string
  base: string
  /** By our name of the carrier: the account that the carrier's branch gave, with its password and branch; '' if it has none. */
  carriers: Readonly<Record<string, { partnerId: string; partnerKey: string; net: string }>>
  sender: { name: string; mobile: string }
}

const NAME_LENGTH_MAX = 30
const PART_LENGTH_MAX = 60

/** Reads `德邦快递=account,顺丰速运=account/password/branch`. */
function parsePartners(text: string): WaybillAccount['carriers'] {
  const pairs = text.split(',').map((pair) => {
    const [carrier = '', account = '', ...beyond] = pair.split('=').map((part) => part.trim())
    const [partnerId = '', partnerKey = '', net = '', ...more] = account.split('/').map((part) => part.trim())
    // Nothing else is in a pair, so that a slip of the pen stops the start and drops no carrier.
    const isWrong = carrier.includes('/') || carrier.length > NAME_LENGTH_MAX || beyond.length > 0 || more.length > 0
    if (isWrong || carrier === '' || partnerId === '' || [partnerId, partnerKey, net].some(({ length }) => length > PART_LENGTH_MAX))
      throw new ConfigError('KUAIDI100_LABEL_PARTNERS 应写作 承运公司=账号/密码/网点，多个用逗号分隔')
    return [carrier, { partnerId, partnerKey, net }] as const
  })
  const names = pairs.map(([carrier]) => carrier)
  const twice = names.find((carrier, at) => names.indexOf(carrier) !== at)
  if (twice !== undefined) throw new ConfigError(`KUAIDI100_LABEL_PARTNERS 中 ${twice} 写了两次`)
  return Object.fromEntries(pairs)
}

/** Reads the account for waybill numbers from the environment. */
export function readWaybillAccount(env: EnvVariables): WaybillAccount | undefined {
  const names = [
    'KUAIDI100_LABEL_KEY',
    'KUAIDI100_LABEL_SECRET',
    'KUAIDI100_LABEL_PARTNERS',
    'KUAIDI100_LABEL_SENDER_NAME',
    'KUAIDI100_LABEL_SENDER_MOBILE',
  ] as const
  const set = readAllOrNoneEnvironmentSettings(env, '电子面单', names)
  if (!set) return undefined
  if (!/^1[3-9]\d{9}$/.test(set.KUAIDI100_LABEL_SENDER_MOBILE)) throw new ConfigError('KUAIDI100_LABEL_SENDER_MOBILE 应为手机号')
  return {
    key: set.KUAIDI100_LABEL_KEY,
    secret: set.KUAIDI100_LABEL_SECRET,
    base: parseUrlEnvironmentSetting('KUAIDI100_LABEL_BASE', readTextEnvironmentSetting(env, 'KUAIDI100_LABEL_BASE')),
    carriers: parsePartners(set.KUAIDI100_LABEL_PARTNERS),
    sender: { name: set.KUAIDI100_LABEL_SENDER_NAME, mobile: set.KUAIDI100_LABEL_SENDER_MOBILE },
  }
}
