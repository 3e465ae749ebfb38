import type { CreditAccount } from '#contract/money/credit/api.ts'
import { type Fen, fen, maxFen, minFen, splitProportionally, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'

type Limits = Pick<CreditAccount, 'creditBaseAmount' | 'creditTempAmount' | 'creditWaitReturnAmount' | 'heldAmount'>

export const creditGaugeSegmentLabels = { drawn: '已赊销', held: '订单占用', baseFree: '固定额度可用', tempFree: '临时额度可用' } as const
export type CreditGaugeSegmentKind = keyof typeof creditGaugeSegmentLabels

/** A segment of the gauge: its amount, and its width in hundredths of a percent of the whole. */
interface GaugePart {
  kind: CreditGaugeSegmentKind
  amount: Fen
  width: number
}

/** The data of a credit gauge. */
export interface CreditGaugeData {
  /** From left to right. The widths add up to 10,000; empty if there is neither a limit nor use. */
  parts: GaugePart[]
  /** The position of the base limit, in hundredths of a percent; null if nothing is beyond it. */
  baseMark: number | null
  /** What can be held today. */
  usable: Fen
  /** How far the use exceeds both limits together, after a temporary limit has ended. */
  over: Fen
}

const WHOLE = fen(10_000)

/**
 * Computes the segments of the gauge: drawn, held by orders, free of the base limit, free of the temporary limit. The base limit is used
 * first. If the use exceeds both limits, the gauge is as long as the use.
 */
export function toCreditGauge({
  creditBaseAmount: base,
  creditTempAmount: temp,
  creditWaitReturnAmount: drawn,
  heldAmount: held,
}: Limits): CreditGaugeData {
  const used = sum([drawn, held])
  const limit = sum([base, temp])
  const baseFree = subtractFen(base, minFen(base, used))
  const usable = maxFen(ZERO_FEN, subtractFen(limit, used))
  const amounts: [CreditGaugeSegmentKind, Fen][] = [
    ['drawn', drawn],
    ['held', held],
    ['baseFree', minFen(baseFree, usable)],
    ['tempFree', subtractFen(usable, minFen(baseFree, usable))],
  ]
  const scale = maxFen(limit, used)
  if (scale <= 0) return { parts: [], baseMark: null, usable, over: ZERO_FEN }
  const widths = splitProportionally(
    WHOLE,
    amounts.map(([, amount]) => amount),
  )
  const [mark = ZERO_FEN] = splitProportionally(WHOLE, [base, subtractFen(scale, base)])
  return {
    parts: amounts.map(([kind, amount], at) => ({ kind, amount, width: widths[at] ?? 0 })).filter(({ amount }) => amount > 0),
    baseMark: base > 0 && base < scale ? mark : null,
    usable,
    over: maxFen(ZERO_FEN, subtractFen(used, limit)),
  }
}
