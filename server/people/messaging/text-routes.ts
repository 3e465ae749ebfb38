import type { consoleMessageTextEndpoints, MessageText } from '#contract/people/messaging/message-texts/api.ts'
import { findMessageTextContentError, messageTextTemplates } from '#contract/people/messaging/message-texts/texts.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import {
  listLatestMessageTexts,
  listMessageTextVersions,
  type MessageTextVersion,
  saveMessageTextVersion,
} from '#server/content/message-texts/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Handlers } from '#server/platform/http/context.ts'

const VERSIONS_SHOWN = 50

/** Adds the names of the authors to versions. */
async function describe(db: Db, versions: readonly MessageTextVersion[]): Promise<MessageText[]> {
  const people = await listStaffNamesById(db)
  return versions.map(({ name: textName, no, words, savedBy, savedAt: at }) => {
    const { title, content } = words ?? messageTextTemplates[textName]
    return { textName, title, content, no, builtIn: words === null, by: people.get(savedBy) ?? '', at }
  })
}

const nameOf = async (db: Db, staffId: string) => (await listStaffNamesById(db)).get(staffId) ?? null

export const consoleMessageTextHandlers: Handlers<typeof consoleMessageTextEndpoints> = {
  list: async (_, { db }) => {
    const written = new Map((await describe(db, await listLatestMessageTexts(db))).map((text) => [text.textName, text]))
    return keysOf(messageTextTemplates).map((textName) => {
      const { title, content } = messageTextTemplates[textName]
      return written.get(textName) ?? { textName, title, content, no: 0, builtIn: true, by: null, at: null }
    })
  },
  versions: async ({ textName }, { db }) => describe(db, await listMessageTextVersions(db, textName, VERSIONS_SHOWN)),
  save: async ({ textName: name, no: seen, ...words }, { caller: { staffId }, moment, write }) => {
    const msg = findMessageTextContentError(name, words)
    if (msg !== undefined) refuse('MESSAGE_TEXT_FAULTY', { msg })
    await write((tx) => saveMessageTextVersion(tx, moment, { name, seen, words, staffId, nameOf }))
    return null
  },
  reset: async ({ textName: name, no: seen }, { caller: { staffId }, moment, write }) => {
    await write((tx) => saveMessageTextVersion(tx, moment, { name, seen, words: null, staffId, nameOf }))
    return null
  },
}
