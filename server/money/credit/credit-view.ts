import type { CreditAccount } from '#contract/money/credit/api.ts'
import { computeUsedAndUsableCredit } from '#contract/money/credit/limits.ts'
import { drawdownTransferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { computeNextDueOfEnterprise, type NextDueAmount } from '#contract/money/statements/amounts.ts'
import { type Fen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import {
  addMonths,
  getShanghaiMonthInterval,
  getStatementDueDay,
  toShanghaiDay,
  toShanghaiMonth,
} from '#contract/platform/core/shanghai.ts'
import { sumTransfersByMonth } from '#server/money/ledger/public.ts'
import { computeAmountsDue, readDebts } from '#server/money/statements/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type CreditPositionWithOrderStop, findCreditPosition } from './credit-accounts.ts'
import { formatOrderStopMessage } from './hold-credit.ts'

/** The account with the field names of the specification. */
function describe(position: CreditPositionWithOrderStop, interestFen: Fen, today: string): Omit<CreditAccount, 'nextDue'> {
  const limits = computeUsedAndUsableCredit(position, today)
  return {
    creditBaseAmount: position.baseFen,
    creditTempAmount: limits.tempInForceFen,
    creditUseableAmount: limits.baseUsableFen,
    creditTempUseableAmount: limits.tempUsableFen,
    creditWaitReturnAmount: position.drawnFen,
    expireInterestAmount: interestFen,
    creditTempEndDate: position.tempEndDay,
    usedAmount: limits.usedFen,
    freedAmount: position.freedFen,
    heldAmount: position.heldFen,
    repayAmount: sum([position.drawnFen, interestFen]),
    stopped: position.stop && formatOrderStopMessage(position.stop),
  }
}

export const toNextDueOutput = ({ day, amountFen, overdueFen }: NextDueAmount): NonNullable<CreditAccount['nextDue']> => ({
  day,
  amount: amountFen,
  overdue: overdueFen,
})

/** A company's credit account, with the interest until yesterday, charged or not; null if it has none. */
export async function readCreditAccount(db: Db, moment: Moment, enterpriseId: string): Promise<CreditAccount | null> {
  const position = await findCreditPosition(db, enterpriseId)
  if (!position) return null
  const debts = position.drawnFen > 0 ? await readDebts(db, moment, enterpriseId) : null
  const today = toShanghaiDay(moment.now)
  const next = debts && computeNextDueOfEnterprise(computeAmountsDue(debts), today)
  return { ...describe(position, debts?.interestFen ?? position.interestFen, today), nextDue: next && toNextDueOutput(next) }
}

const MONTHS_SHOWN = 6

/** The drawn amounts of the last six months, including this one, with their due days. */
export async function sumDrawnOfLastSixMonths(db: Db, moment: Moment, enterpriseId: string) {
  const current = toShanghaiMonth(moment.now)
  const months = Array.from({ length: MONTHS_SHOWN }, (_, step) => addMonths(current, step - MONTHS_SHOWN + 1))
  const sums = await sumTransfersByMonth(db, {
    enterpriseId,
    kinds: drawdownTransferKinds,
    from: getShanghaiMonthInterval(months[0] ?? current).from,
  })
  const drawn = new Map(sums.map(({ month, amountFen }) => [month, amountFen]))
  return months.map((month) => ({ month, drawn: drawn.get(month) ?? ZERO_FEN, dueDay: getStatementDueDay(month) }))
}
