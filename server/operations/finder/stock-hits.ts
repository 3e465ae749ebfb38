// Finds the documents that move stock, by their numbers: count sheets, stock receipts and stock transfers.
import { sql } from 'kysely'
import { type StockCountState, stockCountLifecycle } from '#contract/catalog/stock-counts/stock-count-lifecycle.ts'
import { type StockTransferState, stockTransferLifecycle } from '#contract/catalog/stock-transfers/stock-transfer-lifecycle.ts'
import { areAllInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { beginsWithSql } from '#server/platform/core/like-pattern.ts'
import { type FindHitsOfOneKind, finderCandidatesLimitSql, finderHitsLimitSql, isSkuInShopsSql, toFinderHit } from './hits.ts'

const warehouseNameSql = (column: string) => sql<string>`(select w.name from warehouse as w where w.id = ${sql.ref(column)})`

interface BatchFound {
  id: string
  batch_no: string
  best_before: string | null
  code: string
  name: string
}

/** By its whole number, which several goods may have. One of goods of a shop that the person does not keep is not his. */
export const findBatchHits: FindHitsOfOneKind = async (db, { batchNo }, { ownShops }) => {
  if (batchNo === undefined) return []
  const { rows } = await sql<BatchFound>`
    select found.id, found.batch_no, found.best_before, sku.code, goods.name
    from (select id, sku_id, batch_no, best_before from stock_batch where batch_no <> '' and batch_no = ${batchNo}
      and ${isSkuInShopsSql('stock_batch.sku_id', ownShops)} order by id desc ${finderCandidatesLimitSql}) as found
    join sku on sku.id = found.sku_id
    join goods on goods.id = sku.goods_id
    order by found.best_before desc, found.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ id, batch_no, best_before, code, name }) =>
    toFinderHit('batch', { id, enterpriseId: null, title: batch_no, exact: true }, [
      code,
      name,
      best_before === null ? null : `${best_before} 到期`,
    ]),
  )
}

interface StockCountFound {
  id: string
  count_no: string
  state: StockCountState
  about: string
  warehouse: string
}

/** By its number, from the day in it on. A sheet with goods of a shop that the person does not keep is not his. */
export const findStockCountHits: FindHitsOfOneKind = async (db, { countNo }, { ownShops }) => {
  if (countNo === undefined) return []
  const { rows } = await sql<StockCountFound>`
    select s.id, s.count_no, s.state, s.about, ${warehouseNameSql('s.warehouse_id')} as warehouse
    from (select id from stock_count where ${beginsWithSql(sql`count_no`, countNo)} and ${areAllInShopsOrUnrestrictedSql('shop_ids', ownShops)} order by count_no ${finderCandidatesLimitSql}) as found
    join stock_count as s on s.id = found.id
    order by s.count_no = ${countNo} desc, s.made_at desc, s.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ id, count_no, state, about, warehouse }) => {
    const hit = { id, enterpriseId: null, title: count_no, exact: count_no === countNo }
    return toFinderHit('stockCount', hit, [warehouse, about, stockCountLifecycle.states[state].label])
  })
}

interface StockReceiptFound {
  id: string
  receipt_no: string
  file_name: string
  note: string
  reverses: string | null
  reversed_at: Date | null
}

/** By its number, from the day in it on. One with goods of a shop that the person does not keep is not his. */
export const findStockReceiptHits: FindHitsOfOneKind = async (db, { receiptNo }, { ownShops }) => {
  if (receiptNo === undefined) return []
  const { rows } = await sql<StockReceiptFound>`
    select r.id, r.receipt_no, r.file_name, r.note, r.reverses, r.reversed_at
    from (select id from stock_receipt where ${beginsWithSql(sql`receipt_no`, receiptNo)} and ${areAllInShopsOrUnrestrictedSql('shop_ids', ownShops)} order by receipt_no ${finderCandidatesLimitSql}) as found
    join stock_receipt as r on r.id = found.id
    order by r.receipt_no = ${receiptNo} desc, r.made_at desc, r.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ id, receipt_no, file_name, note, reverses, reversed_at }) => {
    const hit = { id, enterpriseId: null, title: receipt_no, exact: receipt_no === receiptNo }
    return toFinderHit('stockReceipt', hit, [file_name, note, reverses === null ? null : '撤销单', reversed_at === null ? null : '已撤销'])
  })
}

interface StockTransferFound {
  id: string
  transfer_no: string
  state: StockTransferState
  from: string
  to: string
}

/** By its number, from the day in it on. One with goods of a shop that the person does not keep is not his. */
export const findStockTransferHits: FindHitsOfOneKind = async (db, { transferNo }, { ownShops }) => {
  if (transferNo === undefined) return []
  const { rows } = await sql<StockTransferFound>`
    select t.id, t.transfer_no, t.state, ${warehouseNameSql('t.from_id')} as "from", ${warehouseNameSql('t.to_id')} as "to"
    from (select id from stock_transfer where ${beginsWithSql(sql`transfer_no`, transferNo)} and ${areAllInShopsOrUnrestrictedSql('shop_ids', ownShops)} order by transfer_no ${finderCandidatesLimitSql}) as found
    join stock_transfer as t on t.id = found.id
    order by t.transfer_no = ${transferNo} desc, t.made_at desc, t.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ id, transfer_no, state, from, to }) => {
    const hit = { id, enterpriseId: null, title: transfer_no, exact: transfer_no === transferNo }
    return toFinderHit('stockTransfer', hit, [`${from} → ${to}`, stockTransferLifecycle.states[state].label])
  })
}
