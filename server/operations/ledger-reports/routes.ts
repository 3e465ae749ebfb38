import { type consoleLedgerEndpoints, type LedgerTransfer, ledgerAccountLabels } from '#contract/billing/finance/ledger-api.ts'
import type { consoleLedgerProofEndpoints } from '#contract/billing/finance/proof-api.ts'
import { sum } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { defineColumn, exportList, formatEnterpriseCell } from '#server/adapters/spreadsheets/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listLedgerAccountDays, listLedgerAccountsWithSums } from './accounts.ts'
import { listLedgerProofRuns, readLatestProofOfAllInvariants, startLedgerProofByStaff } from './proof-store.ts'
import { listLedgerAccountTransfers } from './transfers.ts'

const columns = [
  defineColumn<LedgerTransfer>('时间', 20, 'instant', ({ at }) => at),
  // Transfers of the platform itself have no company.
  defineColumn<LedgerTransfer>('企业', 34, 'text', (row) => (row.enterpriseId === null ? '' : formatEnterpriseCell(row))),
  defineColumn<LedgerTransfer>('类型', 16, 'text', ({ kindLabel }) => kindLabel),
  defineColumn<LedgerTransfer>('摘要', 40, 'text', ({ title }) => title),
  defineColumn<LedgerTransfer>('从', 12, 'text', ({ from }) => from),
  defineColumn<LedgerTransfer>('到', 12, 'text', ({ to }) => to),
  defineColumn<LedgerTransfer>('变动', 16, 'money', ({ change }) => change),
  defineColumn<LedgerTransfer>('余额', 16, 'money', ({ after }) => after),
  defineColumn<LedgerTransfer>('起息日', 12, 'day', ({ valueDay }) => valueDay),
  defineColumn<LedgerTransfer>('单据', 24, 'text', ({ document }) => document.label),
  defineColumn<LedgerTransfer>('分录号', 38, 'text', ({ id }) => id),
]

export const consoleLedgerHandlers: Handlers<typeof consoleLedgerEndpoints> = {
  accounts: async ({ enterpriseId }, { db }) => {
    const enterprise = enterpriseId === undefined ? undefined : await findEnterprise(db, enterpriseId)
    if (enterpriseId !== undefined && !enterprise) refuse('ENTERPRISE_NOT_FOUND')
    const accounts = await listLedgerAccountsWithSums(db, enterpriseId)
    return { enterpriseName: enterprise?.name ?? null, accounts, total: sum(accounts.map(({ balance }) => balance)) }
  },
  days: ({ pageNo, pageSize, ...filter }, { db }) => listLedgerAccountDays(db, { ...filter, ...toSlice({ pageNo, pageSize }) }),
  transfers: ({ pageNo, pageSize, ...filter }, { db }) => listLedgerAccountTransfers(db, { ...filter, ...toSlice({ pageNo, pageSize }) }),
  export: ({ format, ...filter }, context) =>
    exportList(context, {
      name: `分录-${ledgerAccountLabels[filter.account].label}`,
      columns,
      format,
      page: (db, { limit, offset }) => listLedgerAccountTransfers(db, { ...filter, limit, offset }),
    }),
}

export const consoleLedgerProofHandlers: Handlers<typeof consoleLedgerProofEndpoints> = {
  latest: (_, { db }) => readLatestProofOfAllInvariants(db),
  runs: ({ pageNo, pageSize }, { db }) => listLedgerProofRuns(db, toSlice({ pageNo, pageSize })),
  run: async (_, { caller, moment, write }) => {
    await write(async (tx) => {
      const runId = await startLedgerProofByStaff(tx, moment, caller.staffId)
      await publishEvents(tx, moment, [{ topic: 'proof.asked', payload: { runId } }])
    })
    return null
  },
}
