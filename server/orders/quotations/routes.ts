import type { quotationEndpoints } from '#contract/orders/quotations/api.ts'
import type { consoleQuotationEndpoints } from '#contract/orders/quotations/console-api.ts'
import { findSkuBriefsWithMaterialCode } from '#server/catalog/materials/public.ts'
import type { FileVault } from '#server/people/files/public.ts'
import { type Handlers, recordViewInAuditLog } from '#server/platform/http/context.ts'
import { createQuotationOffer, refuseQuotationByStaff, sendQuotationMessageToBuyer } from './answer-quotation.ts'
import { createQuotationRequestOfBuyer } from './create-quotation.ts'
import {
  addDrawingsToQuotation,
  declineQuotationOfferByBuyer,
  finishQuotationWithoutMoreOrders,
  requestNewQuotationOffer,
  sendQuotationMessageToStaff,
  withdrawQuotationByBuyer,
} from './decide-quotation.ts'
import { readQuotationDrawing } from './drawings/quotation-drawings.ts'
import { countQuotationsOfEnterpriseByState, listQuotationsForConsole, listQuotationsOfEnterprise } from './quotation-lists.ts'
import { endWaitForAnswer, markQuotationMessagesRead } from './quotation-messages.ts'
import { requireQuotation } from './quotation-store.ts'
import { readQuotationForBuyer, readQuotationForStaff } from './quotation-view.ts'

export const quotationHandlers: Handlers<typeof quotationEndpoints> = {
  create: (input, { caller: { enterpriseId, userId }, moment, write }) =>
    write((tx) => createQuotationRequestOfBuyer(tx, moment, { ...input, enterpriseId, userId })),
  list: (input, { db, caller: { enterpriseId }, moment }) => listQuotationsOfEnterprise(db, moment, { ...input, enterpriseId }),
  count: (_, { db, caller, moment }) => countQuotationsOfEnterpriseByState(db, moment, caller.enterpriseId),
  detail: ({ id }, { db, caller, moment }) => readQuotationForBuyer(db, moment, { id, viewer: caller }),
  markRead: async ({ id, upTo }, { caller: { enterpriseId }, write }) => {
    await write((tx) => markQuotationMessagesRead(tx, { enterpriseId, id }, { side: 'buyer', upTo }))
    return null
  },
  sendMessage: async (input, { caller: { enterpriseId, userId }, moment, write }) => {
    await write((tx) => sendQuotationMessageToStaff(tx, moment, { ...input, enterpriseId, userId }))
    return null
  },
  addDrawings: async (input, { caller: { enterpriseId, userId }, moment, write }) => {
    await write((tx) => addDrawingsToQuotation(tx, moment, { ...input, enterpriseId, userId }))
    return null
  },
  askAgain: async (input, { caller: { enterpriseId, userId }, moment, write }) => {
    await write((tx) => requestNewQuotationOffer(tx, moment, { ...input, enterpriseId, userId }))
    return null
  },
  finish: async ({ id }, { caller: { enterpriseId }, moment, write }) => {
    await write((tx) => finishQuotationWithoutMoreOrders(tx, moment, { enterpriseId, id }))
    return null
  },
  decline: async (input, { caller: { enterpriseId }, moment, write }) => {
    await write((tx) => declineQuotationOfferByBuyer(tx, moment, { ...input, enterpriseId }))
    return null
  },
  withdraw: async (input, { caller: { enterpriseId }, moment, write }) => {
    await write((tx) => withdrawQuotationByBuyer(tx, moment, { ...input, enterpriseId }))
    return null
  },
}

export const createConsoleQuotationHandlers = (vault: FileVault): Handlers<typeof consoleQuotationEndpoints> => ({
  list: (input, { db, caller: { staffId }, moment }) => listQuotationsForConsole(db, moment, { ...input, staffId }),
  detail: (ref, { db, caller, moment }) => readQuotationForStaff(db, moment, { ...ref, viewer: caller }),
  drawing: async ({ drawingNo, ...ref }, context) => {
    const { db, moment } = context
    const { quotationNo } = await requireQuotation(db, moment, ref)
    const file = await readQuotationDrawing(db, vault, { ...ref, drawingNo })
    await recordViewInAuditLog(context, {
      enterpriseId: ref.enterpriseId,
      action: 'view drawing',
      objectKind: 'quotation',
      objectId: quotationNo,
      facts: { drawing: file.name },
    })
    return file
  },
  markRead: async ({ upTo, ...ref }, { write }) => {
    await write((tx) => markQuotationMessagesRead(tx, ref, { side: 'staff', upTo }))
    return null
  },
  needNoAnswer: async (input, { write }) => {
    await write((tx) => endWaitForAnswer(tx, input))
    return null
  },
  skus: async (input, { db, moment }) => {
    const skus = await findSkuBriefsWithMaterialCode(db, moment, input)
    return input.skuIds.flatMap((skuId) => skus.get(skuId) ?? [])
  },
  quote: (input, { caller: { staffId }, moment, write }) => write((tx) => createQuotationOffer(tx, moment, { ...input, staffId })),
  refuse: async (input, { moment, write }) => {
    await write((tx) => refuseQuotationByStaff(tx, moment, input))
    return null
  },
  sendMessage: async (input, { caller: { staffId }, moment, write }) => {
    await write((tx) => sendQuotationMessageToBuyer(tx, moment, { ...input, staffId }))
    return null
  },
})
