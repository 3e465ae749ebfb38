import type { consoleSkuEndpoints } from '#contract/catalog/goods/console-api.ts'
import { type consolePriceEndpoints, PRICE_FILE_ROWS_MAX } from '#contract/catalog/pricing/console-api.ts'
import type { PriceFileRowResult } from '#contract/catalog/pricing/console-shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { exportInMemorySheet, readUploadedTable } from '#server/adapters/spreadsheets/public.ts'
import {
  buildSkuIdsOfStaffShopsSql,
  findSkuBriefsById,
  requireStaffMayEditSku,
  searchSkuIdsByCodeOrGoodsName,
} from '#server/catalog/goods/public.ts'
import {
  findPriceList,
  hasPriceListItemOutsideSkus,
  insertPriceList,
  listPriceListItems,
  listPriceLists,
  lockPrices,
  type PriceListRow,
  readPriceChangeCountLookup,
  updatePriceListRow,
} from '#server/catalog/pricing/public.ts'
import { requireEnterprise, searchEnterprisesByName } from '#server/people/organisation/public.ts'
import { recordAudit, recordFileImport } from '#server/platform/core/audit.ts'
import type { Db } from '#server/platform/core/db.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import { formatRowEdit, lockOutEditorsAndRequireRowVersion, recordRowEdit } from '#server/platform/core/row-edits.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { changePricesAndRefreshGoods, readCurrentPricesBySku } from './change-prices.ts'
import { exportPriceSheet } from './export-prices.ts'
import { type PriceImportPreview, previewPriceImport } from './import-prices.ts'
import { requireLargePriceChangesConfirmed } from './large-changes.ts'
import { parsePriceRows } from './parse-price-rows.ts'
import { readPriceHistory, readPriceItemOutputs, readPriceListOutputs } from './price-list-view.ts'
import { replaceSkuPrices, setPublicPriceOfOneUnit } from './set-prices.ts'

const listLabels = { name: '名称', fromDay: '开始日期', untilDay: '结束日期', enabled: '启用' }

/** How many enterprises a search returns at most. */
const COMPANIES = 20

const requirePriceList = async (db: Db, listId: string): Promise<PriceListRow> =>
  (await findPriceList(db, listId)) ?? refuse('PRICE_LIST_NOT_FOUND')

/**
 * A list covers all shops, so a staff member of certain shops cannot change when the prices of other shops apply. Refuses
 * PRICE_LIST_SHARED.
 */
async function refuseListOfOtherShops(db: Db, { list, staffId }: { list: PriceListRow; staffId: string }): Promise<void> {
  const own = await buildSkuIdsOfStaffShopsSql(db, staffId)
  if (own !== null && (await hasPriceListItemOutsideSkus(db, list, own))) refuse('PRICE_LIST_SHARED')
}

/** Returns the list with the given id; undefined: the public prices. */
const targetOf = async (db: Db, listId: string | undefined) => (listId === undefined ? undefined : requirePriceList(db, listId))

/** Reads the rows of a price file. Refuses PRICE_FILE_UNREADABLE, PRICE_FILE_TOO_LARGE. */
async function readFile(bytes: Buffer) {
  const refusals = { unreadable: 'PRICE_FILE_UNREADABLE', tooLarge: 'PRICE_FILE_TOO_LARGE' } as const
  return parsePriceRows(await readUploadedTable({ bytes, rowsMax: PRICE_FILE_ROWS_MAX + 1, ...refusals }))
}

function countResults(rows: readonly PriceFileRowResult[]) {
  const counts = { changed: 0, added: 0, removed: 0, same: 0, refused: 0 }
  for (const { result } of rows) counts[result]++
  return counts
}

