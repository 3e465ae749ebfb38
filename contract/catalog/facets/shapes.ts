import * as z from 'zod/mini'
import { attributeKinds } from '#contract/catalog/attributes/shapes.ts'
import { Id, IntegerId, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'

/** The largest number of choices in one request, and of different attributes and brands among them. */
export const CHOSEN_FACET_VALUES_MAX = 60
export const CHOSEN_DISTINCT_ATTRIBUTES_MAX = 20
export const CHOSEN_BRANDS_MAX = 20
/** The largest number of attributes in an answer, and of values of one of them. Those with the most goods are included. */
export const FACETS_MAX = 20
export const FACET_VALUES_MAX = 100

/** The values of a yes/no attribute. */
export const YES_FACET_VALUE = '是'
export const NO_FACET_VALUE = '否'

/**
 * A chosen value of an attribute, as 'CODE:value'. The value is the name of a choice, 是 or 否, or a range of numbers: '20~30', '20~', '~30'.
 * In it '%' is written '%25' and ',' is written '%2C', because a GET separates the choices with commas.
 */
export interface ChosenFacetValue {
  code: string
  value: string
}

export const ChosenFacetValueText = Text(250).check(z.regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}:./s, '筛选条件的格式为“参数编码:值”'))

export const formatChosenFacetValue = ({ code, value }: ChosenFacetValue): string =>
  `${code}:${value.replaceAll('%', '%25').replaceAll(',', '%2C')}`

export function parseChosenFacetValue(text: string): ChosenFacetValue {
  const end = text.indexOf(':')
  return {
    code: text.slice(0, end),
    value: text
      .slice(end + 1)
      .replaceAll('%2C', ',')
      .replaceAll('%25', '%'),
  }
}

/** A range of numbers, both ends included. A missing end is no limit. */
export interface NumberRange {
  from: number | undefined
  to: number | undefined
}

const RANGE = /^(-?\d{1,10}(?:\.\d{1,6})?)?~(-?\d{1,10}(?:\.\d{1,6})?)?$/

/** Parses a range; undefined: it is not a range, or has no limit at all. */
export function parseNumberRange(value: string): NumberRange | undefined {
  const [, from, to] = RANGE.exec(value) ?? []
  if (from === undefined && to === undefined) return undefined
  return { from: from === undefined ? undefined : Number(from), to: to === undefined ? undefined : Number(to) }
}

export const formatNumberRange = ({ from, to }: NumberRange): string => `${from ?? ''}~${to ?? ''}`

export const AttributeFacet = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(keysOf(attributeKinds)),
  /** The unit of a number; otherwise empty. */
  unit: z.string(),
  decimals: z.int(),
  /** Goods that have a value and fit all other choices. */
  goodsCount: z.int(),
  /** The values of a choice or of yes/no, in the order of the attribute. Chosen values are included even if no goods have them. */
  values: z.array(z.object({ value: z.string(), goodsCount: z.int() })),
  /** The smallest and the largest number; null: no goods have one. */
  lower: z.nullable(z.number()),
  upper: z.nullable(z.number()),
})
export type AttributeFacet = z.output<typeof AttributeFacet>

/** A band of rock hardness, see `rockHardnessBands`. */
export const RockHardnessBand = z.literal([1, 2, 3, 4, 5])
export type RockHardnessBand = z.output<typeof RockHardnessBand>

/** The facets of a list of goods. Each count and each bound applies all conditions except those on the same thing. */
export const GoodsFacets = z.object({
  attributes: z.array(AttributeFacet),
  brands: z.array(z.object({ brandId: Id, name: z.string(), goodsCount: z.int() })),
  /** Sub-categories with goods. */
  categories: z.array(z.object({ categoryId: IntegerId, parentId: IntegerId, goodsCount: z.int() })),
  /** The lowest and the highest public price; null: nothing fits. */
  price: z.nullable(z.object({ lower: Yuan, upper: Yuan })),
  /** Goods that are in stock. */
  inStockCount: z.int(),
  /** The bands of rock hardness with goods. The chosen one is included even if no goods are left of it. */
  hardness: z.array(z.object({ band: RockHardnessBand, goodsCount: z.int() })),
  /** How many goods would be found without each of the conditions. The key of an attribute is its code. */
  looser: z.array(
    z.object({
      condition: z.enum(['category', 'brand', 'price', 'stock', 'hardness', 'attribute']),
      code: z.nullable(z.string()),
      goodsCount: z.int(),
    }),
  ),
})
export type GoodsFacets = z.output<typeof GoodsFacets>
