import type { badDebtEndpoints } from '#contract/money/bad-debts/api.ts'
import type { consoleBadDebtEndpoints } from '#contract/money/bad-debts/console-api.ts'
import { listProvisionBands } from '#contract/money/provisions/bands.ts'
import type { consoleProvisionEndpoints } from '#contract/money/provisions/console-api.ts'
import { getDueDayRangeOfAgeBucket } from '#contract/money/statements/ageing.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createBadDebtForgivenessRequest } from '#server/billing/receivables/finance-requests.ts'
import { listBadDebts, sumBadDebts } from '#server/money/bad-debts/public.ts'
import { listProvisionLines, listProvisionRuns, readProvisionBalance, readProvisionBands } from '#server/money/provisions/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { readBadDebtDetail, toBadDebtAmounts, toBadDebtOutput, toBuyersBadDebtOutput } from './bad-debt-view.ts'

/** The claims on the caller's own company. */
export const badDebtHandlers: Handlers<typeof badDebtEndpoints> = {
  list: async (paged, { db, caller: { enterpriseId } }) => {
    const { rows, total } = await listBadDebts(db, { enterpriseId, ...toSlice(paged) })
    return { dataList: rows.map(toBuyersBadDebtOutput), total, totals: toBadDebtAmounts(await sumBadDebts(db, { enterpriseId })) }
  },
}

export const consoleBadDebtHandlers: Handlers<typeof consoleBadDebtEndpoints> = {
  list: async ({ pageNo, pageSize, age, ...filter }, { db, moment }) => {
    const due = age === undefined ? undefined : getDueDayRangeOfAgeBucket(age, toShanghaiDay(moment.now))
    const all = withoutTenantGuard(db, 'console')
    const { rows, total } = await listBadDebts(all, { ...filter, due, ...toSlice({ pageNo, pageSize }) })
    const totals = toBadDebtAmounts(await sumBadDebts(all, { ...filter, due }))
    return { dataList: (await attachEnterpriseNamesToRows(db, rows)).map(toBadDebtOutput), total, totals }
  },
  detail: async (ref, { db }) => (await readBadDebtDetail(db, ref)) ?? refuse('BAD_DEBT_NOT_FOUND'),
  proposeForgiving: ({ id: badDebtId, amount: amountFen, ...given }, { caller, moment, write }) =>
    write(async (tx) => ({
      id: await createBadDebtForgivenessRequest(tx, moment, { ...given, badDebtId, amountFen, staffId: caller.staffId }),
    })),
}

export const consoleProvisionHandlers: Handlers<typeof consoleProvisionEndpoints> = {
  list: async (paged, { db }) => {
    const { rows, total } = await listProvisionRuns(db, toSlice(paged))
    return { dataList: rows, total }
  },
  current: async (_, { db }) => ({
    balance: await readProvisionBalance(db),
    bands: listProvisionBands(await readProvisionBands(db)).map(({ label, rate }) => ({ label, rate })),
  }),
  lines: async ({ pageNo, pageSize, ...filter }, { db }) => {
    const { rows, total } = await listProvisionLines(db, { ...filter, ...toSlice({ pageNo, pageSize }) })
    const dataList = (await attachEnterpriseNamesToRows(db, rows)).map(({ unpaidFen, amountFen, ...row }) => ({
      ...row,
      unpaid: unpaidFen,
      amount: amountFen,
    }))
    return { dataList, total }
  },
}
