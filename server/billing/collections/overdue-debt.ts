import { computeDueAmountsOfStatement } from '#contract/money/statements/amounts.ts'
import { type Fen, sum } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readDebts } from '#server/money/statements/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface OverdueMonth {
  month: string
  /** Its first due day that is over. */
  dueDay: string
  amountFen: Fen
}

/** What a company should have paid before today, by statement, the oldest first, and its unpaid interest. Disputed amounts are not in it. */
export async function readOverdueDebt(db: Db, moment: Moment, enterpriseId: string): Promise<{ months: OverdueMonth[]; interestFen: Fen }> {
  const today = toShanghaiDay(moment.now)
  const { months, interestFen } = await readDebts(db, moment, enterpriseId)
  return {
    interestFen,
    months: months.flatMap((owing) => {
      const late = computeDueAmountsOfStatement(owing).filter(({ day, onTimeDay = day }) => onTimeDay < today)
      const [first] = late
      return first ? [{ month: owing.month, dueDay: first.day, amountFen: sum(late.map(({ amountFen }) => amountFen)) }] : []
    }),
  }
}
