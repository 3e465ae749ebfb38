import type { consoleSupplierInvoiceEndpoints } from '#contract/catalog/supplier-invoices/api.ts'
import { readPurchasePriceToleranceBp } from '#server/content/content/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import {
  acceptSupplierInvoice,
  correctSupplierInvoice,
  createSupplierInvoice,
  rematchSupplierInvoice,
  sendBackSupplierInvoice,
  voidSupplierInvoice,
} from './change-supplier-invoice.ts'
import { readSupplierInvoiceLines } from './supplier-invoice-lines.ts'
import { listSupplierInvoices, requireSupplierInvoice } from './supplier-invoice-store.ts'
import { listUninvoicedLines, listUninvoicedSuppliers } from './uninvoiced-receipts.ts'

/** 采购发票: what suppliers invoice, compared with what was ordered and what came. */
export const consoleSupplierInvoiceHandlers: Handlers<typeof consoleSupplierInvoiceEndpoints> = {
  list: (input, { db, caller: { staffId } }) => listSupplierInvoices(db, input, staffId),
  detail: async ({ id }, { db, caller: { staffId } }) => {
    const found = await requireSupplierInvoice(db, { id, staffId })
    return { ...found, lines: await readSupplierInvoiceLines(db, { invoiceId: id, toleranceBp: found.toleranceBp }) }
  },
  uninvoicedLines: async (input, { db, caller: { staffId } }) => ({
    lines: await listUninvoicedLines(db, input, staffId),
    toleranceBp: await readPurchasePriceToleranceBp(db),
  }),
  uninvoiced: (input, { db, caller: { staffId } }) => listUninvoicedSuppliers(db, input, staffId),
  create: (given, { caller: { staffId }, moment, write }) => write((tx) => createSupplierInvoice(tx, moment, { ...given, staffId })),
  correct: (given, { caller: { staffId }, moment, write }) => write((tx) => correctSupplierInvoice(tx, moment, { ...given, staffId })),
  rematch: (given, { caller: { staffId }, moment, write }) => write((tx) => rematchSupplierInvoice(tx, moment, { ...given, staffId })),
  accept: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => {
      await acceptSupplierInvoice(tx, moment, { ...given, staffId })
      return null
    }),
  sendBack: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => sendBackSupplierInvoice(tx, moment, { ...given, staffId }))
    return null
  },
  void: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => voidSupplierInvoice(tx, moment, { ...given, staffId }))
    return null
  },
}
