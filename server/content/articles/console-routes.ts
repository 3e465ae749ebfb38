import type { consoleArticle, consoleHelpCategory } from '../../../contract/content/article-api.ts'
import type { Handlers } from '../../http/context.ts'
import type { Db } from '../../platform/db.ts'
import { countCategories, deleteCategory, saveCategory } from './categories.ts'
import { createArticle, discardDraft, publish, restoreVersion, saveDraft, withdraw } from './change-articles.ts'
import { describeArticle, describeVersion, listArticles } from './console-list.ts'

/** Reads the names of the platform's people, who belong to another module. */
type StaffNames = (db: Db) => Promise<ReadonlyMap<string, string>>

export const consoleArticleHandlers = (staffNames: StaffNames): Handlers<typeof consoleArticle> => ({
  list: async ({ pageNo, pageSize, ...filter }, { db }) =>
    listArticles(db, { ...filter, people: await staffNames(db), limit: pageSize, offset: (pageNo - 1) * pageSize }),
  detail: async ({ id }, { db }) => describeArticle(db, id, await staffNames(db)),
  version: async ({ id, no }, { db }) => describeVersion(db, { id, no, people: await staffNames(db) }),
  create: (given, context) => context.write((tx) => createArticle(tx, context, given)),
  save: (given, context) => context.write((tx) => saveDraft(tx, context, given)),
  discard: async (one, context) => {
    await context.write((tx) => discardDraft(tx, context, one))
    return null
  },
  publish: (given, context) => context.write((tx) => publish(tx, context, given)),
  withdraw: async (one, context) => {
    await context.write((tx) => withdraw(tx, context, one))
    return null
  },
  restore: (given, context) => context.write((tx) => restoreVersion(tx, context, given)),
})

export const consoleHelpCategoryHandlers: Handlers<typeof consoleHelpCategory> = {
  list: (_, { db }) => countCategories(db),
  save: async (given, { moment, write }) => {
    await write((tx) => saveCategory(tx, moment, given))
    return null
  },
  delete: async ({ id }, { write }) => {
    await write((tx) => deleteCategory(tx, id))
    return null
  },
}
