import type { billEntryEndpoints } from '#contract/billing/bills/api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listBillEntries, readBillEntry } from './bills.ts'

export const billEntryHandlers: Handlers<typeof billEntryEndpoints> = {
  list: (filter, { db, caller }) => listBillEntries(db, caller, filter),
  detail: ({ id }, { db, caller }) => readBillEntry(db, caller, id),
}
