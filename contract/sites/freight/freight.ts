import { type Fen, fen, ORDER_MAX, subtract, ZERO } from '#contract/platform/core/money.ts'

/** What bringing one order costs, its weight and its province settled: a fee, and the goods total from which on there is none. */
export interface FreightRule {
  feeFen: Fen
  /** null: never free. */
  freeFromFen: Fen | null
}

/** What a shop asks for by weight: so much up to the first weight, so much for each further one begun. */
export interface FreightTerms {
  firstGrams: number
  firstFen: Fen
  nextGrams: number
  nextFen: Fen
  freeFromFen: Fen | null
}

/** A row of a shop's template (运费模板): its terms in some provinces, told by the first two digits of their codes. */
export interface FreightRow extends FreightTerms {
  /** None: everywhere that no other row names (默认). */
  provinces: readonly string[]
  /** False: nothing is sent there, whatever the terms say. */
  delivered: boolean
}

/** What a shop asks for until it has a template of its own. */
export const standardFreight: FreightRow = {
  provinces: [],
  delivered: true,
  firstGrams: 1_000,
  firstFen: fen(3_000),
  nextGrams: 1_000,
  nextFen: ZERO,
  freeFromFen: fen(50_000),
}

/** The province of a district's code, as rows name it. */
export const provinceOf = (areaCode: string): string => areaCode.slice(0, 2)

/** The row that holds for a province; without one the row for everywhere else. */
export const freightRowFor = (rows: readonly FreightRow[], province: string | null): FreightRow =>
  rows.find(({ provinces }) => province !== null && provinces.includes(province)) ??
  rows.find(({ provinces }) => provinces.length === 0) ??
  standardFreight

/** What goods of so many grams cost to bring under some terms; beyond every order it stays at the largest, which submit refuses. */
export function freightRule({ firstGrams, firstFen, nextGrams, nextFen, freeFromFen }: FreightTerms, grams: number): FreightRule {
  const further = Math.ceil(Math.max(0, grams - firstGrams) / nextGrams)
  return { feeFen: fen(Math.min(firstFen + further * nextFen, ORDER_MAX)), freeFromFen }
}

/** 配送运费 of a goods total: the fee, or nothing from a total on. */
export const computeFreight = (goodsFen: Fen, { feeFen, freeFromFen }: FreightRule): Fen =>
  freeFromFen !== null && goodsFen >= freeFromFen ? ZERO : feeFen

/** How much more is to be bought until nothing is asked for bringing it; null: there is no such total, or it is reached, or nothing is asked. */
export const missingForFreeFreight = (goodsFen: Fen, { feeFen, freeFromFen }: FreightRule): Fen | null =>
  freeFromFen === null || feeFen === 0 || goodsFen >= freeFromFen ? null : subtract(freeFromFen, goodsFen)
