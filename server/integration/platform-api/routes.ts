import {
  PlatformGoodsRow,
  PlatformPriceRow,
  PlatformStockRow,
  type platformEndpoints,
} from '#contract/integration/integration/platform-api.ts'
import { fen } from '#contract/platform/core/money.ts'
import { countRowResults, type RowResult, refusedRow } from '#contract/platform/core/row-result.ts'
import { listShopNames } from '#server/catalog/goods/public.ts'
import { setPricesByCode } from '#server/catalog/price-lists/public.ts'
import { findShopsOfStaff } from '#server/catalog/shops/public.ts'
import { type StockByCode, setStockByCode } from '#server/catalog/warehouse/public.ts'
import { lockPlatformKey } from '#server/people/platform-keys/public.ts'
import type { PlatformMachine } from '#server/platform/http/caller.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { readRows, type WithRowNumber } from './read-rows.ts'
import { writeGoodsByCode } from './write-goods.ts'

/** What the histories say of a write by a key. */
const describeSource = ({ keyName }: PlatformMachine): string => `接口「${keyName}」`

const toStock = ({
  row,
  code,
  quantity,
  change,
}: WithRowNumber<{ code: string; quantity?: number | undefined; change?: number | undefined }>) =>
  (quantity === undefined ? { row, code, change: change ?? 0 } : { row, code, quantity }) satisfies StockByCode

/** Rows whose product has another row that cannot be read are refused with it: goods are written whole. */
function splitByGoods(given: readonly Record<string, unknown>[], read: ReturnType<typeof readRows<PlatformGoodsRow>>) {
  const wrong = new Map<unknown, number>()
  for (const { row } of read.refused) {
    const code = given[row - 1]?.goodsCode
    const key = typeof code === 'string' ? code.trim() : code
    if (!wrong.has(key)) wrong.set(key, row)
  }
  const harmed = read.rows.flatMap((one): RowResult[] => {
    const row = wrong.get(one.goodsCode)
    return row === undefined ? [] : [refusedRow(one, `同一商品的第 ${row} 行有误，整个商品未写入`)]
  })
  return { rows: read.rows.filter(({ goodsCode }) => !wrong.has(goodsCode)), refused: [...read.refused, ...harmed] }
}

/** Handlers of the calls for the platform's own programs. */
export const platformHandlers: Handlers<typeof platformEndpoints> = {
  me: async (_, { db, caller }) => {
    const own = await findShopsOfStaff(db, caller.staffId)
    const names = own && (await listShopNames(db))
    return { keyName: caller.keyName, scopes: [...caller.scopes], shops: own?.map((id) => names?.get(id) ?? '') ?? null }
  },
  goods: async ({ rows: given }, { db, caller, moment, replay, write, writeWithoutSession }) => {
    await replay()
    const { rows, refused } = splitByGoods(given, readRows(given, PlatformGoodsRow))
    const written = await writeGoodsByCode(
      {
        db,
        moment,
        staffId: caller.staffId,
        note: describeSource(caller),
        write: (work) =>
          writeWithoutSession(async (tx) => {
            await lockPlatformKey(tx, moment, caller)
            await work(tx)
          }),
      },
      rows,
    )
    return write(async () => countRowResults([...written, ...refused]))
  },
  prices: async ({ rows: given }, { caller, moment, write }) => {
    const { rows, refused } = readRows(given, PlatformPriceRow)
    const prices = rows.map(({ salePrice, creditPrice, ...row }) => ({
      ...row,
      salePriceFen: fen(salePrice),
      creditPriceFen: typeof creditPrice === 'number' ? fen(creditPrice) : creditPrice,
    }))
    const { staffId } = caller
    return write(async (tx) =>
      countRowResults([...(await setPricesByCode(tx, moment, { rows: prices, staffId, source: describeSource(caller) })), ...refused]),
    )
  },
  stock: async ({ rows: given }, { caller, moment, write }) => {
    const { rows, refused } = readRows(given, PlatformStockRow)
    const { staffId } = caller
    return write(async (tx) =>
      countRowResults([
        ...(await setStockByCode(tx, moment, { rows: rows.map(toStock), staffId, reason: describeSource(caller) })),
        ...refused,
      ]),
    )
  },
}
