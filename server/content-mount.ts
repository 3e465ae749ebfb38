import type { FastifyInstance } from 'fastify'
import { contract } from '../contract/api.ts'
import { bannerHandlers, consoleBannerHandlers } from './banners/routes.ts'
import { consoleArticleHandlers, consoleHelpCategoryHandlers } from './content/articles/console-routes.ts'
import { consoleHolidayHandlers, consoleSettingHandlers } from './content/console-routes.ts'
import { helpHandlers, siteHandlers } from './content/routes.ts'
import { type MountOptions, mount } from './http/mount.ts'
import { consoleInquiryHandlers, inquiryHandlers } from './inquiry/routes.ts'
import type { Keys } from './platform/keys.ts'
import { keepUpToDate } from './receivables/public.ts'
import { staffNames } from './staff/public.ts'

/** What the house says, and what it is asked. */
export function mountContent(http: FastifyInstance, keys: Keys, mounting: MountOptions): void {
  mount(http, contract.site, siteHandlers, mounting)
  mount(http, contract.banner, bannerHandlers, mounting)
  mount(http, contract.help, helpHandlers, mounting)
  mount(http, contract.inquiry, inquiryHandlers(keys), mounting)
  mount(http, contract.consoleArticle, consoleArticleHandlers(staffNames), mounting)
  mount(http, contract.consoleHelpCategory, consoleHelpCategoryHandlers, mounting)
  mount(http, contract.consoleBanner, consoleBannerHandlers, mounting)
  mount(http, contract.consoleHoliday, consoleHolidayHandlers, mounting)
  mount(http, contract.consoleSetting, consoleSettingHandlers(keepUpToDate), mounting)
  mount(http, contract.consoleInquiry, consoleInquiryHandlers(keys), mounting)
}
