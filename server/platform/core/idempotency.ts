import { refuse } from '#contract/platform/core/refusals.ts'
import { compileOnce } from './compiled-once.ts'
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

const insertKey = compileOnce(
  (tx, { enterpriseId, userId, call, key, requestHash, now }: IdempotencyScope & { requestHash: Buffer; now: Date }) =>
    tx
      .insertInto('idempotency_key')
      .values({ enterprise_id: enterpriseId, user_id: userId, call, key, request_hash: requestHash, at: now })
      .onConflict((conflict) => conflict.doNothing()),
)

const selectKey = compileOnce((db, { enterpriseId, userId, call, key }: IdempotencyScope) =>
  db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'answer'])
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('call', '=', call)
    .where('key', '=', key),
)

const updateAnswer = compileOnce((tx, { enterpriseId, userId, call, key, answer }: IdempotencyScope & { answer: string }) =>
  tx
    .updateTable('idempotency_key')
    .set({ answer })
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('call', '=', call)
    .where('key', '=', key),
)

/**
 * Claims a key for this transaction, together with the next statement. Another transaction with the same key waits there until this one
 * commits or rolls back. If the key was used before, the next statement throws `IdempotencyKeyTakenError`.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  scope: IdempotencyScope,
  { requestHash, now }: { requestHash: Buffer; now: Date },
): Promise<void> {
  await sendWithNextStatement(tx, insertKey(tx, { ...scope, requestHash, now }), ({ numAffectedRows }) => {
    if (!numAffectedRows) throw new IdempotencyKeyTakenError()
  })
}

/** Returns the stored answer of a key that was used with the same request; undefined if it has not been used. */
export async function readStoredIdempotentAnswer(db: Db, scope: IdempotencyScope, requestHash: Buffer): Promise<string | undefined> {
  const stored = await selectKey(db, scope).executeTakeFirst()
  if (!stored) return undefined
  if (!areSameDigests(stored.request_hash, requestHash)) refuse('IDEMPOTENCY_KEY_REUSED')
  return stored.answer ?? 'null'
}

/** Stores the answer with its key, together with the commit. Only successes are stored, because a refusal rolls the key back. */
export async function saveIdempotentAnswer(tx: Tx, scope: IdempotencyScope, answer: string): Promise<void> {
  await sendWithNextStatement(tx, updateAnswer(tx, { ...scope, answer }))
}

/** Deletes keys of calls that no client repeats so late. */
export async function deleteOldIdempotencyKeys(tx: Tx, moment: Moment, keptDays: number): Promise<void> {
  await withoutTenantGuard(tx, 'retention').deleteFrom('idempotency_key').where('at', '<', daysBefore(moment, keptDays)).execute()
}
