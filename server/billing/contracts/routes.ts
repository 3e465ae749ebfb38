import type { contractsEndpoints } from '#contract/billing/contracts/api.ts'
import { CREDIT_AGREEMENT_ID } from '#contract/content/content/api.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import { renderCollectionLetterPdf } from '#server/billing/collections/public.ts'
import { readMallAndBuyerParties, readPartyStampPicture } from '#server/billing/documents/public.ts'
import { readPublishedAgreement } from '#server/content/content/public.ts'
import { listCreditAgreementAcceptances } from '#server/money/credit/public.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { type Handlers, recordViewInAuditLog } from '#server/platform/http/context.ts'
import { layOutCreditAgreement } from './agreement-printout.ts'
import { readOrIssuePurchaseContract } from './issue-purchase-contract.ts'
import { listContracts } from './list-contracts.ts'
import { layOutPurchaseContract } from './purchase-printout.ts'

const pdf = (name: string, bytes: BinaryFile['bytes']): BinaryFile => ({ type: 'application/pdf', bytes, name: `${name}.pdf` })

export const createContractHandlers = (keys: Keys): Handlers<typeof contractsEndpoints> => ({
  list: (input, { db, caller }) => listContracts(db, caller, input),
  purchase: async ({ orderNo }, context) => {
    const { enterpriseId } = context.caller
    const { facts, hash } = await context.writeSeparately((tx) =>
      readOrIssuePurchaseContract(tx, context.moment, { keys, enterpriseId, orderNo }),
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
    const [accepted] = await listCreditAgreementAcceptances(db, enterpriseId, [id])
    const { version, userId, hash, ip, at } = accepted ?? refuse('CONTRACT_NOT_FOUND')
    const agreement = await readPublishedAgreement(db, CREDIT_AGREEMENT_ID, version)
    // Prints only the text that was accepted, never another one.
    if (!agreement.hash.equals(hash)) refuse('ARTICLE_NOT_FOUND')
    const by = (await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [userId])).get(userId) ?? ''
    const parties = await readMallAndBuyerParties(db, keys, enterpriseId)
    const facts = { ...parties, text: agreement.text, version, hash: hash.toString('hex'), by, ip, at }
    const bytes = await renderPdfOnWorker(layOutCreditAgreement(facts))
    await recordViewInAuditLog(context, { action: 'download credit agreement', objectKind: 'agreement', objectId: version })
    return pdf(`赊销协议-${version}-${parties.buyer.name}`, bytes)
  },
  letter: async ({ id }, context) => {
    const file = await renderCollectionLetterPdf(context.db, keys, { enterpriseId: context.caller.enterpriseId, id })
    await recordViewInAuditLog(context, { action: 'download collection letter', objectKind: 'collection', objectId: id })
    return file
  },
})
