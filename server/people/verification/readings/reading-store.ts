// Reads and writes the table `verification_reading`.
import { sql } from 'kysely'
import type { ReadingSource, ReadValues } from '#contract/people/verification/readings.ts'
import { anyOfDigestsSql, anyOfIdsSql, awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows } from '#server/platform/core/paging.ts'
import { daysBefore } from '#server/platform/core/retention-days.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { listMaskedReadValues } from './read-value-labels.ts'

/** ASKED: the service has not answered yet, or the server ended before it did. */
export type ReadingState = 'ASKED' | 'READ' | 'UNREADABLE' | 'NO_ANSWER'

/** The outcome of each state, as people are told of it. */
export const readingOutcomes = { READ: 'read', UNREADABLE: 'unreadable', NO_ANSWER: 'noAnswer', ASKED: 'open' } as const

export interface ReadingRef {
  enterpriseId: string
  id: string
}

export interface ReadingSubject {
  enterpriseId: string
  userId: string
  source: ReadingSource
  /** The picture; null: a question to the register. */
  fileId: string | null
  /** SHA-256 of the picture, or digests of the question by all secrets; the first is written. */
  subjectHashes: readonly [Buffer, ...Buffer[]]
}

/** An answer. `values` is empty unless it is READ. */
export interface ReadingAnswer {
  state: Exclude<ReadingState, 'ASKED'>
  values: ReadValues
}

const placeOf = (id: string) => `verification_reading|sealed|${id}`

/** The columns of an answer, for the row with an id. */
const toAnswerColumns = (keys: Keys, moment: Moment, { id, answer }: { id: string; answer: ReadingAnswer }) => ({
  state: answer.state,
  sealed: answer.state === 'READ' ? keys.seal(moment, placeOf(id), JSON.stringify(answer.values)) : null,
  masked: JSON.stringify(listMaskedReadValues(answer.values)),
})

/** An answer that was given before, to the same question. */
export interface RememberedReading extends ReadingAnswer {
  fileId: string | null
  at: Date
}

/**
 * Records that a service is being asked, or the answer that was remembered, with the time of that answer: of an upload it is kept once. Returns
 * the row.
 */
export async function insertReading(
  tx: Tx,
  moment: Moment,
  { keys, subject, remembered }: { keys: Keys; subject: ReadingSubject; remembered?: RememberedReading },
): Promise<ReadingRef> {
  const { enterpriseId, userId, source, fileId, subjectHashes } = subject
  const id = moment.newId()
  await tx
    .insertInto('verification_reading')
    .values({
      enterprise_id: enterpriseId,
      id,
      user_id: userId,
      source,
      file_id: fileId,
      subject_hash: subjectHashes[0],
      asked: remembered === undefined,
      at: remembered?.at ?? moment.now,
      ...(remembered ? toAnswerColumns(keys, moment, { id, answer: remembered }) : { state: 'ASKED' }),
    })
    .onConflict((conflict) =>
      conflict.columns(['enterprise_id', 'user_id', 'source', 'file_id']).where(sql<boolean>`not asked`).doNothing(),
    )
    .execute()
  return { enterpriseId, id }
}

