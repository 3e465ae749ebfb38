import { type consolePrice, PRICE_ROWS_MAX } from '../../contract/pricing/console-api.ts'
import type { PriceRowResult } from '../../contract/pricing/console-shapes.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf } from '../../contract/shanghai.ts'
import type { consoleSku } from '../../contract/staff/api.ts'
import { findSkusLike } from '../catalog/public.ts'
import type { Handlers } from '../http/context.ts'
import { findEnterprise, findEnterprisesLike } from '../organisation/public.ts'
import type { Db } from '../platform/db.ts'
import {
  findPriceList,
  insertPriceList,
  listItems,
  listPriceLists,
  lockPrices,
  type PriceListRow,
  updatePriceList,
} from '../pricing/public.ts'
import { keepSheet } from '../sheets/public.ts'
import { readTable } from '../spreadsheet/public.ts'
import { sheetOf } from './export-prices.ts'
import { tryPrices } from './import-prices.ts'
import { movePrices, pricesNow } from './move-prices.ts'
import { readPrices } from './read-prices.ts'
import { setOwnPrice, setPrices } from './set-prices.ts'
import { describeHistory, describeItems, describeLists } from './views.ts'

/** As many companies as are found at once. */
const COMPANIES = 20

const slice = ({ pageNo, pageSize }: { pageNo: number; pageSize: number }) => ({ limit: pageSize, offset: (pageNo - 1) * pageSize })

const demandList = async (db: Db, listId: string): Promise<PriceListRow> =>
  (await findPriceList(db, listId)) ?? refuse('PRICE_LIST_NOT_FOUND')

/** The list named; none: what everybody pays. */
const targetOf = async (db: Db, listId: string | undefined) => (listId === undefined ? undefined : demandList(db, listId))

/** The rows of a file of prices. Refuses PRICE_FILE_UNREADABLE, PRICE_FILE_TOO_LARGE. */
async function readFile(file: Buffer) {
  const rows = (await readTable(file, PRICE_ROWS_MAX + 2)) ?? refuse('PRICE_FILE_UNREADABLE')
  if (rows.length > PRICE_ROWS_MAX + 1) refuse('PRICE_FILE_TOO_LARGE')
  return readPrices(rows)
}

function countResults(rows: readonly PriceRowResult[]) {
  const counts = { changed: 0, added: 0, removed: 0, same: 0, refused: 0 }
  for (const { result } of rows) counts[result]++
  return counts
}

export const consolePriceHandlers: Handlers<typeof consolePrice> = {
  lists: async ({ keyword, enterpriseId, ...paged }, { db, moment }) => {
    const { rows, total } = await listPriceLists(db, { keyword, enterpriseId, ...slice(paged) })
    return { dataList: await describeLists(db, moment, rows), total }
  },
  list: async ({ listId }, { db, moment }) => {
    const [list] = await describeLists(db, moment, [await demandList(db, listId)])
    return list ?? refuse('PRICE_LIST_NOT_FOUND')
  },
  add: async ({ level, enterpriseId, ...dated }, { db, caller, moment, write }) => {
    if (enterpriseId !== undefined && !(await findEnterprise(db, enterpriseId))) refuse('ENTERPRISE_NOT_FOUND')
    const holder = level === undefined ? { enterpriseId: enterpriseId ?? '' } : { level }
    const facts = { ...dated, enabled: true }
    const { id } = await write((tx) => insertPriceList(tx, moment, { holder, facts, staffId: caller.staffId }))
    return { listId: id }
  },
  modify: async ({ listId, ...facts }, { db, write }) => {
    const list = await demandList(db, listId)
    await write((tx) => updatePriceList(tx, list, facts))
    return null
  },
  items: async ({ listId, keyword, ...paged }, { db }) => {
    const skuIds = keyword ? await findSkusLike(db, keyword) : undefined
    const { items, total } = await listItems(db, await demandList(db, listId), { skuIds, ...slice(paged) })
    return { dataList: await describeItems(db, items), total }
  },
  companies: async ({ keyword = '' }, { db }) => {
    const found = await findEnterprisesLike(db, keyword, COMPANIES)
    return found.map(({ id, name }) => ({ enterpriseId: id, name }))
  },
  prices: async ({ listId, skuId }, { db }) => {
    const now = (await pricesNow(db, await targetOf(db, listId), [skuId])).get(skuId) ?? refuse('SKU_NOT_FOUND')
    return [...now].map(([from, prices]) => ({ from, salePrice: prices.salePriceFen, creditPrice: prices.creditPriceFen }))
  },
  setPrices: async ({ listId, ...typed }, { db, caller, moment, write }) => {
    const list = await targetOf(db, listId)
    await write((tx) => setPrices(tx, moment, { list, ...typed, staffId: caller.staffId }))
    return null
  },
  history: ({ listId, skuId, ...paged }, { db }) =>
    describeHistory(db, { of: listId === undefined ? { skuId: skuId ?? '' } : { listId }, ...slice(paged) }),
  import: async ({ fileName, listId, seen }, { db, caller, moment, write, file }) => {
    const list = await targetOf(db, listId)
    const wishes = await readFile(file)
    const trial =
      seen === undefined
        ? await tryPrices(db, list, wishes)
        : await write(async (tx) => {
            await lockPrices(tx)
            const now = await tryPrices(tx, list, wishes)
            if (now.seen !== seen) refuse('PRICES_MOVED')
            await movePrices(tx, moment, { list, moves: now.moves, hand: { staffId: caller.staffId, fileName } })
            return now
          })
    return { rows: trial.rows, counts: countResults(trial.rows), applied: seen !== undefined, seen: trial.seen }
  },
  export: async ({ listId, format }, { db, moment }) => {
    const list = await targetOf(db, listId)
    const sheet = await sheetOf(db, list, `${list?.name ?? '全站价格'}-${dayOf(moment.now)}`)
    return keepSheet(sheet, { format, rowsMax: PRICE_ROWS_MAX })
  },
}

/** 改价: what everybody pays for one unit of a SKU. */
export const skuPriceHandlers: Handlers<Pick<typeof consoleSku, 'setPrice'>> = {
  setPrice: async ({ skuId, salePrice, creditPrice }, { caller, moment, write }) => {
    const is = { salePriceFen: salePrice, creditPriceFen: creditPrice }
    await write((tx) => setOwnPrice(tx, moment, { skuId, is, staffId: caller.staffId }))
    return null
  },
}
