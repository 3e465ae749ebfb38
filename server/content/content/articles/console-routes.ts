import type { consoleArticleEndpoints, consoleHelpCategoryEndpoints } from '#contract/content/content/article-api.ts'
import type { Db } from '#server/platform/core/db.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { deleteHelpCategory, listHelpCategoriesWithCounts, saveHelpCategory } from './categories.ts'
import {
  createUnpublishedHelpArticle,
  deleteArticleDraft,
  publishArticle,
  restoreArticleVersionAsDraft,
  saveArticleDraft,
  withdrawArticle,
} from './change-articles.ts'
import { listArticlesForConsole, readArticleForConsole, readArticleVersionForConsole } from './console-list.ts'

/** Reads the names of staff. It is passed in because another module owns the staff. */
type StaffNames = (db: Db) => Promise<ReadonlyMap<string, string>>

export const createConsoleArticleHandlers = (staffNames: StaffNames): Handlers<typeof consoleArticleEndpoints> => ({
  list: async ({ pageNo, pageSize, ...filter }, { db }) =>
    listArticlesForConsole(db, { ...filter, people: await staffNames(db), ...toSlice({ pageNo, pageSize }) }),
  detail: async ({ id }, { db }) => readArticleForConsole(db, id, await staffNames(db)),
  version: async ({ id, no }, { db }) => readArticleVersionForConsole(db, { id, no, people: await staffNames(db) }),
  create: (given, context) => context.write((tx) => createUnpublishedHelpArticle(tx, context, given)),
  save: (given, context) => context.write((tx) => saveArticleDraft(tx, context, given)),
  discard: async (one, context) => {
    await context.write((tx) => deleteArticleDraft(tx, context, one))
    return null
  },
  publish: (given, context) => context.write((tx) => publishArticle(tx, context, given)),
  withdraw: async (one, context) => {
    await context.write((tx) => withdrawArticle(tx, context, one))
    return null
  },
  restore: (given, context) => context.write((tx) => restoreArticleVersionAsDraft(tx, context, given)),
})

export const consoleHelpCategoryHandlers: Handlers<typeof consoleHelpCategoryEndpoints> = {
  list: (_, { db }) => listHelpCategoriesWithCounts(db),
  save: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => saveHelpCategory(tx, moment, { ...given, staffId }))
    return null
  },
  delete: async (seen, { write }) => {
    await write((tx) => deleteHelpCategory(tx, seen))
    return null
  },
}
