import { headroom as daysAhead } from '../../contract/credit/headroom.ts'
import { type Fen, fen, minus, sum } from '../../contract/money.ts'
import { addDays, dayOf, dueDayOf } from '../../contract/shanghai.ts'
import { planRepayment, repayable, restOf } from '../../contract/statements/repayment.ts'
import type { Headroom, OwedNow, RepaymentPlan } from '../../contract/statements/shapes.ts'
import { OPEN_LABEL, statementLifecycle } from '../../contract/statements/statement-lifecycle.ts'
import { readCredit } from '../credit/public.ts'
import { readBalances } from '../ledger/public.ts'
import type { Db } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { listUnpaidDues, onlyDue, readDebts, readTerms } from '../statements/public.ts'

/** 待还总额 and what it is made of, month by month. */
export async function describeOwed(db: Db, moment: Moment, enterpriseId: string): Promise<OwedNow> {
  const debts = await readDebts(db, moment, enterpriseId)
  const { autoRepay } = await readTerms(db, enterpriseId)
  const closed = debts.months.map((one) => ({
    ...{
      month: one.month,
      state: one.state as 'CLOSED' | 'OVERDUE',
      label: statementLifecycle.states[one.state].label,
      total: one.totalFen,
      owed: restOf(one),
      settled: one.settledFen,
    },
    ...{ disputed: one.disputedFen, dueDay: one.dueDay },
  }))
  const open = debts.open
    .filter(({ owedFen }) => owedFen > 0)
    .map(({ month, owedFen, drawnFen }) => ({
      ...{
        month,
        state: 'OPEN' as const,
        label: OPEN_LABEL,
        total: drawnFen,
        owed: owedFen,
        settled: minus(drawnFen, owedFen),
        disputed: fen(0),
      },
      dueDay: dueDayOf(month),
    }))
  return {
    ...{ total: repayable(debts), interest: debts.interestFen, due: repayable(onlyDue(debts)), autoRepay },
    disputed: sum(debts.months.map(({ disputedFen }) => disputedFen)),
    months: [...closed, ...open],
  }
}

/** 还款试算: where an amount would go now. The repayment itself plans again, under its lock. */
export async function previewRepayment(
  db: Db,
  moment: Moment,
  { enterpriseId, amountFen, months }: { enterpriseId: string; amountFen: Fen; months: readonly string[] },
): Promise<RepaymentPlan> {
  const debts = await readDebts(db, moment, enterpriseId)
  const parts = planRepayment(debts, amountFen, months)
  return {
    parts: parts.map((part) => ({ to: part.to, month: part.to === 'month' ? part.month : null, amount: part.amountFen })),
    total: repayable(debts),
    walletBalance: (await readBalances(db, enterpriseId)).wallet,
  }
}

const DAYS_AHEAD = 90

/** The next 90 days, today included; null while the credit account is not opened. What is in dispute falls due on no day. */
export async function describeHeadroom(db: Db, moment: Moment, enterpriseId: string): Promise<Headroom | null> {
  const position = await readCredit(db, enterpriseId)
  if (!position) return null
  const today = dayOf(moment.now)
  const closed = await listUnpaidDues(db, { today, until: addDays(today, DAYS_AHEAD - 1), enterpriseId })
  const { open } = await readDebts(db, moment, enterpriseId)
  const dues = [
    ...closed.map(({ dueDay, amountFen }) => ({ day: dueDay, amountFen })),
    ...open.map(({ month, owedFen }) => ({ day: dueDayOf(month), amountFen: owedFen })),
  ].filter(({ amountFen }) => amountFen > 0)
  const days = daysAhead(position, dues, { today, count: DAYS_AHEAD })
  const next = days.find(({ dueFen }) => dueFen > 0)
  return {
    days: days.map(({ day, limitFen, heldFen, drawnFen, dueFen, usableFen }) => ({
      ...{ day, limit: limitFen, held: heldFen, drawn: drawnFen, due: dueFen, usable: usableFen },
    })),
    nextDue: next ? { day: next.day, amount: next.dueFen } : null,
  }
}
