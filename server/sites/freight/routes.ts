import { refuse } from '#contract/platform/core/refusals.ts'
import { type FreightRow, freightRowOfShopsWithoutTemplate } from '#contract/sites/freight/freight.ts'
import type { consoleFreightEndpoints } from '#contract/sites/freight/freight-api.ts'
import { listShopNamesById } from '#server/catalog/goods/public.ts'
import { findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { provinceNamesByCodePrefix } from '#server/sites/address/public.ts'
import { acquireShopFreightAdvisoryLock, findFreightTemplatesByShop, replaceFreightTemplateRows } from './freight-rows.ts'

/** Hashes a template as the editor has read it, so that a change by somebody else is detected. A missing template has a hash, too. */
const seenOf = (rows: readonly FreightRow[] | undefined): string => sha256(JSON.stringify(rows ?? null)).toString('base64url')

/** Lists the shops that a staff member keeps: their names by id. */
async function listNamesOfKept(db: Db, staffId: string): Promise<Map<string, string>> {
  const [names, kept] = [await listShopNamesById(db), await findShopIdsStaffIsLimitedTo(db, staffId)]
  return kept === null ? names : new Map([...names].filter(([shopId]) => kept.includes(shopId)))
}

export const consoleFreightHandlers: Handlers<typeof consoleFreightEndpoints> = {
  list: async (_, { db, caller }) => {
    const names = await listNamesOfKept(db, caller.staffId)
    const templates = await findFreightTemplatesByShop(db, [...names.keys()])
    const shops = [...names].map(([shopId, shopName]) => {
      const rows = templates.get(shopId)
      const shown = (rows ?? [freightRowOfShopsWithoutTemplate]).map((row) => ({ ...row, provinces: [...row.provinces] }))
      return { shopId, shopName, own: rows !== undefined, rows: shown, seen: seenOf(rows) }
    })
    return { provinces: [...provinceNamesByCodePrefix].map(([code, name]) => ({ code, name })), shops }
  },
  save: async ({ shopId, rows, seen }, { db, caller, write }) => {
    if (!(await listNamesOfKept(db, caller.staffId)).has(shopId)) refuse('SHOP_NOT_FOUND')
    if (rows.some((row) => row.provinces.some((code) => !provinceNamesByCodePrefix.has(code)))) refuse('REGION_UNKNOWN')
    await write(async (tx) => {
      await acquireShopFreightAdvisoryLock(tx, shopId)
      if (seenOf((await findFreightTemplatesByShop(tx, [shopId])).get(shopId)) !== seen) refuse('FREIGHT_MOVED')
      await replaceFreightTemplateRows(tx, shopId, rows)
    })
    return null
  },
}