/** Records the answer of a service. */
export async function recordReadingAnswer(
  tx: Tx,
  moment: Moment,
  { keys, ref: { enterpriseId, id }, answer }: { keys: Keys; ref: ReadingRef; answer: ReadingAnswer },
): Promise<void> {
  await tx
    .updateTable('verification_reading')
    .set(toAnswerColumns(keys, moment, { id, answer }))
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

/**
 * Finds what the same person was answered to the same question since a time, first for the same upload; undefined: nothing that a service would
 * answer again.
 */
export async function findRememberedReading(
  db: Db,
  keys: Keys,
  { subject, since }: { subject: ReadingSubject; since: Date },
): Promise<RememberedReading | undefined> {
  const row = await db
    .selectFrom('verification_reading')
    .select(['id', 'state', 'sealed', 'file_id', 'at'])
    .where('enterprise_id', '=', subject.enterpriseId)
    .where('user_id', '=', subject.userId)
    .where('source', '=', subject.source)
    .where('subject_hash', '=', anyOfDigestsSql(subject.subjectHashes))
    .where('state', 'in', ['READ', 'UNREADABLE'])
    .where('at', '>', since)
    .orderBy((eb) => eb('file_id', 'is not distinct from', subject.fileId), 'desc')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const values = row.sealed === null ? {} : (JSON.parse(keys.open(placeOf(row.id), row.sealed)) as ReadValues)
  return { state: row.state as 'READ' | 'UNREADABLE', values, fileId: row.file_id, at: row.at }
}

/** Makes the questions of one person, in all his companies, wait for one another until the transaction ends. */
export async function lockReadingsOfPerson(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reading ${userId}`}, 0))`.execute(tx)
}

/** Counts what services were asked for a person, in all his companies: since a time, and what may still be unanswered since another. */
export async function countAskedReadings(
  tx: Tx,
  { userId, sources, since, openSince }: { userId: string; sources: readonly ReadingSource[]; since: Date; openSince: Date },
): Promise<{ asked: number; open: number }> {
  return withoutTenantGuard(tx, 'working in sets')
    .selectFrom('verification_reading')
    .select(({ fn }) => [
      fn.countAll<number>().as('asked'),
      fn.countAll<number>().filterWhere('state', '=', 'ASKED').filterWhere('at', '>', openSince).as('open'),
    ])
    .where('user_id', '=', userId)
    .where('asked', '=', true)
    .where('source', 'in', [...sources])
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
}

/** Counts what services were asked for all persons since a time. */
export async function countAskedReadingsOfAll(
  tx: Tx,
  { sources, since }: { sources: readonly ReadingSource[]; since: Date },
): Promise<number> {
  const asked = withoutTenantGuard(tx, 'working in sets').selectFrom('verification_reading').where('asked', '=', true)
  return countRows(asked.where('source', 'in', [...sources]).where('at', '>', since))
}

/** A reading with its values in clear. */
export interface OpenedReading {
  source: ReadingSource
  state: ReadingState
  fileId: string | null
  subjectHash: Buffer
  at: Date
  values: ReadValues
}

const REGISTER_MAX = 20

/**
 * Lists the last reading of each of these files by a member, also one that has brought nothing, and if `withRegister` what the register last
 * answered him, the newest first.
 */
export async function listReadingsForSubmission(
  db: Db,
  keys: Keys,
  {
    enterpriseId,
    userId,
    fileIds,
    withRegister,
  }: { enterpriseId: string; userId: string; fileIds: readonly string[]; withRegister: boolean },
): Promise<OpenedReading[]> {
  const own = db
    .selectFrom('verification_reading')
    .select(['id', 'source', 'state', 'file_id', 'subject_hash', 'at', 'sealed'])
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
  const ofPictures = own
    .where('file_id', '=', anyOfIdsSql(fileIds))
    .distinctOn(['file_id', 'source'])
    .orderBy('file_id')
    .orderBy('source')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
  const ofRegister = own.where('source', '=', 'register').orderBy('at', 'desc').orderBy('id', 'desc').limit(REGISTER_MAX)
  const found = await awaitAllAndThrowFirstError(ofPictures.execute(), withRegister ? ofRegister.execute() : Promise.resolve([]))
  return found.flat().map(({ id, source, state, file_id, subject_hash, at, sealed }) => ({
    source: source as ReadingSource,
    state: state as ReadingState,
    fileId: file_id,
    subjectHash: subject_hash,
    at,
    values: sealed === null ? {} : (JSON.parse(keys.open(placeOf(id), sealed)) as ReadValues),
  }))
}

/** Deletes old readings. A submission has kept its own. */
export async function deleteOldVerificationReadings(tx: Tx, moment: Moment, keptDays: number): Promise<void> {
  await withoutTenantGuard(tx, 'retention').deleteFrom('verification_reading').where('at', '<', daysBefore(moment, keptDays)).execute()
}

/** Deletes the readings of a person who closes his account. */
export async function deleteVerificationReadingsOfUser(
  tx: Tx,
  { userId, enterpriseIds }: { userId: string; enterpriseIds: readonly string[] },
): Promise<void> {
  const own = tx.deleteFrom('verification_reading').where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
  await own.where('user_id', '=', userId).execute()
}
