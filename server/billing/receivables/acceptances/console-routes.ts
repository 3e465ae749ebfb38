import { acceptanceBillLifecycle } from '#contract/money/statements/acceptance-lifecycle.ts'
import type { ConsoleAcceptanceDetail, consoleAcceptanceBillEndpoints } from '#contract/money/statements/console-acceptance-api.ts'
import { findMonthsCoveredByAcceptance } from '#server/money/statements/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { acceptAcceptanceBill, rejectAcceptanceBill } from './accept-bill.ts'
import {
  type AcceptanceBillRecord,
  getFirstDayCoveredByBill,
  listAcceptanceBills,
  requireAcceptanceBill,
  toAcceptanceBillOutput,
} from './acceptance-bills.ts'
import { listAcceptanceEvents } from './acceptance-events.ts'
import {
  decideAcceptanceRequest,
  proposeAcceptanceRecourse,
  proposeDiscountBelowAgreedAmount,
  proposeExceptionalAcceptanceHonour,
} from './acceptance-requests.ts'
import { bounceAcceptanceBill, recordAcceptanceBillPaidByBank } from './end-bill.ts'
import { listAcceptanceRequests, listAcceptanceRequestsOfBill } from './list-requests.ts'

const describe = (row: AcceptanceBillRecord & { enterpriseName: string | null }) => ({
  ...toAcceptanceBillOutput(row),
  enterpriseId: row.enterpriseId,
  enterpriseName: row.enterpriseName,
  quotedRateBp: row.quotedRateBp,
})

/** One bill with what it covers, what happened to it, and the requests about it. Refuses ACCEPTANCE_NOT_FOUND. */
async function readAcceptanceDetail(db: Db, ref: { enterpriseId: string; id: string }, staffId: string): Promise<ConsoleAcceptanceDetail> {
  const bill = await requireAcceptanceBill(db, ref)
  const covered = { enterpriseId: ref.enterpriseId, document: ref.id, firstDay: getFirstDayCoveredByBill(bill) }
  const months = await findMonthsCoveredByAcceptance(db, covered)
  const events = await listAcceptanceEvents(db, ref)
  const people = await listStaffNamesById(db)
  const [named = { ...bill, enterpriseName: null }] = await attachEnterpriseNamesToRows(db, [bill])
  return {
    ...describe(named),
    months: months.map(({ month, amountFen }) => ({ month, amount: amountFen })),
    steps: events.map(({ acceptorKind: _, receivedFen, feeFen, discountFen, staffId, ...event }) => ({
      ...event,
      label: acceptanceBillLifecycle.verbs[event.verb].label,
      staff: staffId === null ? '' : (people.get(staffId) ?? ''),
      received: receivedFen,
      fee: feeFen,
      discount: discountFen,
    })),
    requests: await listAcceptanceRequestsOfBill(db, ref, staffId),
  }
}

export const consoleAcceptanceHandlers: Handlers<typeof consoleAcceptanceBillEndpoints> = {
  detail: (ref, { db, caller }) => readAcceptanceDetail(db, ref, caller.staffId),
  requests: ({ state, ...paged }, { db, caller }) => listAcceptanceRequests(db, { state, staffId: caller.staffId, ...toSlice(paged) }),
  list: async ({ state, kind, ...paged }, { db }) => {
    const { rows, total } = await listAcceptanceBills(db, { state, kind, ...toSlice(paged) })
    return { dataList: (await attachEnterpriseNamesToRows(db, rows)).map(describe), total }
  },
  accept: async ({ quotedRateBp, ...ref }, { caller, moment, write }) => {
    await write((tx) => acceptAcceptanceBill(tx, moment, { ref, staffId: caller.staffId, quotedRateBp }))
    return null
  },
  reject: async ({ opinion, ...ref }, { caller, moment, write }) => {
    await write((tx) => rejectAcceptanceBill(tx, moment, { ref, opinion, staffId: caller.staffId }))
    return null
  },
  bounce: async ({ opinion, ...ref }, { caller, moment, write }) => {
    await write((tx) => bounceAcceptanceBill(tx, moment, { ref, opinion, staffId: caller.staffId }))
    return null
  },
  honour: async ({ lineId, fee, ...ref }, { caller, moment, write }) => {
    await write((tx) => recordAcceptanceBillPaidByBank(tx, moment, 'honour', { ref, staffId: caller.staffId, lineId, feeFen: fee }))
    return null
  },
  discount: async ({ lineId, fee, discount, ...ref }, { caller, moment, write }) => {
    const paid = { lineId, feeFen: fee, discountFen: discount }
    await write((tx) => recordAcceptanceBillPaidByBank(tx, moment, 'discount', { ref, staffId: caller.staffId, ...paid }))
    return null
  },
  proposeHonour: ({ valueDay, fee, reason, ...ref }, { caller, moment, write }) =>
    write(async (tx) => ({
      id: await proposeExceptionalAcceptanceHonour(tx, moment, { ref, staffId: caller.staffId, valueDay, feeFen: fee, reason }),
    })),
  proposeDiscount: ({ lineId, fee, discount, reason, ...ref }, { caller, moment, write }) =>
    write(async (tx) => ({
      id: await proposeDiscountBelowAgreedAmount(tx, moment, {
        ref,
        staffId: caller.staffId,
        lineId,
        feeFen: fee,
        discountFen: discount,
        reason,
      }),
    })),
  proposeRecourse: ({ valueDay, reason, ...ref }, { caller, moment, write }) =>
    write(async (tx) => ({ id: await proposeAcceptanceRecourse(tx, moment, { ref, staffId: caller.staffId, valueDay, reason }) })),
  decideHonour: async ({ approve, ...ref }, { caller, moment, write }) => {
    await write((tx) => decideAcceptanceRequest(tx, moment, { ref, approve, staffId: caller.staffId }))
    return null
  },
}
