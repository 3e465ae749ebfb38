import { getDueDayRangeOfAgeBucket } from '#contract/money/statements/ageing.ts'
import type { consoleStatementEndpoints, consoleWaiverOrWriteOffEndpoints } from '#contract/money/statements/console-api.ts'
import { ZERO_FEN } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { listOpenDisputesOfAllEnterprises, listStatements } from '#server/money/statements/public.ts'
import { attachEnterpriseNamesToRows, requireEnterprise } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { decideDispute } from './disputes.ts'
import { createWaiverOrWriteOffRequest, decideWaiverOrWriteOffRequest, listWaiverOrWriteOffRequests } from './finance-requests.ts'
import { readReductionsOfStatementLine } from './statement-entries-view.ts'
import { readStatementDetail, toStatementOutput } from './statement-view.ts'

/** operations/sensitive-changes handles the daily rate of an enterprise. */
type StatementCalls = Omit<typeof consoleStatementEndpoints, 'export' | 'setDailyRate'>

export const consoleStatementHandlers: Handlers<StatementCalls> = {
  list: async ({ pageNo, pageSize, age, ...filter }, { db, moment }) => {
    const due = age === undefined ? {} : { due: getDueDayRangeOfAgeBucket(age, toShanghaiDay(moment.now)) }
    const wanted = { ...filter, ...due, ...toSlice({ pageNo, pageSize }) }
    const { rows, total } = await listStatements(withoutTenantGuard(db, 'console'), wanted)
    const dataList = (await attachEnterpriseNamesToRows(db, rows)).map((row) => ({
      ...toStatementOutput(row),
      enterpriseId: row.enterpriseId,
      enterpriseName: row.enterpriseName,
    }))
    return { dataList, total }
  },
  detail: ({ enterpriseId, month }, { db }) => readStatementDetail(db, enterpriseId, month),
  disputes: async (paged, { db }) => {
    const { rows, total } = await listOpenDisputesOfAllEnterprises(withoutTenantGuard(db, 'console'), toSlice(paged))
    return {
      dataList: (await attachEnterpriseNamesToRows(db, rows)).map(({ amountFen, ...row }) => ({ ...row, amount: amountFen })),
      total,
    }
  },
  lineReductions: (line, { db }) => readReductionsOfStatementLine(db, line),
  decideDispute: async ({ amount, ...given }, { caller, moment, write }) => {
    await write((tx) => decideDispute(tx, moment, { ...given, amountFen: amount, staffId: caller.staffId }))
    return null
  },
}

export const consoleWaiverOrWriteOffHandlers: Handlers<typeof consoleWaiverOrWriteOffEndpoints> = {
  list: async ({ state, ...paged }, { caller, db }) => {
    const { rows, total } = await listWaiverOrWriteOffRequests(db, { state, ...toSlice(paged) })
    const people = await listStaffNamesById(db)
    const dataList = (await attachEnterpriseNamesToRows(db, rows)).map(({ amountFen, interestFen, proposedBy, decidedBy, ...row }) => ({
      ...row,
      amount: amountFen,
      interest: interestFen,
      own: proposedBy === caller.staffId,
      proposedBy: people.get(proposedBy) ?? '',
      decidedBy: decidedBy === null ? null : (people.get(decidedBy) ?? ''),
    }))
    return { dataList, total }
  },
  proposeWaiver: ({ amount, ...given }, { caller, moment, write }) =>
    write(async (tx) => {
      await requireEnterprise(tx, given.enterpriseId)
      return { id: await createWaiverOrWriteOffRequest(tx, moment, { ...given, month: null, amountFen: amount, staffId: caller.staffId }) }
    }),
  proposeWriteOff: ({ amount, interest = ZERO_FEN, ...given }, { caller, moment, write }) =>
    write(async (tx) => ({
      id: await createWaiverOrWriteOffRequest(tx, moment, { ...given, amountFen: amount, interestFen: interest, staffId: caller.staffId }),
    })),
  decide: async (given, { caller, moment, write }) => {
    await write((tx) => decideWaiverOrWriteOffRequest(tx, moment, { ...given, staffId: caller.staffId }))
    return null
  },
}
