import type { CreditAccount } from '../../contract/credit/api.ts'
import { type Fen, fen, least, minus, most, split, sum, ZERO } from '../../contract/money.ts'

type Limits = Pick<CreditAccount, 'creditBaseAmount' | 'creditTempAmount' | 'creditWaitReturnAmount' | 'heldAmount'>

export const gaugeLabels = { drawn: '已用信', held: '订单占用', baseFree: '固定额度可用', tempFree: '临时额度可用' } as const
export type GaugeKind = keyof typeof gaugeLabels

/** A stretch of the gauge: its amount, and its width in hundredths of a percent of the whole. */
interface GaugePart {
  kind: GaugeKind
  amount: Fen
  width: number
}

/** What is drawn of a credit account. */
export interface Gauge {
  /** From left to right, widths adding up to 10,000; none while there is neither limit nor use. */
  parts: GaugePart[]
  /** Where the base limit ends, in hundredths of a percent; null where nothing lies beyond it. */
  baseMark: number | null
  /** What may be held today. */
  usable: Fen
  /** How far the use is above both limits together: a temporary limit has ended. */
  over: Fen
}

const WHOLE = fen(10_000)

/**
 * The stretches of the gauge: drawn, held by orders, what is free of the base limit, what is free of the temporary one. The base limit is
 * used first. Where more is used than both limits, the gauge is as long as the use.
 */
export function gaugeOf({
  creditBaseAmount: base,
  creditTempAmount: temp,
  creditWaitReturnAmount: drawn,
  heldAmount: held,
}: Limits): Gauge {
  const used = sum([drawn, held])
  const limit = sum([base, temp])
  const baseFree = minus(base, least(base, used))
  const usable = most(ZERO, minus(limit, used))
  const amounts: [GaugeKind, Fen][] = [
    ['drawn', drawn],
    ['held', held],
    ['baseFree', least(baseFree, usable)],
    ['tempFree', minus(usable, least(baseFree, usable))],
  ]
  const scale = most(limit, used)
  if (scale <= 0) return { parts: [], baseMark: null, usable, over: ZERO }
  const widths = split(
    WHOLE,
    amounts.map(([, amount]) => amount),
  )
  const [mark = ZERO] = split(WHOLE, [base, minus(scale, base)])
  return {
    parts: amounts.map(([kind, amount], at) => ({ kind, amount, width: widths[at] ?? 0 })).filter(({ amount }) => amount > 0),
    baseMark: base > 0 && base < scale ? mark : null,
    usable,
    over: most(ZERO, minus(used, limit)),
  }
}
