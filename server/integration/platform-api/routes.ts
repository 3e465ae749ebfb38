import {
  PLATFORM_JOURNAL_LINES_PER_CALL_MAX,
  PlatformGoodsRowInput,
  PlatformPriceRowInput,
  PlatformStockRowInput,
  type platformApiEndpoints,
} from '#contract/integration/integration/platform-api.ts'
import { fen } from '#contract/platform/core/money.ts'
import {
  createRefusedPlatformApiRowResult,
  type PlatformApiRowResult,
  toCountedPlatformApiRowResults,
} from '#contract/platform/core/row-result.ts'
import { isJournalMonthClosed, listJournalLinesAfter, toAccountingProgramCode } from '#server/billing/journal/public.ts'
import { listShopNamesById } from '#server/catalog/goods/public.ts'
import { setPublicPricesByCode } from '#server/catalog/price-lists/public.ts'
import { findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { type StockByCodeInput, setOrChangeStockByCode } from '#server/catalog/warehouse/public.ts'
import { requireLockedValidPlatformKey } from '#server/people/platform-keys/public.ts'
import type { PlatformMachine } from '#server/platform/http/caller.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { parseRowsAndRefusedRows, type RowWithNumber } from './read-rows.ts'
import { createOrChangeGoodsByCode } from './write-goods.ts'

/** The text in the histories for a write by a key. */
const describeSource = ({ keyName }: PlatformMachine): string => `接口「${keyName}」`

const toStock = ({
  row,
  code,
  quantity,
  change,
}: RowWithNumber<{ code: string; quantity?: number | undefined; change?: number | undefined }>) =>
  (quantity === undefined ? { row, code, change: change ?? 0 } : { row, code, quantity }) satisfies StockByCodeInput

/** If a row of a product cannot be read, all rows of this product are refused, because goods are written as a whole. */
function splitByGoods(given: readonly Record<string, unknown>[], read: ReturnType<typeof parseRowsAndRefusedRows<PlatformGoodsRowInput>>) {
  const wrong = new Map<unknown, number>()
  for (const { row } of read.refused) {
    const code = given[row - 1]?.goodsCode
    const key = typeof code === 'string' ? code.trim() : code
    if (!wrong.has(key)) wrong.set(key, row)
  }
  const harmed = read.rows.flatMap((one): PlatformApiRowResult[] => {
    const row = wrong.get(one.goodsCode)
    return row === undefined ? [] : [createRefusedPlatformApiRowResult(one, `同一商品的第 ${row} 行有误，整个商品未写入`)]
  })
  return { rows: read.rows.filter(({ goodsCode }) => !wrong.has(goodsCode)), refused: [...read.refused, ...harmed] }
}

/** Handlers of the calls for the platform's own programs. */
export const platformApiHandlers: Handlers<typeof platformApiEndpoints> = {
  me: async (_, { db, caller }) => {
    const own = await findShopIdsStaffIsLimitedTo(db, caller.staffId)
    const names = own && (await listShopNamesById(db))
    return { keyName: caller.keyName, scopes: [...caller.scopes], shops: own?.map((id) => names?.get(id) ?? '') ?? null }
  },
  goods: async ({ rows: given }, { db, caller, moment, replay, write, writeWithoutSession }) => {
    await replay()
    const { rows, refused } = splitByGoods(given, parseRowsAndRefusedRows(given, PlatformGoodsRowInput))
    const written = await createOrChangeGoodsByCode(
      {
        db,
        moment,
        staffId: caller.staffId,
        note: describeSource(caller),
        write: (work) =>
          writeWithoutSession(async (tx) => {
            await requireLockedValidPlatformKey(tx, moment, caller)
            await work(tx)
          }),
      },
      rows,
    )
    return write(async () => toCountedPlatformApiRowResults([...written, ...refused]))
  },
  prices: async ({ rows: given }, { caller, moment, write }) => {
    const { rows, refused } = parseRowsAndRefusedRows(given, PlatformPriceRowInput)
    const prices = rows.map(({ salePrice, creditPrice, ...row }) => ({
      ...row,
      salePriceFen: fen(salePrice),
      creditPriceFen: typeof creditPrice === 'number' ? fen(creditPrice) : creditPrice,
    }))
    const { staffId } = caller
    return write(async (tx) =>
      toCountedPlatformApiRowResults([
        ...(await setPublicPricesByCode(tx, moment, { rows: prices, staffId, source: describeSource(caller) })),
        ...refused,
      ]),
    )
  },
  stock: async ({ rows: given }, { caller, moment, write }) => {
    const { rows, refused } = parseRowsAndRefusedRows(given, PlatformStockRowInput)
    const { staffId } = caller
    return write(async (tx) =>
      toCountedPlatformApiRowResults([
        ...(await setOrChangeStockByCode(tx, moment, { rows: rows.map(toStock), staffId, reason: describeSource(caller) })),
        ...refused,
      ]),
    )
  },
  journal: async ({ month, after = '0-0' }, { db }) => {
    const [no = 0, lineNo = 0] = after.split('-').map(Number)
    // Asked first: a month that is closed now has its final lines.
    const closed = await isJournalMonthClosed(db, month)
    const lines = await listJournalLinesAfter(db, { month, no, lineNo, limit: PLATFORM_JOURNAL_LINES_PER_CALL_MAX })
    const last = lines.at(-1)
    return {
      month,
      closed,
      lines: lines.map(({ month: _, word: __, enterpriseId, enterpriseName, ...line }) => ({
        ...line,
        enterpriseCode: toAccountingProgramCode(enterpriseId),
        enterpriseName: enterpriseName ?? '',
      })),
      next: last && lines.length === PLATFORM_JOURNAL_LINES_PER_CALL_MAX ? `${last.no}-${last.lineNo}` : null,
    }
  },
}
