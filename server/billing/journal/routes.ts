import { type consoleJournalEndpoints, journalExportFormats } from '#contract/billing/journal/console-api.ts'
import type { consoleJournalMonthEndpoints } from '#contract/billing/journal/months-api.ts'
import { exportList } from '#server/adapters/spreadsheets/public.ts'
import { readJournalSettingsWithVersion } from '#server/content/content/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { type PageInput, toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listJournalAccountMonths, listJournalBalances, listJournalEnterpriseBalances, sumJournalBalances } from './balances.ts'
import { listBankJournal } from './bank-journal.ts'
import { journalExportFormatColumns } from './export-formats.ts'
import {
  closeJournalMonth,
  decideJournalMonthReopening,
  listJournalMonths,
  recreateJournalEntriesOfMonth,
  requestJournalMonthReopening,
} from './months.ts'
import { listJournalLines, listJournalMonthLinesForExport } from './read-lines.ts'

/** Converts the page of the input to limit and offset. */
const sliced = <F extends PageInput>({ pageNo, pageSize, ...filter }: F) => ({ ...filter, ...toSlice({ pageNo, pageSize }) })

export const consoleJournalHandlers: Handlers<Omit<typeof consoleJournalEndpoints, 'setRules'>> = {
  chart: async (_, { db }) => {
    const { values, rowVersion, changedAt, changedBy } = await readJournalSettingsWithVersion(db)
    return { values, rowVersion, changedAt, changedBy: changedBy === null ? null : ((await listStaffNamesById(db)).get(changedBy) ?? '') }
  },
  lines: (input, { db }) => listJournalLines(db, sliced(input)),
  balances: async ({ pageNo, pageSize, ...months }, { db }) => {
    const rows = await listJournalBalances(db, months)
    const { limit, offset } = toSlice({ pageNo, pageSize })
    return { dataList: rows.slice(offset, offset + limit), total: rows.length, totals: sumJournalBalances(rows) }
  },
  months: (input, { db }) => listJournalAccountMonths(db, sliced(input)),
  enterprises: (input, { db }) => listJournalEnterpriseBalances(db, sliced(input)),
  bankJournal: (input, { db }) => listBankJournal(db, sliced(input)),
  exportEntries: ({ month, form, format }, context) => {
    const name = `凭证-${journalExportFormats[form].label}`
    return exportList(context, {
      name,
      title: `${name}-${month}`,
      columns: journalExportFormatColumns[form],
      format,
      page: (db, { limit, offset }) => listJournalMonthLinesForExport(db, { month, limit, offset }),
    })
  },
}

export const consoleJournalMonthHandlers: Handlers<typeof consoleJournalMonthEndpoints> = {
  list: (input, { db, caller: { staffId } }) => listJournalMonths(db, { staffId, ...toSlice(input) }),
  close: async ({ month }, { caller: { staffId }, moment, write }) => {
    await write((tx) => closeJournalMonth(tx, moment, { month, staffId }))
    return null
  },
  ask: async ({ month, reason }, { caller: { staffId }, moment, write }) => {
    await write((tx) => requestJournalMonthReopening(tx, moment, { month, reason, staffId }))
    return null
  },
  decide: async ({ month, approve }, { caller: { staffId }, moment, write }) => {
    await write((tx) => decideJournalMonthReopening(tx, moment, { month, approve, staffId }))
    return null
  },
  remake: async ({ month }, { moment, write }) => {
    await write((tx) => recreateJournalEntriesOfMonth(tx, moment, month))
    return null
  },
}
