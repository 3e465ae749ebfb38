import { type Fen, fen, ORDER_AMOUNT_MAX, subtractFen, ZERO_FEN } from '#contract/platform/core/money.ts'

/** The delivery cost of one order with known weight and province: a fee, and the goods total from which delivery is free. */
export interface FreightRule {
  feeFen: Fen
  /** null: never free. */
  freeFromFen: Fen | null
}

/** The terms by weight: a fee up to the first weight, and a fee for each further weight that is begun. */
export interface FreightTerms {
  firstGrams: number
  firstFen: Fen
  nextGrams: number
  nextFen: Fen
  freeFromFen: Fen | null
}

/** A row of a shop's template (运费模板): its terms in some provinces, which are identified by the first two digits of their codes. */
export interface FreightRow extends FreightTerms {
  /** Empty: all provinces without a row of their own (默认). */
  provinces: readonly string[]
  /** false: nothing is delivered there, whatever the terms are. */
  delivered: boolean
}

/** The terms of a shop that has no template. */
export const freightRowOfShopsWithoutTemplate: FreightRow = {
  provinces: [],
  delivered: true,
  firstGrams: 1_000,
  firstFen: fen(3_000),
  nextGrams: 1_000,
  nextFen: ZERO_FEN,
  freeFromFen: fen(50_000),
}

/** Returns the province of a district's code, as rows name it. */
export const getProvinceCode = (areaCode: string): string => areaCode.slice(0, 2)

/** Returns the row for a province, or else the row for all others. */
export const getFreightRowOfProvince = (rows: readonly FreightRow[], province: string | null): FreightRow =>
  rows.find(({ provinces }) => province !== null && provinces.includes(province)) ??
  rows.find(({ provinces }) => provinces.length === 0) ??
  freightRowOfShopsWithoutTemplate

/** A line of an order, as freight sees it: the weight of one unit, and whether the goods are 包邮. */
export interface FreightLine {
  weightGrams: number
  quantity: number
  freeFreight: boolean
}

/**
 * Computes the fee in fen for the weight of lines. Goods that are 包邮 weigh nothing here; if all are, there is no fee. The result is limited
 * to the largest amount, which submit refuses.
 */
export function computeFreightRuleForLines(
  { firstGrams, firstFen, nextGrams, nextFen, freeFromFen }: FreightTerms,
  lines: readonly FreightLine[],
): FreightRule {
  const charged = lines.filter(({ freeFreight }) => !freeFreight)
  if (charged.length === 0) return { feeFen: ZERO_FEN, freeFromFen }
  const grams = charged.reduce((sum, { weightGrams, quantity }) => sum + weightGrams * quantity, 0)
  const further = Math.ceil(Math.max(0, grams - firstGrams) / nextGrams)
  return { feeFen: fen(Math.min(firstFen + further * nextFen, ORDER_AMOUNT_MAX)), freeFromFen }
}

/** Computes 配送运费 for a goods total in fen: the fee, or 0 from the free total on. */
export const computeFreight = (goodsFen: Fen, { feeFen, freeFromFen }: FreightRule): Fen =>
  freeFromFen !== null && goodsFen >= freeFromFen ? ZERO_FEN : feeFen

/**
 * Computes how much more must be bought for free delivery, in fen; null if there is no such total, if it is reached, or if delivery is free
 * anyway.
 */
export const computeMissingForFreeFreight = (goodsFen: Fen, { feeFen, freeFromFen }: FreightRule): Fen | null =>
  freeFromFen === null || feeFen === 0 || goodsFen >= freeFromFen ? null : subtractFen(freeFromFen, goodsFen)
