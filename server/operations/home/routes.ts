import type { homeEndpoints } from '#contract/operations/home/api.ts'
import type { consoleHomeSectionEndpoints } from '#contract/operations/home/console-api.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { readHomeHeroPictureSetting } from '#server/content/content/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { saveHomeHeroPicture } from './hero-picture.ts'
import { readHomePage } from './home-view.ts'
import { createHomePreviewTicket, verifyHomePreviewTicket } from './preview-ticket.ts'
import {
  deleteHomeSection,
  type HomeViewer,
  insertBuiltInHomeSections,
  listHomeSections,
  saveHomeSection,
  setHomeSectionOrder,
} from './section-store.ts'

/** Members see the sections for their level, guests those for guests. */
async function findViewer(db: Db, caller: Caller, { now }: Moment): Promise<HomeViewer> {
  const enterprise = caller.kind === 'member' ? await findEnterprise(db, caller.enterpriseId) : undefined
  return { day: toShanghaiDay(now), level: enterprise?.memberLevel ?? null }
}

export const createHomeHandlers = (keys: Keys): Handlers<typeof homeEndpoints> => ({
  sections: async ({ preview }, { db, caller, moment }) => {
    const { now } = moment
    // A preview shows public prices, because a level has no single company whose prices could be shown.
    if (preview !== undefined) return readHomePage(db, verifyHomePreviewTicket(keys, moment, preview), { enterpriseId: undefined, now })
    const isMember = caller.kind === 'member'
    const seesGoods = !isMember || hasPermission(caller, 'lookGoods')
    const prices = { enterpriseId: isMember ? caller.enterpriseId : undefined, now }
    return readHomePage(db, await findViewer(db, caller, moment), seesGoods ? prices : undefined)
  },
})

/** All nodes show a change of the home page at once, like a change of goods. */
const withCatalogVersion =
  <T>(work: (tx: Tx) => Promise<T>) =>
  async (tx: Tx) => {
    const answer = await work(tx)
    await incrementCatalogVersion(tx)
    return answer
  }

export const createConsoleHomeHandlers = (keys: Keys): Handlers<typeof consoleHomeSectionEndpoints> => ({
  list: (_, { db }) => listHomeSections(db),
  save: (given, { caller: { staffId }, moment, write }) =>
    write(withCatalogVersion((tx) => saveHomeSection(tx, moment, { ...given, staffId }))),
  arrange: async (_, { moment, write }) => {
    await write(withCatalogVersion((tx) => insertBuiltInHomeSections(tx, moment)))
    return null
  },
  order: async (given, { caller: { staffId }, moment, write }) => {
    await write(withCatalogVersion((tx) => setHomeSectionOrder(tx, moment, { ...given, staffId })))
    return null
  },
  delete: async (seen, { write }) => {
    await write(withCatalogVersion((tx) => deleteHomeSection(tx, seen)))
    return null
  },
  stage: async (_, { db }) => {
    const { values, rowVersion } = await readHomeHeroPictureSetting(db)
    return { pictureId: values.pictureId, goodsId: values.goodsId, rowVersion }
  },
  saveStage: async (given, { caller: { staffId }, moment, origin, write }) => {
    await write((tx) => saveHomeHeroPicture(tx, moment, { ...given, by: { staffId, origin } }))
    return null
  },
  preview: async ({ day, viewer }, { moment }) => {
    const ticket = createHomePreviewTicket(keys, moment, { day, level: viewer === 'guest' ? null : Number(viewer) })
    return { path: `/?preview=${ticket}` }
  },
})
