import { allocate, type BasisPoints, type Fen, fen, subtract, sum, ZERO } from '#contract/platform/core/money.ts'

/**
 * 13 %: 增值税 on goods (财政部 税务总局 海关总署公告 2019 年第 39 号). Freight that a seller of goods charges along with them is taxed as they
 * are (混合销售, 财税〔2016〕36 号附件 1 第四十条). An invoice keeps the rate that it was made out with.
 */
export const VAT_RATE_BP: BasisPoints = 1_300

/** The tax in an amount that includes it, half a fen rounded up. Integers only. */
export function taxIn(amount: Fen, rateBp: BasisPoints): Fen {
  const whole = 10_000n + BigInt(rateBp)
  const twice = 2n * BigInt(amount) * BigInt(rateBp)
  return fen(Number((twice + whole) / (2n * whole)))
}

/** The tax of an invoice's lines: that of their sum, spread by the largest remainder, so that lines and total agree to the fen. */
export function taxOfLines(amounts: readonly Fen[], rateBp: BasisPoints): Fen[] {
  const total = sum(amounts)
  return total === 0 ? amounts.map(() => ZERO) : allocate(taxIn(total, rateBp), amounts)
}

/** What has been taken back of a line, its tax among it. */
export interface RefundableTaxLine {
  amountFen: Fen
  taxFen: Fen
}

/**
 * The tax that a further red letter takes off a line: the exact share of all that is back then, less what went before, so that a line that
 * is wholly back is without tax whatever the steps were.
 */
export function redLetterTax(line: RefundableTaxLine, before: RefundableTaxLine, nowFen: Fen): Fen {
  const back = BigInt(sum([before.amountFen, nowFen]))
  const share = line.amountFen === 0 ? 0n : (BigInt(line.taxFen) * back) / BigInt(line.amountFen)
  return subtract(fen(Number(share)), before.taxFen)
}
