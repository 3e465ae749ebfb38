// A document that has changed is another version, and its signing is void.
import { isSigningCounting, isSigningOpen } from '#contract/billing/signings/signing-lifecycle.ts'
import { findPurchaseContractHashes } from '#server/billing/contracts/public.ts'
import { findLatestCreditAgreementId } from '#server/money/credit/public.ts'
import { anyOfIdsSql, type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { OutboxTopics } from '#server/platform/core/outbox.ts'
import { recordSigningMove } from './announce-signing.ts'
import { readContractParties } from './contract-parties.ts'
import {
  listCountingSignings,
  OUTDATED_REASON,
  type SigningRow,
  scheduleSigningQueriesNow,
  signingColumns,
  toSigningRow,
} from './signing-store.ts'

/** Why a signing is void; undefined: it is not. */
type FindReason = (signing: SigningRow) => string | undefined

const ORDER_CANCELLED_REASON = '订单已取消，签署随之作废'

/** How to tell that documents have changed since they were signed, for some signings of one kind. A letter states a day that is over. */
export async function createVoidReasonFinder(
  db: Db,
  keys: Keys,
  enterpriseId: string,
  signings: readonly SigningRow[],
): Promise<FindReason> {
  const [first] = signings
  if (first?.kind === 'CREDIT') {
    const latest = await findLatestCreditAgreementId(db, enterpriseId)
    // A text that was signed stays signed when the company accepts the next one.
    return ({ subject, state }) => (isSigningOpen(state) && subject !== latest ? OUTDATED_REASON : undefined)
  }
  const signed = new Map(
    signings.flatMap((signing) => {
      const agreed = isSigningCounting(signing.state) ? readContractParties(keys, signing) : undefined
      return agreed ? [[signing.subject, agreed] as const] : []
    }),
  )
  if (signed.size === 0) return () => undefined
  const hashes = await findPurchaseContractHashes(db, { enterpriseId, signed })
  return ({ state, subject, contentHash }) => {
    if (!isSigningCounting(state)) return undefined
    const hash = hashes.get(subject)
    if (hash === null) return ORDER_CANCELLED_REASON
    return hash?.equals(contentHash) === true ? undefined : OUTDATED_REASON
  }
}

/** Why the document of a signing is not signed any more. */
export async function readVoidReason(db: Db, keys: Keys, signing: SigningRow): Promise<string> {
  const findReason = await createVoidReasonFinder(db, keys, signing.enterpriseId, [signing])
  return findReason(signing) ?? OUTDATED_REASON
}

/**
 * Marks those of some signings of a company void that are signed, each with its reason, because their documents are others now. Both sides are
 * told.
 */
export async function voidSignedSignings(
  tx: Tx,
  moment: Moment,
  enterpriseId: string,
  voided: readonly { id: string; reason: string }[],
): Promise<void> {
  const reasons = Map.groupBy(voided, ({ reason }) => reason)
  for (const [reason, ofReason] of reasons) {
    const rows = await tx
      .updateTable('signing')
      .set({ state: 'VOID', reason, state_at: moment.now, next_query_at: null, claimed_until: null })
      .where('enterprise_id', '=', enterpriseId)
      .where('state', '=', 'SIGNED')
      .where('id', '=', anyOfIdsSql(ofReason.map(({ id }) => id)))
      .returning(signingColumns)
      .execute()
    for (const row of rows) await recordSigningMove(tx, moment, toSigningRow(row), { state: 'VOID', reason })
  }
}

/**
 * Makes the signings of a company's changed documents void: those that are signed at once, those that are open as soon as the provider has ended
 * them. One that has not changed stays.
 */
export async function voidSigningsOfChangedDocuments(
  { db, keys }: { db: Db; keys: Keys },
  moment: Moment,
  { enterpriseId, kind, subjects }: OutboxTopics['document.changed'],
): Promise<void> {
  const signings = await listCountingSignings(db, { enterpriseId, kind, subjects })
  if (signings.length === 0) return
  const findReason = await createVoidReasonFinder(db, keys, enterpriseId, signings)
  const outdated = signings.flatMap((signing) => {
    const reason = findReason(signing)
    return reason === undefined ? [] : [{ id: signing.id, reason, isOpen: isSigningOpen(signing.state) }]
  })
  const open = outdated.filter(({ isOpen }) => isOpen)
  await runInTransaction(db, async (tx) => {
    await voidSignedSignings(tx, moment, enterpriseId, outdated)
    await scheduleSigningQueriesNow(
      tx,
      moment,
      enterpriseId,
      open.map(({ id }) => id),
    )
  })
}
