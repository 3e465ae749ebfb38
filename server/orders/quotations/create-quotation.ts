import type { quotationEndpoints } from '#contract/orders/quotations/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findOncePublishedGoodsOfSkus, findSkusById } from '#server/catalog/goods/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findAddress } from '#server/sites/address/public.ts'
import { addQuotationDrawings } from './drawings/quotation-drawings.ts'
import { notifyStaffOfQuotation } from './news/notify-staff.ts'
import { insertQuotationLines, type StoredGoodsName } from './quotation-lines.ts'
import { insertQuotation } from './quotation-store.ts'

/** Names SKUs that are on sale, by id. Others are left out. */
export async function findNamesOfSkusOnSale(db: Db, skuIds: readonly string[]): Promise<Map<string, StoredGoodsName>> {
  const skus = (await findSkusById(db, skuIds)).filter(({ onShelf }) => onShelf)
  const goods = new Map((await findOncePublishedGoodsOfSkus(db, [...skuIds])).map((one) => [one.id, one]))
  return new Map(
    skus.flatMap(({ id, goodsId, code, props }) => {
      const one = goods.get(goodsId)
      if (!one?.onShelf) return []
      return [[id, { skuId: id, name: one.name, spec: Object.values(props).join(' '), unit: one.unit, skuCode: code }] as const]
    }),
  )
}

async function requireShipTo(db: Db, enterpriseId: string, addressId: string | undefined): Promise<string> {
  if (addressId === undefined) return ''
  const { province, city, district } = (await findAddress(db, enterpriseId, addressId)) ?? refuse('ADDRESS_NOT_FOUND')
  return [...new Set([province, city, district])].join(' ')
}

type CreateInput = InputOf<typeof quotationEndpoints.create> & { enterpriseId: string; userId: string }

/**
 * 询价: asks for prices of goods of the catalog, and of parts in words, with drawings. Refuses SKU_NOT_FOUND, ADDRESS_NOT_FOUND,
 * QUOTATION_DAY_PAST, and what `addQuotationDrawings` refuses.
 */
export async function createQuotationRequestOfBuyer(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId, title, remark, addressId, wantedDay, lines, drawings }: CreateInput,
): Promise<{ id: string; quotationNo: string }> {
  if (wantedDay !== undefined && wantedDay < toShanghaiDay(moment.now)) refuse('QUOTATION_DAY_PAST')
  const shipTo = await requireShipTo(tx, enterpriseId, addressId)
  const named = await findNamesOfSkusOnSale(
    tx,
    lines.flatMap(({ skuId }) => skuId ?? []),
  )
  const rows = lines.map(({ skuId, goodsNum, wishedPrice, note, name, spec, unit }, at) => {
    const asked = skuId === undefined ? { skuId: null, name, spec, unit, skuCode: '' } : named.get(skuId)
    if (!asked) return refuse('SKU_NOT_FOUND', { skuId })
    return { ...asked, lineNo: at + 1, quantity: goodsNum, wishedFen: wishedPrice ?? null, note }
  })
  const id = moment.newId()
  const ref = { enterpriseId, id }
  const first = rows[0] ?? refuse('ORDER_EMPTY')
  const quotationNo = await insertQuotation(tx, moment, {
    ...ref,
    userId,
    title,
    remark,
    addressId: addressId ?? null,
    shipTo,
    wantedDay: wantedDay ?? null,
    firstGoods: first.name,
    lineCount: rows.length,
    searched: rows.flatMap(({ name, skuCode }) => [name, skuCode]),
  })
  await insertQuotationLines(tx, ref, rows)
  await addQuotationDrawings(tx, moment, ref, { userId, version: 0, lineCount: rows.length, drawings })
  const words = rows.length === 1 ? first.name : `${first.name} 等 ${rows.length} 种`
  await notifyStaffOfQuotation(tx, moment, { ...ref, quotationNo }, { act: 'asked', words })
  return { id, quotationNo }
}
