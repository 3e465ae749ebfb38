import type { site } from '../../contract/content/api.ts'
import type { Handlers } from '../http/context.ts'
import { readAgreement } from './agreements.ts'
import { readSiteInfo } from './settings.ts'

export const siteHandlers: Handlers<typeof site> = {
  info: (_, { db }) => readSiteInfo(db),
  agreement: async ({ categoryId }) => readAgreement(categoryId),
}
