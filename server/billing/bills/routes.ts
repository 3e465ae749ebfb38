import type { billEndpoints } from '#contract/billing/bills/api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listBills, readBill } from './bills.ts'

export const billHandlers: Handlers<typeof billEndpoints> = {
  list: (filter, { db, caller }) => listBills(db, caller, filter),
  detail: ({ id }, { db, caller }) => readBill(db, caller, id),
}
