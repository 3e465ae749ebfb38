// The documents that can be signed, as they are now.
import { accountStatementAccounts } from '#contract/billing/account-statements/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { PdfDocumentData } from '#server/adapters/pdf/public.ts'
import { readConfirmationLetter } from '#server/billing/account-statements/public.ts'
import {
  layOutCreditAgreement,
  layOutPurchaseContract,
  readAcceptedCreditAgreement,
  readOrIssuePurchaseContract,
} from '#server/billing/contracts/public.ts'
import type { Parties } from '#server/billing/documents/public.ts'
import { findLatestCreditAgreementId } from '#server/money/credit/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { createContractBeingSignedFinder } from './contract-parties.ts'
import type { DocumentRef } from './signing-store.ts'

/** A document that can be signed. */
export interface SigningDocument {
  /** What the signers read above it. It is different for each document. */
  title: string
  documentNo: string
  /** The hash that is printed on it. */
  hash: Buffer
  parties: Parties
  /** The version of the terms of a contract; null for other kinds. */
  termsVersion: string | null
  printout: PdfDocumentData
}

type Reader = (db: Db, moment: Moment, keys: Keys, ref: DocumentRef) => Promise<SigningDocument>

/** The first reading of a paid order's contract issues it, in a transaction of its own. Refuses ORDER_NOT_FOUND, CONTRACT_NOT_READY, CONTRACT_PARTY_MISSING. */
const readPurchaseContract: Reader = async (db, moment, keys, { enterpriseId, subject: orderNo }) => {
  const findContractBeingSigned = createContractBeingSignedFinder(keys)
  const { facts, hash, agreed } = await runInTransaction(db, (tx) =>
    readOrIssuePurchaseContract(tx, moment, { keys, enterpriseId, orderNo, findContractBeingSigned }),
  )
  if (!agreed) refuse('CONTRACT_NOT_READY')
  const { seller, buyer, termsVersion } = facts
  // It is signed, so it has no picture of a stamp.
  const printout = layOutPurchaseContract(facts, { hash: hash.toString('hex') })
  return { title: `购销合同 HT${orderNo} ${buyer.name}`, documentNo: orderNo, hash, parties: { seller, buyer }, termsVersion, printout }
}

/** Refuses CONTRACT_NOT_FOUND, also if the company has accepted another text since; ARTICLE_NOT_FOUND. */
const readCreditAgreement: Reader = async (db, _, keys, { enterpriseId, subject: id }) => {
  if ((await findLatestCreditAgreementId(db, enterpriseId)) !== id) refuse('CONTRACT_NOT_FOUND')
  const accepted = await readAcceptedCreditAgreement(db, keys, { enterpriseId, id })
  const { version, hash, buyer, seller } = accepted
  return {
    title: `赊销协议 ${version} ${buyer.name}`,
    documentNo: version,
    hash: Buffer.from(hash, 'hex'),
    parties: { seller, buyer },
    termsVersion: null,
    printout: layOutCreditAgreement(accepted),
  }
}

/** Refuses DAY_NOT_OVER. */
const readLetter: Reader = async (db, moment, keys, { enterpriseId, subject: day }) => {
  const accounts = keysOf(accountStatementAccounts)
  const { parties, hash, printout } = await readConfirmationLetter(db, keys, moment, { enterpriseId, accounts, day, by: 'signature' })
  const title = `往来询证函 ${day} ${parties.buyer.name}`
  return { title, documentNo: day, hash: Buffer.from(hash, 'hex'), parties, termsVersion: null, printout }
}

const readers: Record<DocumentRef['kind'], Reader> = {
  PURCHASE: readPurchaseContract,
  CREDIT: readCreditAgreement,
  CONFIRMATION: readLetter,
}

/** Characters that a file name cannot have. */
const FORBIDDEN = /[/\\:*"<>|?？]/g

/** Reads a document as it is now. Refuses as its kind does. Not for use inside a transaction. */
export async function readSigningDocument(db: Db, moment: Moment, keys: Keys, ref: DocumentRef): Promise<SigningDocument> {
  const { title, ...document } = await readers[ref.kind](db, moment, keys, ref)
  return Object.assign(document, { title: title.replaceAll(FORBIDDEN, ' ') })
}

/**
 * Finds a document if it is still what was signed; undefined: it is another one now, or there is none. The title names the company, whose name
 * is not part of every content.
 */
export async function findUnchangedDocument(
  db: Db,
  moment: Moment,
  keys: Keys,
  { contentHash, title, ...ref }: DocumentRef & { contentHash: Buffer; title: string },
): Promise<SigningDocument | undefined> {
  try {
    const document = await readSigningDocument(db, moment, keys, ref)
    return document.hash.equals(contentHash) && document.title === title ? document : undefined
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
