import type { quotationPrintoutEndpoints } from '#contract/orders/quotations/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import { readMallAndBuyerParties, readPartyStampPicture } from '#server/billing/documents/public.ts'
import { readQuotationForBuyer } from '#server/orders/quotations/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { type Handlers, recordViewInAuditLog } from '#server/platform/http/context.ts'
import { buildQuotationPrintoutContent, layOutQuotation } from './quotation-printout.ts'

/** Prints the current offer. Refuses QUOTATION_NOT_FOUND, QUOTATION_NOT_QUOTED. */
export const createQuotationPrintoutHandlers = (keys: Keys): Handlers<typeof quotationPrintoutEndpoints> => ({
  print: async ({ id }, context) => {
    const { db, caller, moment } = context
    const quotation = await readQuotationForBuyer(db, moment, { id, viewer: caller })
    const offer = quotation.offers[0] ?? refuse('QUOTATION_NOT_QUOTED')
    const parties = await readMallAndBuyerParties(db, keys, caller.enterpriseId)
    const stamp = await readPartyStampPicture(db, parties.seller)
    const bytes = await renderPdfOnWorker(layOutQuotation(buildQuotationPrintoutContent(quotation, offer, parties), stamp))
    const { quotationNo } = quotation
    await recordViewInAuditLog(context, { action: 'download quotation', objectKind: 'quotation', objectId: quotationNo })
    return { type: 'application/pdf', name: `报价单-${quotationNo}-第${offer.version}版.pdf`, bytes }
  },
})
