import { forecastCreditHeadroom as daysAhead } from '#contract/money/credit/headroom.ts'
import { computeNextDueOfEnterprise, computeStatementBalanceParts } from '#contract/money/statements/amounts.ts'
import { computeRepayableTotal, splitRepaymentOverDebts } from '#contract/money/statements/repayment.ts'
import type { CreditHeadroom, DebtOverview, RepaymentPlanPreview } from '#contract/money/statements/shapes.ts'
import { formatClosedMonthStatusLabel, OPEN_MONTH_LABEL } from '#contract/money/statements/statement-lifecycle.ts'
import { type Fen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { getStatementDueDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findCreditPosition, toNextDueOutput } from '#server/money/credit/public.ts'
import { readLedgerBalancesOfEnterprise } from '#server/money/ledger/public.ts'
import {
  computeAmountsDue,
  type EnterpriseDebtByMonths,
  readDebts,
  readInterestRateAndAutopay,
  selectDueDebtAndBadDebts,
} from '#server/money/statements/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { listCreditLimitFreedByAcceptanceBills } from './acceptances/freed-amounts.ts'
import { toRepaymentPartOutput, toStatementBalanceOutput } from './statement-view.ts'

/** 待还总额 and its parts by month. */
export async function readOwedAmounts(db: Db, moment: Moment, enterpriseId: string): Promise<DebtOverview> {
  const debts = await readDebts(db, moment, enterpriseId)
  const { autoRepay } = await readInterestRateAndAutopay(db, enterpriseId)
  const closed = debts.months.map((one) => ({
    month: one.month,
    state: one.state as 'CLOSED' | 'OVERDUE',
    label: formatClosedMonthStatusLabel(one.state, { ...computeStatementBalanceParts(one), forgivenFen: ZERO_FEN }),
    ...toStatementBalanceOutput(one),
  }))
  const open = debts.open.filter(({ owedFen }) => owedFen > 0).map(describeOpen)
  const next = computeNextDueOfEnterprise(computeAmountsDue(debts), toShanghaiDay(moment.now))
  return {
    total: computeRepayableTotal(debts),
    interest: debts.interestFen,
    toRecover: sum(debts.badDebts.map(({ owedFen }) => owedFen)),
    badDebts: [...Map.groupBy(debts.badDebts, ({ month }) => month)].map(([month, claims]) => ({
      month,
      amount: sum(claims.map(({ owedFen }) => owedFen)),
    })),
    due: computeRepayableTotal(selectDueDebtAndBadDebts(debts)),
    disputed: sum(closed.map(({ disputed }) => disputed)),
    nextDue: next && toNextDueOutput(next),
    autoRepay,
    months: [...closed, ...open],
  }
}

/** Describes a month that is not closed: everything unpaid is due on its due day. */
const describeOpen = ({ month, drawnFen, reducedFen, owedFen }: EnterpriseDebtByMonths['open'][number]) => ({
  month,
  state: 'OPEN' as const,
  label: OPEN_MONTH_LABEL,
  ...toStatementBalanceOutput({
    totalFen: drawnFen,
    settledFen: subtractFen(drawnFen, owedFen),
    reducedFen,
    walletFen: ZERO_FEN,
    disputedFen: ZERO_FEN,
    deferred: [],
    dueDay: getStatementDueDay(month),
  }),
})

/** 还款试算: shows how an amount would be used now. The repayment itself plans again with a lock. */
export async function previewRepayment(
  db: Db,
  moment: Moment,
  { enterpriseId, amountFen, months }: { enterpriseId: string; amountFen: Fen; months: readonly string[] },
): Promise<RepaymentPlanPreview> {
  const debts = await readDebts(db, moment, enterpriseId)
  const parts = splitRepaymentOverDebts(debts, amountFen, { pointed: months })
  return {
    parts: parts.map(toRepaymentPartOutput),
    total: computeRepayableTotal(debts),
    walletBalance: (await readLedgerBalancesOfEnterprise(db, enterpriseId)).wallet,
  }
}

const DAYS_AHEAD = 90

/** Describes the next 90 days from today; null if the credit account is not open. Disputed amounts are never due. */
export async function readCreditHeadroomForecast(db: Db, moment: Moment, enterpriseId: string): Promise<CreditHeadroom | null> {
  const position = await findCreditPosition(db, enterpriseId)
  if (!position) return null
  const today = toShanghaiDay(moment.now)
  const dues = computeAmountsDue(await readDebts(db, moment, enterpriseId))
  const days = daysAhead(position, dues, await listCreditLimitFreedByAcceptanceBills(db, enterpriseId), { today, count: DAYS_AHEAD })
  const next = computeNextDueOfEnterprise(dues, today)
  return {
    days: days.map(({ day, limitFen, heldFen, drawnFen, dueFen, usableFen }) => ({
      day,
      limit: limitFen,
      held: heldFen,
      drawn: drawnFen,
      due: dueFen,
      usable: usableFen,
    })),
    nextDue: next && toNextDueOutput(next),
  }
}
