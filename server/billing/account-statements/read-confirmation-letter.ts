import type { AccountStatementAccount } from '#contract/billing/account-statements/api.ts'
import type { PdfDocumentData } from '#server/adapters/pdf/public.ts'
import { type Parties, readMallAndBuyerParties, readPartyStampPicture } from '#server/billing/documents/public.ts'
import { findLedgerSealAtOrAfterDay } from '#server/money/ledger-seals/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { readConfirmationLetterBalances } from './account-statement.ts'
import { hashConfirmationLetter, type LetterAnswer, layOutConfirmationLetter } from './confirmation-letter.ts'

/** A confirmation letter: the parties that it names, its hash in hex, and how it is printed. */
export interface ConfirmationLetter {
  parties: Parties
  hash: string
  printout: PdfDocumentData
}

/**
 * Reads the letter about some accounts of a company at the end of a day. One that is answered with a signature has no picture of a stamp.
 * Refuses DAY_NOT_OVER.
 */
export async function readConfirmationLetter(
  db: Db,
  keys: Keys,
  moment: Moment,
  {
    enterpriseId,
    accounts,
    day,
    by,
  }: { enterpriseId: string; accounts: readonly AccountStatementAccount[]; day: string; by: LetterAnswer },
): Promise<ConfirmationLetter> {
  const balances = await readConfirmationLetterBalances(db, moment, { enterpriseId, accounts, day })
  const parties = await readMallAndBuyerParties(db, keys, enterpriseId)
  const stamp = by === 'stamp' ? await readPartyStampPicture(db, parties.seller) : undefined
  const seal = await findLedgerSealAtOrAfterDay(db, enterpriseId, day)
  const printout = layOutConfirmationLetter(balances, { ...parties, seal, stamp, by })
  return { parties, hash: hashConfirmationLetter(balances, parties), printout }
}
