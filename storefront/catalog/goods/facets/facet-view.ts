import {
  type AttributeFacet,
  type ChosenFacetValue,
  formatChosenFacetValue,
  formatNumberRange,
  type GoodsFacets,
  parseChosenFacetValue,
  parseNumberRange,
} from '#contract/catalog/facets/shapes.ts'
import type { Category } from '#contract/catalog/goods/shapes.ts'

/** Formats a range of numbers: '20 – 30 mm', '20 mm 以上'. */
function formatRange(value: string, unit: string): string {
  const { from, to } = parseNumberRange(value) ?? { from: undefined, to: undefined }
  const withUnit = unit === '' ? '' : ` ${unit}`
  if (from !== undefined && to !== undefined) return `${from} – ${to}${withUnit}`
  if (from !== undefined) return `${from}${withUnit} 以上`
  return to === undefined ? value : `${to}${withUnit} 以下`
}

/** Formats a chosen value: '合金牌号：YG8'. An attribute that no longer exists shows its code. */
export function formatChosenFacetValueLabel(choice: string, attributes: readonly AttributeFacet[]): string {
  const { code, value } = parseChosenFacetValue(choice)
  const attribute = attributes.find((one) => one.code === code)
  return `${attribute?.name ?? code}：${attribute?.kind === 'number' ? formatRange(value, attribute.unit) : value}`
}

/** Returns the choices with one more, or without it if it is among them. */
export function toggleChosenFacetValue(choices: readonly string[], choice: ChosenFacetValue): string[] {
  const written = formatChosenFacetValue(choice)
  return choices.includes(written) ? choices.filter((one) => one !== written) : [...choices, written]
}

/** Returns the choices with another range of an attribute; undefined: without one. */
export function replaceFacetRange(choices: readonly string[], code: string, value: string | undefined): string[] {
  const others = choices.filter((one) => parseChosenFacetValue(one).code !== code)
  return value === undefined ? others : [...others, formatChosenFacetValue({ code, value })]
}

/** The chosen range of an attribute, as the texts of its fields. */
export function toFacetRangeFieldTexts(choices: readonly string[], code: string): { from: string; to: string } {
  const value = choices.map(parseChosenFacetValue).find((one) => one.code === code)?.value ?? ''
  const { from, to } = parseNumberRange(value) ?? { from: undefined, to: undefined }
  return { from: from === undefined ? '' : String(from), to: to === undefined ? '' : String(to) }
}

const NUMBER = /^-?\d{1,10}(\.\d{1,6})?$/

/** The error of a typed end of a range; undefined: none. */
export const facetRangeBoundError = (typed: string, unit: string): string | undefined =>
  typed.trim() === '' || NUMBER.test(typed.trim()) ? undefined : `请输入数字，最多 6 位小数${unit === '' ? '' : `，单位 ${unit}`}`

/** The typed range as it is written in the URL, smaller end first; undefined: no limit. */
export function formatFacetRangeParam(from: string, to: string): string | undefined {
  const [low, high] = [from, to].map((typed) => (typed.trim() === '' ? undefined : Number(typed.trim())))
  if (low === undefined && high === undefined) return undefined
  const swapped = low !== undefined && high !== undefined && low > high
  return formatNumberRange(swapped ? { from: high, to: low } : { from: low, to: high })
}

/** The categories with the numbers of goods that fit the other conditions. */
export function addGoodsCountsToCategories(categories: readonly Category[], { categories: counted }: GoodsFacets): Category[] {
  const counts = new Map(counted.map(({ categoryId, goodsCount }) => [categoryId, goodsCount]))
  return categories.map((category) => {
    const children = category.children.map((child) => ({ ...child, goodsCount: counts.get(child.id) ?? 0 }))
    return { ...category, children, goodsCount: children.reduce((sum, { goodsCount }) => sum + goodsCount, 0) }
  })
}
