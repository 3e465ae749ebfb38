// Reads and writes the table `inquiry`.
import { sql } from 'kysely'
import { CLOSED_ACCOUNT_NAME } from '#contract/people/identity/personal-data-api.ts'
import type { OwnInquiry } from '#contract/people/inquiry/api.ts'
import type { InquiryState, InquiryTopic } from '#contract/people/inquiry/inquiry-lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { ERASED_SEALED_VALUE } from '#server/platform/core/sealing.ts'

/** A member of an enterprise; undefined: a guest. */
export type InquiryAuthor = { enterpriseId: string; userId: string } | undefined

export interface NewInquiry {
  id: string
  asker: InquiryAuthor
  /** A keyed digest of the person or address, used only for the limit. */
  source: Buffer
  name: string
  mobileSealed: Buffer
  mobileMasked: string
  topic: InquiryTopic
  text: string
}

/** Counts inquiries of a source and locks it, so that concurrent inquiries cannot exceed the limit. */
export async function lockAndCountInquiriesOfSource(tx: Tx, source: Buffer, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`inquiries of ${source.toString('hex')}`}, 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('inquiry')
    .select(tx.fn.countAll<number>().as('count'))
    .where('source', '=', source)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertInquiry(
  tx: Tx,
  moment: Moment,
  { id, asker, source, name, mobileSealed, mobileMasked, topic, text }: NewInquiry,
) {
  await tx
    .insertInto('inquiry')
    .values({
      id,
      enterprise_id: asker?.enterpriseId ?? null,
      user_id: asker?.userId ?? null,
      source,
      name,
      topic,
      text,
      mobile_sealed: mobileSealed,
      mobile_masked: mobileMasked,
      state: 'OPEN',
      state_at: moment.now,
      at: moment.now,
    })
    .execute()
}

const own = ['id', 'topic', 'text', 'state', 'answer', 'at', 'state_at as stateAt'] as const
const OWN_MAX = 20

/** Lists the inquiries of a member, newest first. */
export const listOwnInquiries = (db: Db, { enterpriseId, userId }: NonNullable<InquiryAuthor>): Promise<OwnInquiry[]> =>
  db
    .selectFrom('inquiry')
    .select(own)
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .limit(OWN_MAX)
    .execute()

const row = [
  ...own,
  'name',
  'mobile_masked as mobileMasked',
  'enterprise_id as enterpriseId',
  'user_id as userId',
  'answered_by as answeredBy',
] as const

interface Filter {
  state?: InquiryState | undefined
  topic?: InquiryTopic | undefined
}

const filtered = (db: Db, { state, topic }: Filter) => {
  let query = db.selectFrom('inquiry')
  if (state) query = query.where('state', '=', state)
  if (topic) query = query.where('topic', '=', topic)
  return query
}

/** Lists inquiries for the console: waiting ones oldest first, others newest first. */
export async function listInquiriesForConsole(db: Db, { limit, offset, ...filter }: Filter & RowSlice) {
  const { rows, total } = await fetchPageWithTotal(
    filtered(db, filter)
      .select(row)
      .orderBy('at', filter.state === 'OPEN' ? 'asc' : 'desc')
      .orderBy('id'),
    filtered(db, filter),
    { limit, offset },
  )
  return { rows, total }
}

export async function requireSealedMobileOfInquiry(db: Db, id: string): Promise<Buffer> {
  const found = await db.selectFrom('inquiry').select('mobile_sealed').where('id', '=', id).executeTakeFirst()
  if (!found || found.mobile_sealed.equals(ERASED_SEALED_VALUE)) refuse('INQUIRY_NOT_FOUND')
  return found.mobile_sealed
}

/** Closes a waiting inquiry with its answer. Returns its author and its text. */
export async function recordInquiryAnsweredOrClosed(
  tx: Tx,
  moment: Moment,
  { id, state, text, staffId }: { id: string; state: 'ANSWERED' | 'CLOSED'; text: string; staffId: string },
) {
  const found = await tx.selectFrom('inquiry').select(row).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) refuse('INQUIRY_NOT_FOUND')
  if (found.state !== 'OPEN') refuse('INQUIRY_DONE')
  await tx.updateTable('inquiry').set({ state, answer: text, answered_by: staffId, state_at: moment.now }).where('id', '=', id).execute()
  return found
}

/** Erases a person's name and mobile number from his inquiries in some enterprises. The text of the inquiries stays. */
export async function erasePersonalDataFromInquiries(
  tx: Tx,
  { userId, enterpriseIds }: { userId: string; enterpriseIds: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('inquiry')
    .set({ name: CLOSED_ACCOUNT_NAME, mobile_sealed: ERASED_SEALED_VALUE, mobile_masked: '' })
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('user_id', '=', userId)
    .execute()
}
