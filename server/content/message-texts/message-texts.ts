// The table `message_text`: what staff have written in the place of built-in texts.
import { sql } from 'kysely'
import {
  renderText,
  type TextContent,
  type TextMessage,
  type TextName,
  textTemplates,
} from '#contract/people/messaging/message-texts/texts.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { requireRowVersion } from '#server/platform/core/row-version.ts'

/** One version of a text. Without words of its own it is the built-in one again. */
export interface TextVersion {
  name: TextName
  no: number
  words: TextContent | null
  savedBy: string
  savedAt: Date
}

const isKnown = (name: string): name is TextName => Object.hasOwn(textTemplates, name)

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
export async function listLatestTexts(db: Db, names?: readonly TextName[]): Promise<TextVersion[]> {
  let query = db.selectFrom('message_text').selectAll().distinctOn('name').orderBy('name').orderBy('no', 'desc')
  if (names) query = query.where('name', 'in', names)
  return versionsFrom(await query.execute())
}

/** What was written of one text, the latest first. */
export async function listTextVersions(db: Db, name: TextName, limit: number): Promise<TextVersion[]> {
  return versionsFrom(await db.selectFrom('message_text').selectAll().where('name', '=', name).orderBy('no', 'desc').limit(limit).execute())
}

interface Writing {
  name: TextName
  seen: number
  words: TextContent | null
  staffId: string
  nameOf: (db: Db, staffId: string) => Promise<string | null>
}

/** Writes a version after the one that was looked at. Refuses ROW_CHANGED where another was written meanwhile. `nameOf`: what staff are called. */
export async function saveTextVersion(tx: Tx, moment: Moment, { name, seen, words, staffId, nameOf }: Writing): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`message text ${name}`}, 0))`.execute(tx)
  const [last] = await listTextVersions(tx, name, 1)
  await requireRowVersion({ seen, current: last?.no ?? 0 }, async () => {
    if (!last) return undefined
    const { title, content } = last.words ?? textTemplates[name]
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

/** How some texts read now: their words are looked up once, then each is said with its facts in their places. */
export async function createTextRenderer(db: Db, names: readonly TextName[]): Promise<(said: TextMessage) => TextContent> {
  const versions = names.length === 0 ? [] : await listLatestTexts(db, [...new Set(names)])
  const written = new Map(versions.map(({ name, words }) => [name, words]))
  return (said) => renderText(written.get(said.text) ?? textTemplates[said.text], said)
}
