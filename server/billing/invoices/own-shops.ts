// Staff who keep certain shops see and touch the invoices of these alone: every invoice is of one shop.
import { refuse } from '#contract/platform/core/refusals.ts'
import { addCheckToConsoleHandlers, findShopIdsOfStaff } from '#server/catalog/shops/public.ts'
import { findInvoice } from './invoice-store.ts'

/** Limits handlers of the console whose input names one invoice: others are refused with INVOICE_NOT_FOUND. Lists limit themselves. */
export const limitInvoiceHandlersToStaffShops = <Group extends Parameters<typeof addCheckToConsoleHandlers>[0]>(handlers: Group): Group =>
  addCheckToConsoleHandlers(handlers, async (input, { db, caller: { staffId } }) => {
    if (!('enterpriseId' in input && typeof input.enterpriseId === 'string' && 'id' in input && typeof input.id === 'string')) return
    const own = await findShopIdsOfStaff(db, staffId)
    if (own === null) return
    const invoice = await findInvoice(db, { enterpriseId: input.enterpriseId, id: input.id })
    if (invoice && !own.includes(invoice.shopId)) refuse('INVOICE_NOT_FOUND')
  })
