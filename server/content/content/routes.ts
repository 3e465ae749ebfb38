import type { mallContentEndpoints } from '#contract/content/content/api.ts'
import type { helpEndpoints } from '#contract/content/content/help-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listAgreementVersions, readAgreement } from './articles/agreements.ts'
import { readHelpArticle, readHelpCentre } from './articles/help-centre.ts'
import { searchHelpArticles } from './articles/search.ts'
import { readSiteInfo } from './settings.ts'

export const mallContentHandlers: Handlers<typeof mallContentEndpoints> = {
  info: (_, { db }) => readSiteInfo(db),
  agreement: async ({ categoryId, version }, { db }) => ({
    ...(await readAgreement(db, categoryId, version)),
    versions: await listAgreementVersions(db, categoryId),
  }),
}

export const helpHandlers: Handlers<typeof helpEndpoints> = {
  centre: (_, { db }) => readHelpCentre(db),
  search: ({ keyword }, { db }) => searchHelpArticles(db, keyword),
  article: ({ id }, { db }) => readHelpArticle(db, id),
}
