/**
 * Checks waybill numbers by the published formats of the carriers: letters, length, and the check digit if its rule is public. The rules
 * are wide, so that a real number is never rejected, while most typing errors are.
 */

import * as z from 'zod/mini'
import { RequiredText } from '#contract/platform/core/fields.ts'

interface CarrierRule {
  name: string
  /** Other names of the carrier. */
  aliases: readonly string[]
  numbers: readonly RegExp[]
  /** The format of its numbers, for a person who typed another. */
  looks: string
}

/** UPU S10: two letters for the service, eight digits, a check digit, the country. */
const S10 = /^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/
const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7]

/** Carriers with known formats, the most used first. */
const rules: readonly CarrierRule[] = [
  {
    name: '德邦快递',
    aliases: ['德邦', '德邦物流', '德邦快运'],
    numbers: [/^DP[KLE]\d{12}$/, /^\d{8,10}$/],
    looks: 'DPK 加 12 位数字，或 8 至 10 位数字',
  },
  {
    name: '顺丰速运',
    aliases: ['顺丰', '顺丰快递', '顺丰快运', 'SF'],
    numbers: [/^SF\d{13}$/, /^\d{12}$/, /^\d{15}$/],
    looks: 'SF 加 13 位数字，或 12 位数字',
  },
  {
    name: '安能物流',
    aliases: ['安能', '安能快运', '安能快递'],
    numbers: [/^(?:ANE)?\d{10,14}$/],
    looks: '10 至 14 位数字',
  },
  {
    name: '京东快递',
    aliases: ['京东', '京东物流', '京东快运', 'JD'],
    numbers: [/^JD[A-Z]{0,3}\d{9,13}(?:-\d{1,3}-\d{1,3}-?)?$/, /^\d{11,13}$/],
    looks: 'JD 加 13 位数字，或 JDV、JDX 等加 12 位数字',
  },
  {
    name: '中通快运',
    aliases: [],
    numbers: [/^\d{12,15}$/, /^ZTKY\d{9,12}$/],
    looks: '12 至 15 位数字',
  },
  {
    name: '中通快递',
    aliases: ['中通', '中通速递', 'ZTO'],
    numbers: [/^\d{12,15}$/, /^ZTO\d{9,12}$/],
    looks: '12 至 15 位数字',
  },
  {
    name: '圆通速递',
    aliases: ['圆通', '圆通快递', 'YTO'],
    numbers: [/^YT\d{13,16}$/, /^[A-Z]?\d{10}$/, /^\d{12}$/, /^\d{18}$/],
    looks: 'YT 加 13 位数字',
  },
  {
    name: '申通快递',
    aliases: ['申通', 'STO'],
    numbers: [/^(?:STO)?\d{12,15}$/],
    looks: '12 至 15 位数字',
  },
  {
    name: '韵达快递',
    aliases: ['韵达', '韵达速递', 'YD'],
    numbers: [/^(?:YD)?\d{13}$/, /^(?:YD)?\d{15}$/],
    looks: '13 或 15 位数字',
  },
  {
    name: '极兔速递',
    aliases: ['极兔', '极兔快递', 'JT'],
    numbers: [/^JT\d{13}$/, /^\d{12,15}$/],
    looks: 'JT 加 13 位数字',
  },
  {
    name: '跨越速运',
    aliases: ['跨越', '跨越物流', 'KYE'],
    numbers: [/^KY[A-Z]?\d{9,14}$/, /^\d{10,14}$/],
    looks: 'KY 加 9 至 14 位数字',
  },
  {
    name: '邮政 EMS',
    aliases: ['EMS', '邮政', '中国邮政', '邮政快递', '邮政速递', '邮政快递包裹', '中国邮政EMS', '邮政EMS'],
    numbers: [S10, /^\d{13}$/],
    looks: '13 位数字，或两个字母、9 位数字和两个字母（如 EA123456785CN）',
  },
]

/** The carriers that the shipping form offers. Others can be typed. */
export const carrierNames: readonly string[] = rules.map(({ name }) => name)

const bare = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '').toUpperCase()
const byName = new Map(rules.flatMap((rule) => [rule.name, ...rule.aliases].map((name) => [bare(name), rule])))

/** Converts a waybill number to half-width capitals without spaces, as carriers write it. */
export const normaliseWaybillNumber = (text: string): string => bare(text)

/** Returns our name of a carrier for any of its names. Two carriers are the same if these are equal. */
export const toOurCarrierName = (carrier: string): string => byName.get(bare(carrier))?.name ?? carrier

/** Computes the check digit of eight digits by UPU S10. */
function s10CheckDigit(digits: string): number {
  const rest = 11 - (S10_WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(digits.charAt(at)), 0) % 11)
  return rest === 10 ? 0 : rest === 11 ? 5 : rest
}

/** The format for an unknown carrier: long enough, mostly digits, and not a telephone number. */
const GENERAL = /^[A-Z0-9][A-Z0-9-]{4,39}$/
const MOBILE = /^1[3-9]\d{9}$/
const DIGITS_MIN = 4

function generalFault(number: string): string | undefined {
  if (MOBILE.test(number)) return '这是手机号，请填写运单号'
  const digits = number.replace(/\D/g, '').length
  return GENERAL.test(number) && digits >= DIGITS_MIN ? undefined : `运单号为 5 至 40 位字母、数字或“-”，其中至少 ${DIGITS_MIN} 位数字`
}

/**
 * Describes in a sentence what is wrong with a waybill number of a carrier; undefined: nothing. The number must be normalised by
 * `normaliseWaybillNumber`.
 */
export function getWaybillError(carrier: string, number: string): string | undefined {
  const rule = byName.get(bare(carrier))
  if (!rule) return generalFault(number)
  if (!rule.numbers.some((pattern) => pattern.test(number))) return `${rule.name}的运单号应为 ${rule.looks}，请核对`
  const [, digits, check] = S10.exec(number) ?? []
  if (digits !== undefined && s10CheckDigit(digits) !== Number(check)) return `运单号 ${number} 的校验位不对，请逐位核对`
  return undefined
}

/** The input fields of a carrier and a waybill number, both normalised. */
export const CarrierField = RequiredText(30, '请选择承运公司').check(z.overwrite(toOurCarrierName))
export const TrackingNumberField = RequiredText(40, '请输入运单号').check(z.overwrite(normaliseWaybillNumber))

interface NumberOfCarrier {
  carrier?: string | undefined
  trackingNo?: string | undefined
}

/** Checks that the carrier could have issued the number, for an input with both. */
export const waybillMatchesCarrierRule = z.refine<NumberOfCarrier>(
  ({ carrier, trackingNo }) => carrier === undefined || trackingNo === undefined || getWaybillError(carrier, trackingNo) === undefined,
  {
    error: ({ input }) => {
      const { carrier = '', trackingNo = '' } = input as NumberOfCarrier
      return getWaybillError(carrier, trackingNo)
    },
    path: ['trackingNo'],
  },
)
