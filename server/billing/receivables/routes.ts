import type { statementEndpoints } from '#contract/money/statements/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { getShanghaiMonthInterval } from '#contract/platform/core/shanghai.ts'
import { findCreditPosition, hasCreditAccount } from '#server/money/credit/public.ts'
import { listRepaymentsOfEnterprise, listStatements, repayDebt, updateInterestRateAndAutopay } from '#server/money/statements/public.ts'
import { requireRightPaymentPassword, verifyPaymentPasswordWithinPayment } from '#server/people/identity/public.ts'
import { awaitAllAndThrowFirstError } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { submitAcceptanceBill } from './acceptances/accept-bill.ts'
import { listAcceptanceBills, toBuyersAcceptanceBillOutput } from './acceptances/acceptance-bills.ts'
import { confirmStatementMonth, createDrawdownDispute, withdrawDispute } from './disputes.ts'
import { previewRepayment, readCreditHeadroomForecast, readOwedAmounts } from './owed-view.ts'
import { readStatementDetail, toRepaymentOutput, toStatementOutput } from './statement-view.ts'

type StatementHandlers = Handlers<typeof statementEndpoints>

const reads: Pick<StatementHandlers, 'owed' | 'list' | 'detail' | 'previewRepayment' | 'repayments' | 'headroom' | 'acceptances'> = {
  owed: (_, { db, caller, moment }) => readOwedAmounts(db, moment, caller.enterpriseId),
  list: async ({ state, ...paged }, { db, caller }) => {
    const { rows, total } = await listStatements(db, { enterpriseId: caller.enterpriseId, state, ...toSlice(paged) })
    return { dataList: rows.map(toStatementOutput), total }
  },
  detail: ({ month }, { db, caller }) => readStatementDetail(db, caller.enterpriseId, month),
  previewRepayment: ({ amount, months }, { db, caller, moment }) =>
    previewRepayment(db, moment, { enterpriseId: caller.enterpriseId, amountFen: amount, months }),
  repayments: async ({ month, ...paged }, { db, caller }) => {
    const filter = { enterpriseId: caller.enterpriseId, ...(month === undefined ? {} : getShanghaiMonthInterval(month)), ...toSlice(paged) }
    const { rows, total } = await listRepaymentsOfEnterprise(db, filter)
    return { dataList: rows.map(toRepaymentOutput), total }
  },
  headroom: (_, { db, caller, moment }) => readCreditHeadroomForecast(db, moment, caller.enterpriseId),
  acceptances: async (paged, { db, caller }) => {
    const { rows, total } = await listAcceptanceBills(db, { enterpriseId: caller.enterpriseId, ...toSlice(paged) })
    return { dataList: rows.map(toBuyersAcceptanceBillOutput), total }
  },
}

export const createStatementHandlers = (keys: Keys): StatementHandlers => ({
  ...reads,
  confirm: async ({ month }, { caller, moment, write }) => {
    const { enterpriseId, userId } = caller
    await write((tx) => confirmStatementMonth(tx, moment, { enterpriseId, userId, month }))
    return null
  },
  dispute: async ({ amount, lines, ...given }, { caller, moment, write }) => {
    const { enterpriseId, userId } = caller
    await write((tx) => createDrawdownDispute(tx, moment, { enterpriseId, userId, amountFen: amount, units: lines ?? null, ...given }))
    return null
  },
  withdrawDispute: async (given, { caller, moment, write }) => {
    const { enterpriseId, userId } = caller
    await write((tx) => withdrawDispute(tx, moment, { enterpriseId, userId, ...given }))
    return null
  },
  repayByWallet: ({ amount, months, payPwd }, { caller, moment, writeChecked }) => {
    const { enterpriseId, userId } = caller
    const given = { enterpriseId, userId, source: 'wallet', amountFen: amount, months, document: moment.newId() } as const
    return writeChecked(
      async (tx) => {
        const [open, checked] = await awaitAllAndThrowFirstError(
          hasCreditAccount(tx, enterpriseId),
          verifyPaymentPasswordWithinPayment(tx, moment, { keys, membership: caller, payPwd }),
        )
        return open ? checked : refuse('CREDIT_NOT_OPEN')
      },
      async (tx) => toRepaymentOutput(await repayDebt(tx, moment, given)),
    )
  },
  enableAutoRepay: async ({ payPwd }, { db, caller, moment, writeSeparately, write }) => {
    if (!(await findCreditPosition(db, caller.enterpriseId))) refuse('CREDIT_NOT_OPEN')
    await requireRightPaymentPassword({ keys, caller, moment, writeSeparately }, payPwd)
    await write((tx) => updateInterestRateAndAutopay(tx, moment, caller.enterpriseId, { autoRepay: true }))
    return null
  },
  disableAutoRepay: async (_, { caller, moment, write }) => {
    await write((tx) => updateInterestRateAndAutopay(tx, moment, caller.enterpriseId, { autoRepay: false }))
    return null
  },
  submitAcceptance: async ({ amount, ...given }, { db, caller, moment, write }) => {
    const { enterpriseId, userId } = caller
    if (!(await findCreditPosition(db, enterpriseId))) refuse('CREDIT_NOT_OPEN')
    return write(async (tx) =>
      toBuyersAcceptanceBillOutput(await submitAcceptanceBill(tx, moment, { ...given, enterpriseId, userId, amountFen: amount })),
    )
  },
})
