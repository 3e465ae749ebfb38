import { refuse } from '#contract/platform/core/refusals.ts'
import { type FreightRow, standardFreight } from '#contract/sites/freight/freight.ts'
import type { consoleFreightEndpoints } from '#contract/sites/freight/freight-api.ts'
import { listShopNames } from '#server/catalog/goods/public.ts'
import { findShopsOfStaff } from '#server/catalog/shops/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { provinces } from '#server/sites/address/public.ts'
import { findFreightTemplates, lockFreightTemplate, replaceFreightTemplate } from './freight-rows.ts'

/** Hashes a template as the editor has read it, so that a change by somebody else is detected. A missing template has a hash, too. */
const seenOf = (rows: readonly FreightRow[] | undefined): string => sha256(JSON.stringify(rows ?? null)).toString('base64url')

/** Lists the shops that a staff member keeps: their names by id. */
async function listNamesOfKept(db: Db, staffId: string): Promise<Map<string, string>> {
  const [names, kept] = [await listShopNames(db), await findShopsOfStaff(db, staffId)]
  return kept === null ? names : new Map([...names].filter(([shopId]) => kept.includes(shopId)))
}

export const consoleFreightHandlers: Handlers<typeof consoleFreightEndpoints> = {
  list: async (_, { db, caller }) => {
    const names = await listNamesOfKept(db, caller.staffId)
    const templates = await findFreightTemplates(db, [...names.keys()])
    const shops = [...names].map(([shopId, shopName]) => {
      const rows = templates.get(shopId)
      const shown = (rows ?? [standardFreight]).map((row) => ({ ...row, provinces: [...row.provinces] }))
      return { shopId, shopName, own: rows !== undefined, rows: shown, seen: seenOf(rows) }
    })
    return { provinces: [...provinces].map(([code, name]) => ({ code, name })), shops }
  },
  save: async ({ shopId, rows, seen }, { db, caller, write }) => {
    if (!(await listNamesOfKept(db, caller.staffId)).has(shopId)) refuse('SHOP_NOT_FOUND')
    if (rows.some((row) => row.provinces.some((code) => !provinces.has(code)))) refuse('REGION_UNKNOWN')
    await write(async (tx) => {
      await lockFreightTemplate(tx, shopId)
      if (seenOf((await findFreightTemplates(tx, [shopId])).get(shopId)) !== seen) refuse('FREIGHT_MOVED')
      await replaceFreightTemplate(tx, shopId, rows)
    })
    return null
  },
}
