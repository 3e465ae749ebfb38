import type { Fen } from '#contract/platform/core/money.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'

/** The age of unpaid amounts, in days after their due day. */
export const ageBuckets = {
  notDue: { label: '未到期', from: null, until: 0 },
  d30: { label: '逾期 1–30 天', from: 1, until: 30 },
  d60: { label: '逾期 31–60 天', from: 31, until: 60 },
  d90: { label: '逾期 61–90 天', from: 61, until: 90 },
  older: { label: '逾期 90 天以上', from: 91, until: null },
} as const
export type AgeBucket = keyof typeof ageBuckets

/** The range of due days for an age on a given day, both inclusive. A missing side is open. */
export function getDueDayRangeOfAgeBucket(age: AgeBucket, today: string): { first?: string; last?: string } {
  const { from, until } = ageBuckets[age]
  return {
    ...(until === null ? {} : { first: addDays(today, -until) }),
    ...(from === null ? {} : { last: addDays(today, -from) }),
  }
}

/** The period in days for days sales outstanding. */
export const DAYS_SALES_OUTSTANDING_PERIOD_DAYS = 90

/** 应收账款周转天数: the explanation beside the figure. */
export const DAYS_SALES_OUTSTANDING_EXPLANATION = `应收账款余额 ÷ 近 ${DAYS_SALES_OUTSTANDING_PERIOD_DAYS} 天赊销额 × ${DAYS_SALES_OUTSTANDING_PERIOD_DAYS}`

/**
 * Days sales outstanding: how many days of drawdowns are still owed, based on those of the last 90 days. Rounded half up to a tenth of a
 * day; null if nothing was drawn.
 */
export function computeDaysSalesOutstanding(receivable: Fen, drawn: Fen): number | null {
  if (drawn <= 0) return null
  const tenths = (BigInt(receivable) * BigInt(DAYS_SALES_OUTSTANDING_PERIOD_DAYS) * 20n + BigInt(drawn)) / (2n * BigInt(drawn))
  return Number(tenths) / 10
}

/** A share in basis points, rounded half up; 0 if the whole is 0. */
export const computeShareInBasisPoints = (part: Fen, whole: Fen): number =>
  whole <= 0 ? 0 : Number((BigInt(part) * 20_000n + BigInt(whole)) / (2n * BigInt(whole)))
