import type { FormRule } from 'antd'
import * as z from 'zod/mini'
import { type Fen, parseYuan } from '#contract/platform/core/money.ts'

const fault = async (sentence: string | undefined): Promise<void> => {
  if (sentence !== undefined) throw new Error(sentence)
}

/** The error of a value by a field's rule in the contract; undefined if it is valid. */
export function schemaError(schema: z.ZodMiniType, value: unknown): string | undefined {
  const result = schema.safeParse(value)
  return result.success ? undefined : (result.error.issues[0]?.message ?? '格式不正确')
}

/** The value of a field that nobody has filled: an empty text, unless its rule knows null, as that of a number that may be left out. */
const toEmptyValue = (schema: z.ZodMiniType): '' | null => (schema.safeParse(null).success ? null : '')

/** Converts a rule of the contract to a rule of an antd form. */
export const toFormRule = (schema: z.ZodMiniType): FormRule => ({
  validator: (_, value: unknown) => fault(schemaError(schema, value ?? toEmptyValue(schema))),
})

interface NumberRange {
  min?: number
  max?: number
  /** The largest number of decimals. */
  decimals: number
}

/** The digits after the point; NaN: it is written with an exponent, which no range has. */
const countDecimals = (value: number): number => (String(value).includes('e') ? Number.NaN : (String(value).split('.')[1] ?? '').length)

const isFitNumber = (value: unknown, { min = -Infinity, max = Infinity, decimals }: NumberRange): boolean =>
  typeof value === 'number' && value >= min && value <= max && countDecimals(value) <= decimals

const describeNumberRange = ({ min, max, decimals }: NumberRange): string =>
  `请填写${min === undefined ? '' : ` ${min} 至 ${max} 的`}${decimals === 0 ? '整数' : `数字，最多 ${decimals} 位小数`}`

/** The antd rule for a number in a range. A field that must not be empty says so by a rule of its own. */
export const createNumberRule = (range: NumberRange): FormRule => ({
  validator: (_, value: unknown) =>
    fault(value === undefined || value === null || isFitNumber(value, range) ? undefined : describeNumberRange(range)),
})

export const createWholeNumberRule = (min: number, max: number): FormRule => createNumberRule({ min, max, decimals: 0 })

/** Parses an amount as people type or paste it: '¥1,200.50', '1，200'; undefined if it is invalid. */
export const parseAmount = (text: string): Fen | undefined => parseYuan(text.replace(/[\s,，¥￥]/g, ''))

/** The error of a typed amount by its rule in the contract. */
export function amountError(schema: z.ZodMiniType<Fen, number>, text: string): string | undefined {
  if (text.trim() === '') return '请输入金额'
  const amount = parseAmount(text)
  if (amount === undefined) return '金额最多两位小数，如 1200 或 1200.50'
  const result = z.safeEncode(schema, amount)
  return result.success ? undefined : (result.error.issues[0]?.message ?? '金额格式不正确')
}

interface MoreRules {
  /** A further rule of the form. */
  against?: ((text: string) => string | undefined) | undefined
  /** It may be empty. */
  optional?: boolean
}

/** The antd rule for an amount that is typed as text. */
export const createAmountFormRule = (schema: z.ZodMiniType<Fen, number>, { against, optional = false }: MoreRules = {}): FormRule => ({
  validator: (_, value: unknown) => {
    const text = typeof value === 'string' ? value : ''
    if (optional && text.trim() === '') return fault(undefined)
    return fault(amountError(schema, text) ?? against?.(text))
  },
})

/** The amount of a text that the rule has accepted. */
export function parseAmountOrThrow(text: string): Fen {
  const amount = parseAmount(text)
  if (amount === undefined) throw new Error(`not an amount: ${text}`)
  return amount
}
