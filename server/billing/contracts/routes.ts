import type { contractsEndpoints } from '#contract/billing/contracts/api.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import { renderCollectionLetterPdf } from '#server/billing/collections/public.ts'
import { readPartyStampPicture } from '#server/billing/documents/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { type Handlers, recordViewInAuditLog } from '#server/platform/http/context.ts'
import { readAcceptedCreditAgreement } from './accepted-agreement.ts'
import { layOutCreditAgreement } from './agreement-printout.ts'
import { type FindContractBeingSigned, readOrIssuePurchaseContract } from './issue-purchase-contract.ts'
import { listContracts } from './list-contracts.ts'
import { layOutPurchaseContract } from './purchase-printout.ts'

const pdf = (name: string, bytes: BinaryFile['bytes']): BinaryFile => ({ type: 'application/pdf', bytes, name: `${name}.pdf` })

/** What is being signed of an order is known to the module of signings alone, so its finder is passed in. */
export const createContractHandlers = (
  keys: Keys,
  findContractBeingSigned: FindContractBeingSigned,
): Handlers<typeof contractsEndpoints> => ({
  list: (input, { db, caller }) => listContracts(db, caller, input),
  purchase: async ({ orderNo }, context) => {
    const { enterpriseId } = context.caller
    const { facts, hash } = await context.writeSeparately((tx) =>
      readOrIssuePurchaseContract(tx, context.moment, { keys, enterpriseId, orderNo, findContractBeingSigned }),
    )
    const bytes = await renderPdfOnWorker(
      layOutPurchaseContract(facts, { hash: hash.toString('hex'), stamp: await readPartyStampPicture(context.db, facts.seller) }),
    )
    await recordViewInAuditLog(context, { action: 'download contract', objectKind: 'order', objectId: orderNo })
    return pdf(`购销合同-${orderNo}-${facts.buyer.name}`, bytes)
  },
  creditAgreement: async ({ id }, context) => {
    const { db, caller } = context
    const { enterpriseId } = caller
    const facts = await readAcceptedCreditAgreement(db, keys, { enterpriseId, id })
    const bytes = await renderPdfOnWorker(layOutCreditAgreement(facts))
    await recordViewInAuditLog(context, { action: 'download credit agreement', objectKind: 'agreement', objectId: facts.version })
    return pdf(`赊销协议-${facts.version}-${facts.buyer.name}`, bytes)
  },
  letter: async ({ id }, context) => {
    const file = await renderCollectionLetterPdf(context.db, keys, { enterpriseId: context.caller.enterpriseId, id })
    await recordViewInAuditLog(context, { action: 'download collection letter', objectKind: 'collection', objectId: id })
    return file
  },
})
