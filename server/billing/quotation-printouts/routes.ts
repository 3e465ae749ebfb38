import type { quotationPrintoutEndpoints } from '#contract/orders/quotations/api.ts'
import type { consoleQuotationPrintoutEndpoints } from '#contract/orders/quotations/console-api.ts'
import type { QuotationDetail } from '#contract/orders/quotations/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import { readMallAndBuyerParties, readPartyStampPicture } from '#server/billing/documents/public.ts'
import { readQuotationForBuyer, readQuotationForStaff } from '#server/orders/quotations/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { type Handlers, recordViewInAuditLog } from '#server/platform/http/context.ts'
import { buildQuotationPrintoutContent, layOutQuotation } from './quotation-printout.ts'

type Printed = Pick<QuotationDetail, 'quotationNo' | 'title' | 'shipTo' | 'wantedDay' | 'lines' | 'drawings' | 'offers'>

/** Prints the current offer: the same paper for its buyer and for staff. Refuses QUOTATION_NOT_QUOTED. */
async function printCurrentOffer(db: Db, keys: Keys, { enterpriseId, quotation }: { enterpriseId: string; quotation: Printed }) {
  const offer = quotation.offers[0] ?? refuse('QUOTATION_NOT_QUOTED')
  const parties = await readMallAndBuyerParties(db, keys, enterpriseId)
  const stamp = await readPartyStampPicture(db, parties.seller)
  const bytes = await renderPdfOnWorker(layOutQuotation(buildQuotationPrintoutContent(quotation, offer, parties), stamp))
  return { type: 'application/pdf', name: `报价单-${quotation.quotationNo}-第${offer.version}版.pdf`, bytes } as const
}

const viewOf = (quotationNo: string) => ({ action: 'download quotation', objectKind: 'quotation', objectId: quotationNo }) as const

/** Refuses QUOTATION_NOT_FOUND, QUOTATION_NOT_QUOTED. */
export const createQuotationPrintoutHandlers = (keys: Keys): Handlers<typeof quotationPrintoutEndpoints> => ({
  print: async ({ id }, context) => {
    const { db, caller, moment } = context
    const quotation = await readQuotationForBuyer(db, moment, { id, viewer: caller })
    const paper = await printCurrentOffer(db, keys, { enterpriseId: caller.enterpriseId, quotation })
    await recordViewInAuditLog(context, viewOf(quotation.quotationNo))
    return paper
  },
})

export const createConsoleQuotationPrintoutHandlers = (keys: Keys): Handlers<typeof consoleQuotationPrintoutEndpoints> => ({
  print: async (ref, context) => {
    const { db, caller, moment } = context
    const quotation = await readQuotationForStaff(db, moment, { ...ref, viewer: caller })
    const paper = await printCurrentOffer(db, keys, { enterpriseId: ref.enterpriseId, quotation })
    await recordViewInAuditLog(context, { enterpriseId: ref.enterpriseId, ...viewOf(quotation.quotationNo) })
    return paper
  },
})
