// Reads and writes the table `message_text`: texts that staff wrote to replace built-in texts.
import { sql } from 'kysely'
import {
  type MessageTextContent,
  type MessageTextName,
  type MessageTextWithValues,
  messageTextTemplates,
  renderMessageText,
} from '#contract/people/messaging/message-texts/texts.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfNamesSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { requireRowVersion } from '#server/platform/core/row-version.ts'

/** One version of a text. If it is empty, the built-in text applies again. */
export interface MessageTextVersion {
  name: MessageTextName
  no: number
  words: MessageTextContent | null
  savedBy: string
  savedAt: Date
}

const isKnown = (name: string): name is MessageTextName => Object.hasOwn(messageTextTemplates, name)

interface Row {
  name: string
  no: number
  title: string | null
  content: string | null
  saved_by: string
  saved_at: Date
}

/** Skips texts that this version of the program does not have any more. */
const versionsFrom = (rows: readonly Row[]): MessageTextVersion[] =>
  rows.flatMap(({ name, no, title, content, saved_by: savedBy, saved_at: savedAt }) =>
    isKnown(name) ? [{ name, no, words: title === null || content === null ? null : { title, content }, savedBy, savedAt }] : [],
  )

const selectLatestTexts = compileOnce((db, { names }: { names: readonly MessageTextName[] | undefined }) => {
  const query = db.selectFrom('message_text').selectAll().distinctOn('name').orderBy('name').orderBy('no', 'desc')
  return names ? query.where('name', '=', anyOfNamesSql(names)) : query
})

/** Lists the latest version of each given text, or of all texts. */
export async function listLatestMessageTexts(db: Db, names?: readonly MessageTextName[]): Promise<MessageTextVersion[]> {
  return versionsFrom(await selectLatestTexts(db, { names }).execute())
}

/** Lists the versions of one text, newest first. */
export async function listMessageTextVersions(db: Db, name: MessageTextName, limit: number): Promise<MessageTextVersion[]> {
  return versionsFrom(await db.selectFrom('message_text').selectAll().where('name', '=', name).orderBy('no', 'desc').limit(limit).execute())
}

interface Writing {
  name: MessageTextName
  seen: number
  words: MessageTextContent | null
  staffId: string
  nameOf: (db: Db, staffId: string) => Promise<string | null>
}

/**
 * Writes a version after the one that the editor has read. Refuses ROW_CHANGED if somebody has written another one since. `nameOf` returns
 * the name of a member of staff.
 */
export async function saveMessageTextVersion(tx: Tx, moment: Moment, { name, seen, words, staffId, nameOf }: Writing): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`message text ${name}`}, 0))`.execute(tx)
  const [last] = await listMessageTextVersions(tx, name, 1)
  await requireRowVersion({ seen, current: last?.no ?? 0 }, async () => {
    if (!last) return undefined
    const { title, content } = last.words ?? messageTextTemplates[name]
    return { by: await nameOf(tx, last.savedBy), at: last.savedAt, what: [title, content].filter(Boolean).join('：') }
  })
  await tx
    .insertInto('message_text')
    .values({
      name,
      no: seen + 1,
      title: words?.title ?? null,
      content: words?.content ?? null,
      saved_by: staffId,
      saved_at: moment.now,
    })
    .execute()
}

/**
 * Returns a function that renders the given texts. It reads their current wording once, and then fills the placeholders for each message.
 */
export async function createMessageTextRenderer(
  db: Db,
  names: readonly MessageTextName[],
): Promise<(values: MessageTextWithValues) => MessageTextContent> {
  const versions = names.length === 0 ? [] : await listLatestMessageTexts(db, [...new Set(names)])
  const written = new Map(versions.map(({ name, words }) => [name, words]))
  return (values) => renderMessageText(written.get(values.text) ?? messageTextTemplates[values.text], values)
}
