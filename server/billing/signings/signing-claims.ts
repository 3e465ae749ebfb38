// Who asks the provider about a signing, and when: a claim keeps others away, and only its holder writes what the provider has said.
import { sql } from 'kysely'
import { openSigningStates, type SigningParty, type SigningState } from '#contract/billing/signings/signing-lifecycle.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { type SigningRef, type SigningRow, signingColumns, toSigningRow } from './signing-store.ts'

/** How many signings one run of the job asks about. */
const DUE_MAX = 200

export async function findDueSigningRefs(db: Db, now: Date): Promise<SigningRef[]> {
  const rows = await withoutTenantGuard(db, 'finding work')
    .selectFrom('signing')
    .select(['enterprise_id', 'id'])
    .where('next_query_at', '<=', now)
    .orderBy('next_query_at')
    .limit(DUE_MAX)
    .execute()
  return rows.map((row) => ({ enterpriseId: row.enterprise_id, id: row.id }))
}

/** How long the calls to the provider for one signing may take together. */
const CLAIM_MS = 120_000

/** A signing whose holder may write it until the claim ends. */
export interface ClaimedSigning extends SigningRow {
  claimedUntil: Date
}

/**
 * Claims a signing for calls to the provider; undefined: it is closed, or somebody else calls. A signed one is claimed only if it is due. If
 * the holder vanishes, the job asks when the claim has ended.
 */
export async function claimSigning(tx: Tx, moment: Moment, { enterpriseId, id }: SigningRef): Promise<ClaimedSigning | undefined> {
  const claimedUntil = new Date(moment.now.getTime() + CLAIM_MS)
  const row = await tx
    .updateTable('signing')
    .set(({ eb }) => ({ claimed_until: claimedUntil, next_query_at: claimedUntil, tries: eb('tries', '+', 1) }))
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where(({ and, eb, or }) =>
      or([eb('state', 'in', openSigningStates), and([eb('state', '=', 'SIGNED'), eb('next_query_at', '<=', moment.now)])]),
    )
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', moment.now)]))
    .returning(signingColumns)
    .executeTakeFirst()
  return row && Object.assign(toSigningRow(row), { claimedUntil })
}

/** What a call to the provider has brought. What is left out stays. */
export interface SigningChange {
  state?: SigningState
  reason?: string
  taskId?: string
  signedAt?: Readonly<Partial<Record<SigningParty, Date>>>
  file?: { fileId: string; fileHash: Buffer; storedHash: Buffer; sealedKey: Buffer }
  /** When the provider is asked again, unless a notice came meanwhile; null: never. */
  nextQueryAt: Date | null
  /** Whether the provider has answered; after an answer tries are counted anew. */
  isAnswered: boolean
}

const held = (tx: Tx, { enterpriseId, id, state, claimedUntil }: ClaimedSigning) =>
  tx
    .updateTable('signing')
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('state', '=', state)
    .where('claimed_until', '=', claimedUntil)

/** Writes when the sides have signed, and why the file is not here yet, while the claim goes on. */
export async function recordSignatures(
  tx: Tx,
  signing: ClaimedSigning,
  { signedAt, reason }: { signedAt: NonNullable<SigningChange['signedAt']>; reason: string },
): Promise<void> {
  await held(tx, signing).set({ buyer_signed_at: signedAt.buyer, seller_signed_at: signedAt.seller, reason }).execute()
}

/**
 * Writes what has become of a claimed signing, and ends the claim. Returns whether it did: a holder whose claim has ended, and is somebody
 * else's now, writes nothing.
 */
export async function updateClaimedSigning(tx: Tx, moment: Moment, signing: ClaimedSigning, change: SigningChange): Promise<boolean> {
  const { state, reason, taskId, file, signedAt, nextQueryAt, isAnswered } = change
  const isMoved = state !== undefined && state !== signing.state
  // What is undefined is left out of the statement.
  const { numUpdatedRows } = await held(tx, signing)
    .set({
      claimed_until: null,
      next_query_at:
        nextQueryAt &&
        sql<Date>`case when next_query_at = ${signing.claimedUntil}::timestamptz then ${nextQueryAt}::timestamptz else next_query_at end`,
      tries: isAnswered ? 0 : undefined,
      state,
      state_at: isMoved ? moment.now : undefined,
      reason,
      task_id: taskId,
      buyer_signed_at: signedAt?.buyer,
      seller_signed_at: signedAt?.seller,
      file_id: file?.fileId,
      file_hash: file?.fileHash,
      stored_hash: file?.storedHash,
      sealed_key: file?.sealedKey,
    })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
