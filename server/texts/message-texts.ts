// The only file that touches the table `message_text`: what staff have written in the place of built-in texts.
import { fill, type Said, type TextName, texts, type Words } from '../../contract/messaging/texts/texts.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'

/** One version of a text. Without words of its own it is the built-in one again. */
export interface TextVersion {
  name: TextName
  no: number
  words: Words | null
  savedBy: string
  savedAt: Date
}

const isKnown = (name: string): name is TextName => Object.hasOwn(texts, name)

interface Row {
  name: string
  no: number
  title: string | null
  content: string | null
  saved_by: string
  saved_at: Date
}

/** A text that a newer mall has given up is left alone. */
const versionsFrom = (rows: readonly Row[]): TextVersion[] =>
  rows.flatMap(({ name, no, title, content, saved_by: savedBy, saved_at: savedAt }) =>
    isKnown(name) ? [{ name, no, words: title === null || content === null ? null : { title, content }, savedBy, savedAt }] : [],
  )

/** The latest version of each text that was ever written, of some texts or of all. */
export async function latestTexts(db: Db, names?: readonly TextName[]): Promise<TextVersion[]> {
  let query = db.selectFrom('message_text').selectAll().distinctOn('name').orderBy('name').orderBy('no', 'desc')
  if (names) query = query.where('name', 'in', names)
  return versionsFrom(await query.execute())
}

/** What was written of one text, the latest first. */
export async function listVersions(db: Db, name: TextName, limit: number): Promise<TextVersion[]> {
  return versionsFrom(await db.selectFrom('message_text').selectAll().where('name', '=', name).orderBy('no', 'desc').limit(limit).execute())
}

/** Writes a version after the one that was looked at. Refuses MESSAGE_TEXT_MOVED where another was written meanwhile. */
export async function writeText(
  tx: Tx,
  moment: Moment,
  { name, seen, words, staffId }: { name: TextName; seen: number; words: Words | null; staffId: string },
): Promise<void> {
  const [last] = await listVersions(tx, name, 1)
  if ((last?.no ?? 0) !== seen) refuse('MESSAGE_TEXT_MOVED')
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('message_text')
    .values({
      ...{ name, no: seen + 1, title: words?.title ?? null, content: words?.content ?? null },
      ...{ saved_by: staffId, saved_at: moment.now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) refuse('MESSAGE_TEXT_MOVED')
}

/** How some texts read now: their words are looked up once, then each is said with its facts in their places. */
export async function openTexts(db: Db, names: readonly TextName[]): Promise<(said: Said) => Words> {
  const versions = names.length === 0 ? [] : await latestTexts(db, [...new Set(names)])
  const written = new Map(versions.map(({ name, words }) => [name, words]))
  return (said) => fill(written.get(said.text) ?? texts[said.text], said)
}
