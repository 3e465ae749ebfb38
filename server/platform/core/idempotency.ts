import { refuse } from '#contract/platform/core/refusals.ts'
import { type Db, sendWithNextStatement, type Tx } from './db.ts'
import { areSameDigests } from './keys.ts'
import type { Moment } from './moment.ts'
import { daysBefore } from './retention-days.ts'
import { withoutTenantGuard } from './tenant-guard.ts'

/** A key belongs to one person in one company for one call. Keys of others cannot collide with it. */
export interface IdempotencyScope {
  enterpriseId: string
  userId: string
  call: string
  key: string
}

/** Thrown out of a transaction whose key already has an answer: the `data` of that answer as JSON, byte for byte. */
export class StoredIdempotentAnswerFoundError extends Error {
  readonly wire: string
  constructor(wire: string) {
    super('answered before')
    this.wire = wire
  }
}

/** Thrown by the statement after the claim of a key that another transaction has used. The transaction has to roll back. */
export class IdempotencyKeyTakenError extends Error {
  constructor() {
    super('the key was used before')
  }
}

/**
 * Claims a key for this transaction, together with the next statement. Another transaction with the same key waits there until this one
 * commits or rolls back. If the key was used before, the next statement throws `IdempotencyKeyTakenError`.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  scope: IdempotencyScope,
  { requestHash, now }: { requestHash: Buffer; now: Date },
): Promise<void> {
  const claim = tx
    .insertInto('idempotency_key')
    .values({
      enterprise_id: scope.enterpriseId,
      user_id: scope.userId,
      call: scope.call,
      key: scope.key,
      request_hash: requestHash,
      at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
  await sendWithNextStatement(tx, claim, ({ numAffectedRows }) => {
    if (!numAffectedRows) throw new IdempotencyKeyTakenError()
  })
}

/** Returns the stored answer of a key that was used with the same request; undefined if it has not been used. */
export async function readStoredIdempotentAnswer(db: Db, scope: IdempotencyScope, requestHash: Buffer): Promise<string | undefined> {
  const stored = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'answer'])
    .where('enterprise_id', '=', scope.enterpriseId)
    .where('user_id', '=', scope.userId)
    .where('call', '=', scope.call)
    .where('key', '=', scope.key)
    .executeTakeFirst()
  if (!stored) return undefined
  if (!areSameDigests(stored.request_hash, requestHash)) refuse('IDEMPOTENCY_KEY_REUSED')
  return stored.answer ?? 'null'
}

/** Stores the answer with its key, together with the commit. Only successes are stored, because a refusal rolls the key back. */
export async function saveIdempotentAnswer(tx: Tx, scope: IdempotencyScope, answer: string): Promise<void> {
  const update = tx
    .updateTable('idempotency_key')
    .set({ answer })
    .where('enterprise_id', '=', scope.enterpriseId)
    .where('user_id', '=', scope.userId)
    .where('call', '=', scope.call)
    .where('key', '=', scope.key)
  await sendWithNextStatement(tx, update)
}

/** Deletes keys of calls that no client repeats so late. */
export async function deleteOldIdempotencyKeys(tx: Tx, moment: Moment, keptDays: number): Promise<void> {
  await withoutTenantGuard(tx, 'retention').deleteFrom('idempotency_key').where('at', '<', daysBefore(moment, keptDays)).execute()
}
