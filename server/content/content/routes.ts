import type { mallContentEndpoints } from '#contract/content/content/api.ts'
import type { helpEndpoints } from '#contract/content/content/help-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listAgreementVersions, readPublishedAgreement } from './articles/agreements.ts'
import { readHelpCategoriesWithPublishedArticles, readPublishedHelpArticleWithOthers } from './articles/help-centre.ts'
import { searchHelpArticles } from './articles/search.ts'
import { readPublicMallProfile } from './settings.ts'

export const mallInfoAndAgreementHandlers: Handlers<typeof mallContentEndpoints> = {
  info: (_, { db }) => readPublicMallProfile(db),
  agreement: async ({ categoryId, version }, { db }) => ({
    ...(await readPublishedAgreement(db, categoryId, version)),
    versions: await listAgreementVersions(db, categoryId),
  }),
}

export const helpHandlers: Handlers<typeof helpEndpoints> = {
  centre: (_, { db }) => readHelpCategoriesWithPublishedArticles(db),
  search: ({ keyword }, { db }) => searchHelpArticles(db, keyword),
  article: ({ id }, { db }) => readPublishedHelpArticleWithOthers(db, id),
}
