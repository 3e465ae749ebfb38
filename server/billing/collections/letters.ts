// Reads and writes the table `collection_letter`: letters to companies, whose content never changes once they have gone out.
import { sql } from 'kysely'
import { type CollectionLetterKind, collectionLetterKinds } from '#contract/billing/collections/letters.ts'
import { COLLECTION_TASK_DETAIL_ROWS_MAX, type CollectionLetter } from '#contract/billing/collections/shapes.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney, sum } from '#contract/platform/core/money.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type Party, readMallAndBuyerParties } from '#server/billing/documents/public.ts'
import { readMallBankAccount, readMallContractParty } from '#server/content/content/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { listActiveMembershipsByEnterprise } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { type Keys, sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type CollectionTaskRef, insertCollectionTaskEntries } from './entries.ts'
import { type OverdueMonth, readOverdueDebt } from './overdue-debt.ts'
import { lockOpenCollectionTask } from './tasks.ts'

/** The version of the wording. It is part of the content, so another wording is another version. */
const LETTER_TEXT_VERSION = '2026-11'

/** Everything that a letter says. It is frozen when the letter goes out. */
export interface LetterContent {
  letterNo: string
  kind: CollectionLetterKind
  textVersion: string
  day: string
  seller: Party
  buyer: Party
  months: readonly OverdueMonth[]
  interestFen: Fen
  /** The sum of the statements and the interest. */
  totalFen: Fen
  replyDay: string
  /** Where to pay; null: the mall has no account. */
  account: { accountName: string; bankName: string; accountNo: string } | null
  /** Who writes a letter of counsel; null: the mall itself. */
  counsel: { firm: string; name: string } | null
}

const placeOf = (id: string) => `collection_letter|content_sealed|${id}`

/**
 * The hash of a letter: SHA-256 over its facts, a line each, as the letter itself describes them. So whoever has the letter can compute
 * it, and any other content has another hash.
 */
const hashLetter = ({ letterNo, day, seller, buyer, months, interestFen, totalFen, replyDay }: LetterContent): Buffer =>
  sha256(
    [
      letterNo,
      day,
      seller.name,
      buyer.name,
      ...months.map(({ month, dueDay, amountFen }) => `${month}:${dueDay}:${amountFen}`),
      `${interestFen}`,
      `${totalFen}`,
      replyDay,
    ].join('\n'),
  )

async function nextLetterNo(tx: Tx, moment: Moment, kind: CollectionLetterKind): Promise<string> {
  const { rows } = await sql<{ n: number }>`select nextval('collection_letter_sequence') as n`.execute(tx)
  const DIGITS = 6
  return `${collectionLetterKinds[kind].prefix}-${toShanghaiDay(moment.now).slice(0, 4)}-${String(rows[0]?.n ?? 0).padStart(DIGITS, '0')}`
}

export interface LetterInput extends CollectionTaskRef {
  kind: CollectionLetterKind
  replyDays: number
  firm?: string | undefined
  counsel?: string | undefined
  staffId: string
}

/** Tells the company of a letter: the main account, and members who may see the credit account. */
async function announce(
  tx: Tx,
  moment: Moment,
  enterpriseId: string,
  { letterNo, kind, totalFen, replyDay }: LetterContent,
): Promise<void> {
  const memberships = await listActiveMembershipsByEnterprise(tx, [enterpriseId])
  const readers = (memberships.get(enterpriseId) ?? []).filter(
    (membership) => membership.acceptedAt !== null && hasPermission(membership, 'applyLimit'),
  )
  const { label } = collectionLetterKinds[kind]
  const says = createMessageTextWithValues('collectionLetter', {
    letter: label,
    number: letterNo,
    amount: formatMoney(totalFen),
    dueDay: replyDay,
  })
  const target = { screen: '/my_contract' as const, search: { kind: 'letter' } }
  const userIds = readers.map(({ userId }) => userId)
  await sendMessages(tx, moment, [{ enterpriseId, userIds, kind: 'system', says, target, alert: 'due' }])
}

/**
 * Sends a letter to a company: freezes what is overdue now, stores it with its hash, and tells the company. Refuses COUNSEL_NEEDED,
 * CONTRACT_PARTY_MISSING, COLLECTION_NOT_FOUND, COLLECTION_CLOSED, NOTHING_OVERDUE.
 */
