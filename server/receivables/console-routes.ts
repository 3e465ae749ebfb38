import { dueDaysOf } from '../../contract/finance/ageing.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf } from '../../contract/shanghai.ts'
import type { consoleAcceptance, consoleFinanceRequest, consoleStatement } from '../../contract/statements/console-api.ts'
import type { Handlers } from '../http/context.ts'
import { findEnterprise, nameEnterprises } from '../organisation/public.ts'
import { acrossEnterprises } from '../platform/tenant-guard.ts'
import { staffNames } from '../staff/public.ts'
import { bringUpToDate, changeTerms, listOpenDisputes, listStatements } from '../statements/public.ts'
import { accept, bounce, honour, list, reject } from './acceptances.ts'
import { decideDispute } from './disputes.ts'
import { decide, listRequests, propose } from './finance-requests.ts'
import { acceptanceFrom, describeStatement, statementFrom } from './statement-view.ts'

const slice = ({ pageNo, pageSize }: { pageNo: number; pageSize: number }) => ({ limit: pageSize, offset: (pageNo - 1) * pageSize })

type StatementCalls = Omit<typeof consoleStatement, 'export'>

export const consoleStatementHandlers: Handlers<StatementCalls> = {
  list: async ({ pageNo, pageSize, age, ...filter }, { db, moment }) => {
    const due = age === undefined ? {} : { due: dueDaysOf(age, dayOf(moment.now)) }
    const wanted = { ...filter, ...due, ...slice({ pageNo, pageSize }) }
    const { rows, total } = await listStatements(acrossEnterprises(db, 'console'), wanted)
    const dataList = (await nameEnterprises(db, rows)).map((row) => ({
      ...statementFrom(row),
      enterpriseId: row.enterpriseId,
      enterpriseName: row.enterpriseName,
    }))
    return { dataList, total }
  },
  detail: ({ enterpriseId, month }, { db }) => describeStatement(db, enterpriseId, month),
  disputes: async (paged, { db }) => {
    const { rows, total } = await listOpenDisputes(acrossEnterprises(db, 'console'), slice(paged))
    return { dataList: (await nameEnterprises(db, rows)).map(({ amountFen, ...row }) => ({ ...row, amount: amountFen })), total }
  },
  decideDispute: async (given, { caller, moment, write }) => {
    await write((tx) => decideDispute(tx, moment, { ...given, staffId: caller.staffId }))
    return null
  },
  setDailyRate: async ({ enterpriseId, dailyRateBp }, { moment, write }) => {
    await write(async (tx) => {
      if (!(await findEnterprise(tx, enterpriseId))) refuse('ENTERPRISE_NOT_FOUND')
      // The days until now are charged at the rate that was in force on them.
      await bringUpToDate(tx, moment, [enterpriseId])
      await changeTerms(tx, moment, enterpriseId, { dailyRate: dailyRateBp })
    })
    return null
  },
}

export const consoleAcceptanceHandlers: Handlers<typeof consoleAcceptance> = {
  detail: async (ref, { db }) => {
    const [row] = await nameEnterprises(db, (await list(db, { ...ref, limit: 1, offset: 0 })).rows)
    if (!row) refuse('ACCEPTANCE_NOT_FOUND')
    return { ...acceptanceFrom(row), enterpriseId: row.enterpriseId, enterpriseName: row.enterpriseName }
  },
  list: async ({ state, ...paged }, { db }) => {
    const { rows, total } = await list(db, { state, ...slice(paged) })
    const dataList = (await nameEnterprises(db, rows)).map((row) => ({
      ...acceptanceFrom(row),
      enterpriseId: row.enterpriseId,
      enterpriseName: row.enterpriseName,
    }))
    return { dataList, total }
  },
  accept: async (ref, { caller, moment, write }) => {
    await write((tx) => accept(tx, moment, { ref, staffId: caller.staffId }))
    return null
  },
  reject: async ({ opinion, ...ref }, { caller, moment, write }) => {
    await write((tx) => reject(tx, moment, { ref, opinion, staffId: caller.staffId }))
    return null
  },
  bounce: async ({ opinion, ...ref }, { caller, moment, write }) => {
    await write((tx) => bounce(tx, moment, { ref, opinion, staffId: caller.staffId }))
    return null
  },
  honour: async (ref, { caller, moment, write }) => {
    await write((tx) => honour(tx, moment, { ref, staffId: caller.staffId }))
    return null
  },
}

export const consoleFinanceRequestHandlers: Handlers<typeof consoleFinanceRequest> = {
  list: async ({ state, ...paged }, { db }) => {
    const { rows, total } = await listRequests(db, { state, ...slice(paged) })
    const people = await staffNames(db)
    const dataList = (await nameEnterprises(db, rows)).map(({ amountFen, proposedBy, decidedBy, ...row }) => ({
      ...row,
      amount: amountFen,
      proposedBy: people.get(proposedBy) ?? '',
      decidedBy: decidedBy === null ? null : (people.get(decidedBy) ?? ''),
    }))
    return { dataList, total }
  },
  proposeWaiver: ({ amount, ...given }, { caller, moment, write }) =>
    write(async (tx) => {
      if (!(await findEnterprise(tx, given.enterpriseId))) refuse('ENTERPRISE_NOT_FOUND')
      return { id: await propose(tx, moment, { ...given, month: null, amountFen: amount, staffId: caller.staffId }) }
    }),
  proposeWriteOff: ({ amount, ...given }, { caller, moment, write }) =>
    write(async (tx) => ({ id: await propose(tx, moment, { ...given, amountFen: amount, staffId: caller.staffId }) })),
  decide: async (given, { caller, moment, write }) => {
    await write((tx) => decide(tx, moment, { ...given, staffId: caller.staffId }))
    return null
  },
}
