import { refuse } from '../../contract/refusals.ts'
import { monthSpan } from '../../contract/shanghai.ts'
import type { statement } from '../../contract/statements/api.ts'
import { readCredit } from '../credit/public.ts'
import type { Handlers } from '../http/context.ts'
import { refuseUnlessPaid, tryPaymentPassword } from '../identity/public.ts'
import type { Keys } from '../platform/keys.ts'
import { changeTerms, listRepayments, listStatements, repay } from '../statements/public.ts'
import { list, submit } from './acceptances.ts'
import { confirm, openDispute } from './disputes.ts'
import { describeHeadroom, describeOwed, previewRepayment } from './owed-view.ts'
import { acceptanceFrom, describeStatement, repaymentFrom, statementFrom } from './statement-view.ts'

const slice = ({ pageNo, pageSize }: { pageNo: number; pageSize: number }) => ({ limit: pageSize, offset: (pageNo - 1) * pageSize })

type StatementHandlers = Handlers<typeof statement>

const reads: Pick<StatementHandlers, 'owed' | 'list' | 'detail' | 'previewRepayment' | 'repayments' | 'headroom' | 'acceptances'> = {
  owed: (_, { db, caller, moment }) => describeOwed(db, moment, caller.enterpriseId),
  list: async ({ state, ...paged }, { db, caller }) => {
    const { rows, total } = await listStatements(db, { enterpriseId: caller.enterpriseId, state, ...slice(paged) })
    return { dataList: rows.map(statementFrom), total }
  },
  detail: ({ month }, { db, caller }) => describeStatement(db, caller.enterpriseId, month),
  previewRepayment: ({ amount, months }, { db, caller, moment }) =>
    previewRepayment(db, moment, { enterpriseId: caller.enterpriseId, amountFen: amount, months }),
  repayments: async ({ month, ...paged }, { db, caller }) => {
    const filter = { enterpriseId: caller.enterpriseId, ...(month === undefined ? {} : monthSpan(month)), ...slice(paged) }
    const { rows, total } = await listRepayments(db, filter)
    return { dataList: rows.map(repaymentFrom), total }
  },
  headroom: (_, { db, caller, moment }) => describeHeadroom(db, moment, caller.enterpriseId),
  acceptances: async (paged, { db, caller }) => {
    const { rows, total } = await list(db, { enterpriseId: caller.enterpriseId, ...slice(paged) })
    return { dataList: rows.map(acceptanceFrom), total }
  },
}

export const statementHandlers = (keys: Keys): StatementHandlers => ({
  ...reads,
  confirm: async ({ month }, { caller, moment, write }) => {
    const { enterpriseId, userId } = caller
    await write((tx) => confirm(tx, moment, { enterpriseId, userId, month }))
    return null
  },
  dispute: async (given, { caller, moment, write }) => {
    const { enterpriseId, userId } = caller
    await write((tx) => openDispute(tx, moment, { enterpriseId, userId, ...given }))
    return null
  },
  repayByWallet: async ({ amount, months, payPwd }, { db, caller, moment, apart, replay, write }) => {
    const { enterpriseId, userId } = caller
    await replay()
    if (!(await readCredit(db, enterpriseId))) refuse('CREDIT_NOT_OPEN')
    refuseUnlessPaid(await apart((tx) => tryPaymentPassword(tx, moment, { keys, seat: caller, payPwd })))
    return write(async (tx) => {
      const given = { enterpriseId, userId, source: 'wallet', amountFen: amount, months, document: moment.newId() } as const
      return repaymentFrom(await repay(tx, moment, given))
    })
  },
  enableAutoRepay: async ({ payPwd }, { db, caller, moment, apart, write }) => {
    if (!(await readCredit(db, caller.enterpriseId))) refuse('CREDIT_NOT_OPEN')
    refuseUnlessPaid(await apart((tx) => tryPaymentPassword(tx, moment, { keys, seat: caller, payPwd })))
    await write((tx) => changeTerms(tx, moment, caller.enterpriseId, { autoRepay: true }))
    return null
  },
  disableAutoRepay: async (_, { caller, moment, write }) => {
    await write((tx) => changeTerms(tx, moment, caller.enterpriseId, { autoRepay: false }))
    return null
  },
  submitAcceptance: async ({ amount, ...given }, { db, caller, moment, write }) => {
    const { enterpriseId, userId } = caller
    if (!(await readCredit(db, enterpriseId))) refuse('CREDIT_NOT_OPEN')
    return write(async (tx) => acceptanceFrom(await submit(tx, moment, { ...given, enterpriseId, userId, amountFen: amount })))
  },
})