export async function issueLetter(
  tx: Tx,
  moment: Moment,
  keys: Keys,
  { kind, replyDays, firm = '', counsel = '', staffId, ...ref }: LetterInput,
): Promise<{ letterId: string; letterNo: string }> {
  if (kind === 'lawyer' && (firm === '' || counsel === '')) refuse('COUNSEL_NEEDED', { field: firm === '' ? 'firm' : 'counsel' })
  if (!(await readMallContractParty(tx))) refuse('CONTRACT_PARTY_MISSING')
  await lockOpenCollectionTask(tx, ref)
  const { months, interestFen } = await readOverdueDebt(tx, moment, ref.enterpriseId)
  if (months.length === 0) refuse('NOTHING_OVERDUE')
  const account = await readMallBankAccount(tx)
  const day = toShanghaiDay(moment.now)
  const content: LetterContent = {
    letterNo: await nextLetterNo(tx, moment, kind),
    kind,
    textVersion: LETTER_TEXT_VERSION,
    day,
    ...(await readMallAndBuyerParties(tx, keys, ref.enterpriseId)),
    months,
    interestFen,
    totalFen: sum([interestFen, ...months.map(({ amountFen }) => amountFen)]),
    replyDay: addDays(day, replyDays),
    account: account && { accountName: account.accountName, bankName: account.bankName, accountNo: account.accountNo },
    counsel: kind === 'lawyer' ? { firm, name: counsel } : null,
  }
  const letterId = moment.newId()
  await tx
    .insertInto('collection_letter')
    .values({
      enterprise_id: ref.enterpriseId,
      id: letterId,
      task_id: ref.id,
      kind,
      letter_no: content.letterNo,
      text_version: content.textVersion,
      content_sealed: keys.seal(moment, placeOf(letterId), JSON.stringify(content)),
      hash: hashLetter(content),
      total_fen: content.totalFen,
      reply_day: content.replyDay,
      issued_by: staffId,
      issued_at: moment.now,
    })
    .execute()
  const { letterNo, totalFen, replyDay } = content
  const note = `${collectionLetterKinds[kind].label} ${letterNo}，${formatMoney(totalFen)}，限 ${replyDay} 前还款`
  await insertCollectionTaskEntries(tx, moment, [{ ...ref, kind: 'letter', note, staffId }])
  await announce(tx, moment, ref.enterpriseId, content)
  return { letterId, letterNo }
}

/** Reads a letter as it went out. Refuses LETTER_NOT_FOUND. Throws if its content is not what its hash says. */
export async function readLetter(
  db: Db,
  keys: Keys,
  { enterpriseId, id }: CollectionTaskRef,
): Promise<{ content: LetterContent; hash: string }> {
  const row = await db
    .selectFrom('collection_letter')
    .select(['content_sealed', 'hash', 'letter_no'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) refuse('LETTER_NOT_FOUND')
  const content = JSON.parse(keys.open(placeOf(id), row.content_sealed)) as LetterContent
  if (!hashLetter(content).equals(row.hash)) throw new Error(`letter ${row.letter_no} is no longer what its hash says`)
  return { content, hash: row.hash.toString('hex') }
}

const letters = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('collection_letter')
    .select(['id', 'kind', 'letter_no', 'text_version', 'total_fen', 'reply_day', 'hash', 'issued_by', 'issued_at'])
    .where('enterprise_id', '=', enterpriseId)
type Row = Awaited<ReturnType<ReturnType<typeof letters>['executeTakeFirstOrThrow']>>

const letterFrom = (row: Row) => ({
  id: row.id,
  kind: row.kind,
  letterNo: row.letter_no,
  total: row.total_fen,
  replyDay: row.reply_day,
  hash: row.hash.toString('hex'),
})

/** Lists the letters of a task, the newest first. */
export async function listLettersOfTask(db: Db, { enterpriseId, id }: CollectionTaskRef): Promise<CollectionLetter[]> {
  const rows = await letters(db, enterpriseId)
    .where('task_id', '=', id)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(COLLECTION_TASK_DETAIL_ROWS_MAX)
    .execute()
  const people = await listStaffNamesById(db)
  return rows.map((row) => ({ ...letterFrom(row), issuedBy: people.get(row.issued_by) ?? '', issuedAt: row.issued_at }))
}

/** Lists some letters of a company as it sees them itself. `textVersion` is that of their wording. */
export async function findLettersByIdForEnterprise(
  db: Db,
  enterpriseId: string,
  ids: readonly string[],
): Promise<(Omit<CollectionLetter, 'issuedBy' | 'issuedAt'> & { textVersion: string })[]> {
  if (ids.length === 0) return []
  const rows = await letters(db, enterpriseId).where('id', '=', anyOfIdsSql(ids)).execute()
  return rows.map((row) => ({ ...letterFrom(row), textVersion: row.text_version }))
}
