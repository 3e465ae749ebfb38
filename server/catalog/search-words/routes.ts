import type { consoleSearchWordEndpoints } from '#contract/catalog/search-words/console-api.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listMissedSearches } from './missed-searches.ts'
import { deleteSearchWord, listSearchWords, saveSearchWord } from './search-word-store.ts'

export const consoleSearchWordHandlers: Handlers<typeof consoleSearchWordEndpoints> = {
  list: ({ kind }, { db }) => listSearchWords(db, kind),
  save: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => {
      const saved = await saveSearchWord(tx, moment, { ...given, staffId })
      await incrementCatalogVersion(tx)
      return saved
    }),
  delete: async (seen, { write }) => {
    await write(async (tx) => {
      await deleteSearchWord(tx, seen)
      await incrementCatalogVersion(tx)
    })
    return null
  },
  missed: (input, { db, moment }) => listMissedSearches(db, moment, input),
}
