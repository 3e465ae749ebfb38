import { keysOf } from '../../contract/lifecycle.ts'
import type { consoleMessageText, MessageText } from '../../contract/messaging/texts/api.ts'
import { faultOfWords, texts } from '../../contract/messaging/texts/texts.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Handlers } from '../http/context.ts'
import type { Db } from '../platform/db.ts'
import { staffNames } from '../staff/public.ts'
import { latestTexts, listVersions, type TextVersion, writeText } from '../texts/public.ts'

const VERSIONS_SHOWN = 50

/** Versions with the names of who wrote them. */
async function describe(db: Db, versions: readonly TextVersion[]): Promise<MessageText[]> {
  const people = await staffNames(db)
  return versions.map(({ name: textName, no, words, savedBy, savedAt: at }) => {
    const { title, content } = words ?? texts[textName]
    return { textName, title, content, no, builtIn: words === null, by: people.get(savedBy) ?? '', at }
  })
}

export const consoleMessageTextHandlers: Handlers<typeof consoleMessageText> = {
  list: async (_, { db }) => {
    const written = new Map((await describe(db, await latestTexts(db))).map((text) => [text.textName, text]))
    return keysOf(texts).map((textName) => {
      const { title, content } = texts[textName]
      return written.get(textName) ?? { textName, title, content, no: 0, builtIn: true, by: null, at: null }
    })
  },
  versions: async ({ textName }, { db }) => describe(db, await listVersions(db, textName, VERSIONS_SHOWN)),
  save: async ({ textName: name, no: seen, ...words }, { caller: { staffId }, moment, write }) => {
    const msg = faultOfWords(name, words)
    if (msg !== undefined) refuse('MESSAGE_TEXT_FAULTY', { msg })
    await write((tx) => writeText(tx, moment, { name, seen, words, staffId }))
    return null
  },
  reset: async ({ textName: name, no: seen }, { caller: { staffId }, moment, write }) => {
    await write((tx) => writeText(tx, moment, { name, seen, words: null, staffId }))
    return null
  },
}
