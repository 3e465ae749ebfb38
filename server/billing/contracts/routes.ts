import type { contractsEndpoints } from '#contract/billing/contracts/api.ts'
import type { consoleDocumentDownloadEndpoints } from '#contract/billing/documents/api.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import { renderCollectionLetterPdf } from '#server/billing/collections/public.ts'
import { readPartyStampPicture } from '#server/billing/documents/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { type Context, type Handlers, type RecordViewContext, recordViewInAuditLog } from '#server/platform/http/context.ts'
import { listAcceptedCreditAgreements, readAcceptedCreditAgreement } from './accepted-agreement.ts'
import { layOutCreditAgreement } from './agreement-printout.ts'
import { type FindContractBeingSigned, readOrIssuePurchaseContract } from './issue-purchase-contract.ts'
import { listContracts } from './list-contracts.ts'
import { layOutPurchaseContract } from './purchase-printout.ts'

const pdf = (name: string, bytes: BinaryFile['bytes']): BinaryFile => ({ type: 'application/pdf', bytes, name: `${name}.pdf` })

type FileContext = RecordViewContext & Pick<Context, 'db'>

interface PurchaseContractFileRequest {
  keys: Keys
  findContractBeingSigned: FindContractBeingSigned
  enterpriseId: string
  orderNo: string
}

/** Prints the contract of an order, which is issued if it has not been. The look is recorded. */
async function downloadPurchaseContract(context: FileContext, request: PurchaseContractFileRequest): Promise<BinaryFile> {
  const { enterpriseId, orderNo } = request
  const { facts, hash } = await context.writeSeparately((tx) => readOrIssuePurchaseContract(tx, context.moment, request))
  const bytes = await renderPdfOnWorker(
    layOutPurchaseContract(facts, { hash: hash.toString('hex'), stamp: await readPartyStampPicture(context.db, facts.seller) }),
  )
  await recordViewInAuditLog(context, { enterpriseId, action: 'download contract', objectKind: 'order', objectId: orderNo })
  return pdf(`购销合同-${orderNo}-${facts.buyer.name}`, bytes)
}

/** Prints a credit agreement as it was accepted. The look is recorded. */
async function downloadCreditAgreement(
  context: FileContext,
  keys: Keys,
  { enterpriseId, id }: { enterpriseId: string; id: string },
): Promise<BinaryFile> {
  const facts = await readAcceptedCreditAgreement(context.db, keys, { enterpriseId, id })
  const bytes = await renderPdfOnWorker(layOutCreditAgreement(facts))
  await recordViewInAuditLog(context, {
    enterpriseId,
    action: 'download credit agreement',
    objectKind: 'agreement',
    objectId: facts.version,
  })
  return pdf(`赊销协议-${facts.version}-${facts.buyer.name}`, bytes)
}

/** What is being signed of an order is known to the module of signings alone, so its finder is passed in. */
export const createContractHandlers = (
  keys: Keys,
  findContractBeingSigned: FindContractBeingSigned,
): Handlers<typeof contractsEndpoints> => ({
  list: (input, { db, caller }) => listContracts(db, caller, input),
  purchase: ({ orderNo }, context) =>
    downloadPurchaseContract(context, { keys, findContractBeingSigned, enterpriseId: context.caller.enterpriseId, orderNo }),
  creditAgreement: ({ id }, context) => downloadCreditAgreement(context, keys, { enterpriseId: context.caller.enterpriseId, id }),
  letter: async ({ id }, context) => {
    const file = await renderCollectionLetterPdf(context.db, keys, { enterpriseId: context.caller.enterpriseId, id })
    await recordViewInAuditLog(context, { action: 'download collection letter', objectKind: 'collection', objectId: id })
    return file
  },
})

/** The same files for staff. */
export const createConsoleContractFileHandlers = (
  keys: Keys,
  findContractBeingSigned: FindContractBeingSigned,
): Handlers<Pick<typeof consoleDocumentDownloadEndpoints, 'purchaseContract' | 'creditAgreements' | 'creditAgreement'>> => ({
  purchaseContract: (order, context) => downloadPurchaseContract(context, { keys, findContractBeingSigned, ...order }),
  creditAgreements: ({ enterpriseId }, { db }) => listAcceptedCreditAgreements(db, enterpriseId),
  creditAgreement: (agreement, context) => downloadCreditAgreement(context, keys, agreement),
})
