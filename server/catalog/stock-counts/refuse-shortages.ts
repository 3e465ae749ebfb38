// A count sheet that would take what is not there any more, or what orders hold, is refused by the names of its goods.
import { refuse } from '#contract/platform/core/refusals.ts'
import { findSkuCodes } from '#server/catalog/goods/public.ts'
import type { Stock } from '#server/catalog/inventory/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { TypedLine } from './stock-count-lines.ts'

/** Finds the numbers of the orders that hold units of SKUs, by SKU, the oldest first. Orders are above this module, so it is passed in. */
export type FindOrdersHoldingSkus = (db: Db, skuIds: readonly string[]) => Promise<Map<string, string[]>>

/** How many goods, and how many orders of each, are named in the text of a refusal; its detail has all goods. */
const [GOODS_NAMED, ORDERS_NAMED] = [5, 5]

const joinNamed = (texts: readonly string[], total: number, unit: string): string =>
  `${texts.join('；')}${total > texts.length ? `；等 ${total} ${unit}` : ''}`

/** Refuses STOCK_COUNT_RESERVED if a shortage takes more than can be sold: the rest is held by orders. They are named. */
export async function refuseReserved(
  db: Db,
  {
    lines,
    stock,
    findOrdersHoldingSkus,
  }: { lines: readonly TypedLine[]; stock: ReadonlyMap<string, Stock>; findOrdersHoldingSkus: FindOrdersHoldingSkus },
): Promise<void> {
  const undercut = lines.filter(({ skuId, difference }) => difference < 0 && (stock.get(skuId)?.available ?? 0) + difference < 0)
  if (undercut.length === 0) return
  const skuIds = undercut.map(({ skuId }) => skuId)
  const codes = await findSkuCodes(db, skuIds)
  const orders = await findOrdersHoldingSkus(db, skuIds)
  const described = undercut.map(({ lineNo, skuId, difference }) => {
    const { available = 0, reserved = 0 } = stock.get(skuId) ?? {}
    const shown = { shortage: -difference, available, reserved }
    return Object.assign({ lineNo, skuCode: codes.get(skuId) ?? '', orderNos: orders.get(skuId) ?? [] }, shown)
  })
  const texts = described.slice(0, GOODS_NAMED).map(({ skuCode, shortage, available, reserved, orderNos }) => {
    const named = orderNos.slice(0, ORDERS_NAMED).join('、')
    const more = orderNos.length > ORDERS_NAMED ? `等 ${orderNos.length} 单` : ''
    return `${skuCode} 盘亏 ${shortage}，可售只有 ${available}，另 ${reserved} 已被订单 ${named}${more} 占用`
  })
  const msg = `${joinNamed(texts, described.length, '个规格')}。请先处理这些订单缺货，再审核`
  refuse('STOCK_COUNT_RESERVED', { msg, lines: described })
}

/** Refuses STOCK_COUNT_MOVED if so much has left the warehouse since that less lies there than is missing: the count cannot be right. */
export async function refuseMovedAway(
  db: Db,
  { lines, lying }: { lines: readonly TypedLine[]; lying: ReadonlyMap<string, number> },
): Promise<void> {
  const gone = lines.filter(({ skuId, difference }) => (lying.get(skuId) ?? 0) + difference < 0)
  if (gone.length === 0) return
  const codes = await findSkuCodes(
    db,
    gone.map(({ skuId }) => skuId),
  )
  const texts = gone.slice(0, GOODS_NAMED).map(({ skuId, difference }) => {
    return `${codes.get(skuId) ?? ''} 盘亏 ${-difference}，录入后已有出库，仓内账面只剩 ${lying.get(skuId) ?? 0}`
  })
  const msg = `${joinNamed(texts, gone.length, '个规格')}。请退回重盘`
  refuse('STOCK_COUNT_MOVED', { msg, lineNos: gone.map(({ lineNo }) => lineNo) })
}
