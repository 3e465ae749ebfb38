// Finds what the mall buys: purchase orders, suppliers and their invoices.
import { sql } from 'kysely'
import { type PurchaseOrderState, purchaseOrderLifecycle } from '#contract/catalog/purchase-orders/purchase-order-lifecycle.ts'
import { type SupplierInvoiceState, supplierInvoiceLifecycle } from '#contract/catalog/supplier-invoices/supplier-invoice-lifecycle.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { areAllInShopsOrUnrestrictedSql, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { beginsWithSql, containsSql } from '#server/platform/core/like-pattern.ts'
import { type FindHitsOfOneKind, finderCandidatesLimitSql, finderHitsLimitSql, toFinderHit } from './hits.ts'

/** The name of a supplier, which is read only for the rows that are answered. */
const supplierNameSql = (column: string) => sql<string>`(select s.name from supplier as s where s.id = ${sql.ref(column)})`

interface PurchaseOrderFound {
  id: string
  order_no: string
  state: PurchaseOrderState
  total_fen: Fen
  supplier: string
}

/** By its number, from the day in it on. */
export const findPurchaseOrderHits: FindHitsOfOneKind = async (db, { purchaseOrderNo }, { ownShops }) => {
  if (purchaseOrderNo === undefined) return []
  const { rows } = await sql<PurchaseOrderFound>`
    select p.id, p.order_no, p.state, p.total_fen, ${supplierNameSql('p.supplier_id')} as supplier
    from (select id from purchase_order where ${beginsWithSql(sql`order_no`, purchaseOrderNo)} and ${isInShopsOrUnrestrictedSql('shop_id', ownShops)} order by order_no ${finderCandidatesLimitSql}) as found
    join purchase_order as p on p.id = found.id
    order by p.order_no = ${purchaseOrderNo} desc, p.made_at desc, p.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ id, order_no, state, total_fen, supplier }) => {
    const hit = { id, enterpriseId: null, title: order_no, exact: order_no === purchaseOrderNo }
    return toFinderHit('purchaseOrder', hit, [supplier, formatMoney(total_fen), purchaseOrderLifecycle.states[state].label])
  })
}

interface SupplierFound {
  id: string
  name: string
  contact_name: string
  active: boolean
}

/** By a part of its name. */
export const findSupplierHits: FindHitsOfOneKind = async (db, { text, part }) => {
  if (part === undefined) return []
  const { rows } = await sql<SupplierFound>`
    select s.id, s.name, s.contact_name, s.active
    from ((select id from supplier where name = ${text})
      union (select id from supplier where ${containsSql(sql`name`, part)} ${finderCandidatesLimitSql})) as found
    join supplier as s on s.id = found.id
    order by s.name = ${text} desc, s.active desc, s.name ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ id, name, contact_name, active }) =>
    toFinderHit('supplier', { id, enterpriseId: null, title: name, exact: name === text }, [contact_name, active ? null : '已停用']),
  )
}

interface SupplierInvoiceFound {
  id: string
  invoice_number: string
  invoiced_on: string
  state: SupplierInvoiceState
  total_fen: Fen
  supplier: string
}

/** By the whole number on it. One with goods of a shop that the person does not keep is not his. */
export const findSupplierInvoiceHits: FindHitsOfOneKind = async (db, { taxNumber }, { ownShops }) => {
  if (taxNumber === undefined) return []
  const { rows } = await sql<SupplierInvoiceFound>`
    select i.id, i.invoice_number, i.invoiced_on, i.state, i.total_fen, ${supplierNameSql('i.supplier_id')} as supplier
    from (select id from supplier_invoice where invoice_number = ${taxNumber} and ${areAllInShopsOrUnrestrictedSql('shop_ids', ownShops)} ${finderCandidatesLimitSql}) as found
    join supplier_invoice as i on i.id = found.id
    order by i.state <> 'VOID' desc, i.made_at desc, i.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ id, invoice_number, invoiced_on, state, total_fen, supplier }) => {
    // A number that was typed wrong and then again is meant as it is in force.
    const hit = { id, enterpriseId: null, title: invoice_number, exact: state !== 'VOID' }
    return toFinderHit('supplierInvoice', hit, [
      supplier,
      formatMoney(total_fen),
      invoiced_on,
      supplierInvoiceLifecycle.states[state].label,
    ])
  })
}