export const consolePriceHandlers: Handlers<typeof consolePriceEndpoints> = {
  lists: async ({ keyword, enterpriseId, ...paged }, { db, caller: { staffId }, moment }) => {
    const within = await buildSkuIdsOfStaffShopsSql(db, staffId)
    const { rows, total } = await listPriceLists(db, { keyword, enterpriseId, within, ...toSlice(paged) })
    return { dataList: await readPriceListOutputs(db, moment, rows), total }
  },
  list: async ({ listId }, { db, caller: { staffId }, moment }) => {
    const found = (await findPriceList(db, listId, await buildSkuIdsOfStaffShopsSql(db, staffId))) ?? refuse('PRICE_LIST_NOT_FOUND')
    const [list] = await readPriceListOutputs(db, moment, [found])
    return list ?? refuse('PRICE_LIST_NOT_FOUND')
  },
  add: async ({ level, enterpriseId, ...dated }, { db, caller, moment, write }) => {
    if (enterpriseId !== undefined) await requireEnterprise(db, enterpriseId)
    const holder = level === undefined ? { enterpriseId: enterpriseId ?? '' } : { level }
    const facts = { ...dated, enabled: true }
    const { id } = await write((tx) => insertPriceList(tx, moment, { holder, facts, staffId: caller.staffId }))
    return { listId: id }
  },
  modify: async ({ listId, rowVersion, ...facts }, { caller: { staffId }, moment, write }) => {
    const row = { kind: 'priceList', key: listId } as const
    await write(async (tx) => {
      await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
      const list = await requirePriceList(tx, listId)
      await refuseListOfOtherShops(tx, { list, staffId })
      await updatePriceListRow(tx, list, facts)
      await recordRowEdit(tx, moment, { ...row, staffId, what: formatRowEdit(listLabels, list, facts) })
    })
    return null
  },
  items: async ({ listId, keyword, ...paged }, { db, caller: { staffId } }) => {
    const within = await buildSkuIdsOfStaffShopsSql(db, staffId)
    const skuIds = keyword ? await searchSkuIdsByCodeOrGoodsName(db, keyword) : undefined
    const { items, total } = await listPriceListItems(db, await requirePriceList(db, listId), { skuIds, within, ...toSlice(paged) })
    return { dataList: await readPriceItemOutputs(db, items), total }
  },
  companies: async ({ keyword = '' }, { db }) => {
    const found = await searchEnterprisesByName(db, keyword, COMPANIES)
    return found.map(({ id, name }) => ({ enterpriseId: id, name }))
  },
  forEnterprise: async ({ skuId, enterpriseId }, { db, caller: { staffId }, moment }) => {
    await requireStaffMayEditSku(db, { skuId, staffId })
    const { name, memberLevel } = await requireEnterprise(db, enterpriseId)
    const { steps } = (await findSkuBriefsById(db, { enterpriseId, now: moment.now }, [skuId])).get(skuId) ?? refuse('SKU_NOT_FOUND')
    return { enterpriseName: name, memberLevel, steps }
  },
  prices: async ({ listId, skuId }, { db, caller: { staffId } }) => {
    await requireStaffMayEditSku(db, { skuId, staffId })
    const list = await targetOf(db, listId)
    // The version is read before the prices, so that a concurrent change is detected and not overwritten.
    const rowVersion = (await readPriceChangeCountLookup(db, list, [skuId]))(skuId)
    const now = (await readCurrentPricesBySku(db, list, [skuId])).get(skuId) ?? refuse('SKU_NOT_FOUND')
    const prices = [...now].map(([from, prices]) => ({ from, salePrice: prices.salePriceFen, creditPrice: prices.creditPriceFen }))
    return { rowVersion, prices }
  },
  setPrices: async ({ listId, ...typed }, { db, caller, moment, write }) => {
    const list = await targetOf(db, listId)
    await write((tx) => replaceSkuPrices(tx, moment, { list, ...typed, staffId: caller.staffId }))
    return null
  },
  history: async ({ listId, skuId, ...paged }, { db, caller: { staffId } }) => {
    const within = await buildSkuIdsOfStaffShopsSql(db, staffId)
    return readPriceHistory(db, { of: listId === undefined ? { skuId: skuId ?? '' } : { listId }, within, ...toSlice(paged) })
  },
  import: async ({ fileName, listId, seen, confirmed }, { db, caller, moment, origin, write, replay, file }) => {
    await replay()
    const list = await targetOf(db, listId)
    const sheet = { rows: await readFile(file), staffId: caller.staffId }
    const answer = ({ rows, seen: now }: PriceImportPreview) => ({
      rows,
      counts: countResults(rows),
      applied: seen !== undefined,
      seen: now,
    })
    if (seen === undefined) return answer(await previewPriceImport(db, list, sheet))
    return write(async (tx) => {
      await lockPrices(tx)
      const now = await previewPriceImport(tx, list, sheet)
      if (now.seen !== seen) refuse('PRICES_MOVED')
      await requireLargePriceChangesConfirmed(tx, now.moves, { confirmed: confirmed === 'yes' })
      await changePricesAndRefreshGoods(tx, moment, { list, moves: now.moves, source: { staffId: caller.staffId, fileName } })
      const applied = answer(now)
      const counted = { rows: applied.rows.length, refused: applied.counts.refused }
      await recordFileImport(tx, moment, { origin, staffId: caller.staffId, kind: 'price', fileName, ...counted })
      return applied
    })
  },
  export: async ({ listId, format }, { db, caller, moment, origin, writeSeparately }) => {
    const list = await targetOf(db, listId)
    const title = `${list?.name ?? '全站价格'}-${toShanghaiDay(moment.now)}`
    const sheet = await exportPriceSheet(db, { list, staffId: caller.staffId }, title)
    const actor = { kind: 'staff', id: caller.staffId } as const
    const facts = { list: title, format, rows: sheet.rows.length }
    await writeSeparately((tx) => recordAudit(tx, moment, { origin, actor, action: 'download list', objectKind: 'list', facts }))
    return exportInMemorySheet(sheet, { format, rowsMax: PRICE_FILE_ROWS_MAX })
  },
}

/** 改价: sets the public price of one unit of a SKU. */
export const skuPriceHandlers: Handlers<Pick<typeof consoleSkuEndpoints, 'setPrice'>> = {
  setPrice: async ({ salePrice, creditPrice, ...asked }, { caller, moment, write }) => {
    const is = { salePriceFen: salePrice, creditPriceFen: creditPrice }
    await write((tx) => setPublicPriceOfOneUnit(tx, moment, { ...asked, is, staffId: caller.staffId }))
    return null
  },
}
