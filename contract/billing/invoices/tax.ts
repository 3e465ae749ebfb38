import { type BasisPoints, type Fen, fen, splitProportionally, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'

/**
 * 13 %: 增值税 on goods (财政部 税务总局 海关总署公告 2019 年第 39 号). Freight that the seller charges with the goods has the same rate (混合销售, 财税〔2016〕36 号附件
 * 1 第四十条). An invoice keeps the rate that it was issued with.
 */
export const VAT_RATE_BP: BasisPoints = 1_300

/** Computes the tax in an amount that includes it, in integer fen. Half a fen is rounded up. */
export function computeTaxIncludedInAmount(amount: Fen, rateBp: BasisPoints): Fen {
  const whole = 10_000n + BigInt(rateBp)
  const twice = 2n * BigInt(amount) * BigInt(rateBp)
  return fen(Number((twice + whole) / (2n * whole)))
}

/** Computes the tax of each line in fen. The tax of their sum is spread by the largest remainder, so that lines and total agree. */
export function computeLineTaxesAtOneRate(amounts: readonly Fen[], rateBp: BasisPoints): Fen[] {
  const total = sum(amounts)
  return total === 0 ? amounts.map(() => ZERO_FEN) : splitProportionally(computeTaxIncludedInAmount(total, rateBp), amounts)
}

/** The same for lines of several rates: the tax of each rate is that of the sum of its lines. */
export function computeLineTaxesAtSeveralRates(lines: readonly { amountFen: Fen; rateBp: BasisPoints }[]): Fen[] {
  const taxes = lines.map(() => ZERO_FEN)
  const placed = lines.map((line, place) => ({ ...line, place }))
  for (const [rateBp, same] of Map.groupBy(placed, (line) => line.rateBp)) {
    const amounts = same.map(({ amountFen }) => amountFen)
    for (const [at, tax] of computeLineTaxesAtOneRate(amounts, rateBp).entries()) taxes[same[at]?.place ?? 0] = tax
  }
  return taxes
}

/** The rate that all lines have; null: they have several. */
export const findCommonTaxRateOfLines = (lines: readonly { rateBp: BasisPoints }[]): BasisPoints | null => {
  const rates = new Set(lines.map(({ rateBp }) => rateBp))
  return rates.size === 1 ? (lines[0]?.rateBp ?? null) : null
}

/** The amount of a line that was reversed, and the tax in it. */
export interface ReversedLineAmountAndTax {
  amountFen: Fen
  taxFen: Fen
}

/**
 * Computes the tax that a further red letter takes off a line: the exact share of everything reversed so far, minus the earlier tax. So a
 * line that is completely reversed has no tax left, whatever the steps were.
 */
export function computeRedLetterLineTax(line: ReversedLineAmountAndTax, before: ReversedLineAmountAndTax, nowFen: Fen): Fen {
  const back = BigInt(sum([before.amountFen, nowFen]))
  const share = line.amountFen === 0 ? 0n : (BigInt(line.taxFen) * back) / BigInt(line.amountFen)
  return subtractFen(fen(Number(share)), before.taxFen)
}
