import { fen, formatYuan } from '#contract/platform/core/money.ts'
import type { DemoSku } from './demo-goods-types.ts'

/** The minimum and the step: one number is a full pack ('50': boxes of 50), a pair is minimum and step (bulk diesel: [200, 10]). */
export type OrderSizes = number | readonly [minimum: number, step: number]

/** One line of a price table: the code, the values of the props, 现金价, the surcharge of 赊销 in per mille (null: cash only), stock, grams. */
export type DemoSkuRow = readonly [
  code: string,
  values: readonly string[],
  saleYuan: string,
  surcharge: number | null,
  stock: number,
  grams: number,
  lot?: OrderSizes,
]

/** Computes 赊销价 from 现金价 in whole 分. Prices from 20 yuan are rounded to 角, from 1,000 yuan to 5 角. */
const onCredit = (saleYuan: string, perMille: number): string => {
  const saleFen = Number(saleYuan.replace('.', ''))
  const round = saleFen >= 100_000 ? 50 : saleFen >= 2_000 ? 10 : 1
  const credit = Math.round((saleFen * (1000 + perMille)) / (1000 * round)) * round
  return formatYuan(fen(credit))
}

/** Builds the SKUs of goods from their price table. Labels are the props in display order. */
export const buildDemoSkus = (labels: readonly string[], rows: readonly DemoSkuRow[]): DemoSku[] =>
  rows.map(([code, values, saleYuan, surcharge, stock, grams, lot = 1]) => {
    const [minimum, step] = typeof lot === 'number' ? [lot, lot] : lot
    const props = Object.fromEntries(labels.map((label, i) => [label, values[i] ?? '']))
    return {
      code: `KT-${code}`,
      props,
      saleYuan,
      creditYuan: surcharge === null ? null : onCredit(saleYuan, surcharge),
      stock,
      minimum,
      step,
      weightGrams: Math.round(grams),
    }
  })

/** '型号 U84' → ['型号', 'U84']: a parameter table with one line per row. */
export const parseDemoParameterRows = (...lines: readonly string[]): [string, string][] =>
  lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])

/** The different values of one prop in all SKUs, in their order: '20 mm / 22 mm'. */
export const joinSkuValues = (table: readonly DemoSku[], label: string): string =>
  [...new Set(table.map((sku) => sku.props[label] ?? ''))].join(' / ')

/** Paragraphs of a description, lines of a list. */
export const joinParagraphs = (...paragraphs: readonly string[]): string => paragraphs.join('\n\n')
export const formatMarkdownList = (...items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')

/** Grades of cemented carbide: minimum hardness, density in g/cm³, minimum transverse rupture strength in MPa. */
export const carbideGrades = {
  YG6: { hra: '89.5', density: 14.9, strength: 1900 },
  YG8: { hra: '89.0', density: 14.7, strength: 2100 },
  YG8C: { hra: '88.0', density: 14.7, strength: 2000 },
  YG11C: { hra: '86.5', density: 14.4, strength: 2200 },
  YG13C: { hra: '86.0', density: 14.2, strength: 2300 },
  YG15: { hra: '87.0', density: 14.0, strength: 2400 },
  YG15C: { hra: '85.0', density: 14.0, strength: 2400 },
  YG20C: { hra: '83.0', density: 13.5, strength: 2500 },
} as const
export type CarbideGrade = keyof typeof carbideGrades

/** '≥ 86.0 HRA', or with several grades 'YG11C ≥ 86.5 · YG13C ≥ 86.0 HRA'. */
export const formatCarbideHardness = (used: readonly CarbideGrade[]): string => {
  const different = [...new Set(used)]
  const [only] = different
  if (different.length === 1 && only) return `≥ ${carbideGrades[only].hra} HRA`
  return `${different.map((grade) => `${grade} ≥ ${carbideGrades[grade].hra}`).join(' · ')} HRA`
}

/** Volumes in mm³ and grams of steel, for weights that are computed from the sizes. */
export const computeCylinderVolume = (diameter: number, height: number): number => (Math.PI / 4) * diameter ** 2 * height
export const computeFrustumVolume = (a: number, b: number, height: number): number => (Math.PI / 12) * height * (a * a + a * b + b * b)
export const computeSteelGramsOfVolume = (volume: number): number => Math.round((volume * 7.85) / 10_000) * 10
