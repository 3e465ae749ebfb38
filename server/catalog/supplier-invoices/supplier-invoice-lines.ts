// Reads and writes the table `supplier_invoice_line`.
import { sql } from 'kysely'
import { computePurchasePriceVariance, matchSupplierInvoiceLine } from '#contract/catalog/supplier-invoices/match-line.ts'
import type { SupplierInvoiceLine, SupplierInvoiceLineInput } from '#contract/catalog/supplier-invoices/shapes.ts'
import { type Fen, fen, negateFen } from '#contract/platform/core/money.ts'
import { describeSkusById } from '#server/catalog/goods/public.ts'
import { changeInvoicedUnits, receivedUnitsSql } from '#server/catalog/purchase-orders/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { MatchedLine } from './match-supplier-invoice.ts'

/** Reads the lines of an invoice as they were typed. */
export async function readTypedInvoiceLines(db: Db, invoiceId: string): Promise<SupplierInvoiceLineInput[]> {
  return db
    .selectFrom('supplier_invoice_line')
    .select(['purchase_order_id as purchaseOrderId', 'order_line_no as orderLineNo', 'quantity', 'price_fen as price'])
    .select(['rate_bp as taxRate', 'net_fen as net', 'tax_fen as tax'])
    .where('supplier_invoice_id', '=', invoiceId)
    .orderBy('line_no')
    .execute()
}

/** Reads the lines of an invoice with what they were compared with, and what is known of their order lines now. */
export async function readSupplierInvoiceLines(
  db: Db,
  { invoiceId, toleranceBp }: { invoiceId: string; toleranceBp: number },
): Promise<SupplierInvoiceLine[]> {
  const rows = await db
    .selectFrom('supplier_invoice_line as own')
    .innerJoin('purchase_order_line as line', (join) =>
      join.onRef('line.purchase_order_id', '=', 'own.purchase_order_id').onRef('line.line_no', '=', 'own.order_line_no'),
    )
    .innerJoin('purchase_order as ordered', 'ordered.id', 'own.purchase_order_id')
    .select(['own.line_no', 'own.purchase_order_id', 'own.order_line_no', 'own.quantity', 'own.price_fen', 'own.rate_bp', 'own.net_fen'])
    .select(['own.tax_fen', 'own.ordered_rate_bp', 'own.over_ordered', 'own.over_received', 'ordered.order_no'])
    .select(['line.sku_id', 'line.quantity as ordered', 'line.price_fen as ordered_price_fen', 'line.invoiced'])
    .select(receivedUnitsSql.as('received'))
    .where('own.supplier_invoice_id', '=', invoiceId)
    .orderBy('own.line_no')
    .execute()
  const skus = await describeSkusById(
    db,
    rows.map(({ sku_id }) => sku_id),
  )
  return rows.map((row): SupplierInvoiceLine => {
    const { skuCode = '', goodsName = '', skuProps = '{}', unit = '' } = skus.get(row.sku_id) ?? {}
    const amounts = { net: row.net_fen, tax: row.tax_fen, quantity: row.quantity, taxRate: row.rate_bp }
    const terms = { orderedPrice: row.ordered_price_fen, orderedTaxRate: row.ordered_rate_bp }
    const toMatch = Object.assign({ orderedOpen: row.quantity, receivedOpen: row.quantity }, amounts, terms)
    const { priceDifference, isPriceDifferent, isTaxRateDifferent } = matchSupplierInvoiceLine(toMatch, toleranceBp)
    const sku = { skuId: row.sku_id, skuCode, goodsName, skuProps, unit }
    const orderLine = { purchaseOrderId: row.purchase_order_id, orderNo: row.order_no, orderLineNo: row.order_line_no }
    const facts = { ordered: row.ordered, received: row.received, invoiced: row.invoiced }
    return Object.assign(sku, orderLine, facts, amounts, terms, {
      lineNo: row.line_no,
      price: row.price_fen,
      variance: computePurchasePriceVariance(toMatch),
      match: { priceDifference, isPriceDifferent, isTaxRateDifferent, overOrdered: row.over_ordered, overReceived: row.over_received },
    })
  })
}

/** A line of an invoice, for the export of all lines. */
export interface SupplierInvoiceLineRow {
  invoiceId: string
  lineNo: number
  orderNo: string
  skuId: string
  quantity: number
  priceFen: Fen
  rateBp: number
  netFen: Fen
  taxFen: Fen
  orderedPriceFen: Fen
  overOrdered: number
  overReceived: number
}

/** Reads the lines of invoices, those of one invoice together and in their order. */
export const readLinesOfSupplierInvoices = (db: Db, invoiceIds: readonly string[]): Promise<SupplierInvoiceLineRow[]> =>
  db
    .selectFrom('supplier_invoice_line as own')
    .innerJoin('purchase_order_line as line', (join) =>
      join.onRef('line.purchase_order_id', '=', 'own.purchase_order_id').onRef('line.line_no', '=', 'own.order_line_no'),
    )
    .innerJoin('purchase_order as ordered', 'ordered.id', 'own.purchase_order_id')
    .select(['own.supplier_invoice_id as invoiceId', 'own.line_no as lineNo', 'ordered.order_no as orderNo', 'line.sku_id as skuId'])
    .select(['own.quantity', 'own.price_fen as priceFen', 'own.rate_bp as rateBp', 'own.net_fen as netFen', 'own.tax_fen as taxFen'])
    .select(['line.price_fen as orderedPriceFen', 'own.over_ordered as overOrdered', 'own.over_received as overReceived'])
    .where('own.supplier_invoice_id', '=', anyOfIdsSql(invoiceIds))
    .orderBy('own.supplier_invoice_id')
    .orderBy('own.line_no')
    .execute()

/** Writes the lines of an invoice instead of those that it has. */
export async function replaceInvoiceLines(tx: Tx, invoiceId: string, lines: readonly MatchedLine[]): Promise<void> {
  await tx.deleteFrom('supplier_invoice_line').where('supplier_invoice_id', '=', invoiceId).execute()
  const rows = lines.map((line, at) => ({
    supplier_invoice_id: invoiceId,
    line_no: at + 1,
    purchase_order_id: line.purchaseOrderId,
    order_line_no: line.orderLineNo,
    quantity: line.quantity,
    price_fen: line.price,
    rate_bp: line.taxRate,
    net_fen: line.net,
    tax_fen: line.tax,
    ordered_fen: line.orderedFen,
    ordered_net_fen: line.orderedNetFen,
    ordered_rate_bp: line.orderedRateBp,
    over_ordered: line.match.overOrdered,
    over_received: line.match.overReceived,
  }))
  await tx.insertInto('supplier_invoice_line').values(rows).execute()
}

/** Records what differs of the units of lines that were matched again. */
export async function updateMatchedUnits(tx: Tx, invoiceId: string, lines: readonly MatchedLine[]): Promise<void> {
  const given = lines.map(({ match: { overOrdered, overReceived } }, at) => ({ lineNo: at + 1, overOrdered, overReceived }))
  await sql`
    update supplier_invoice_line as line set over_ordered = given."overOrdered", over_received = given."overReceived"
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given("lineNo" int, "overOrdered" int, "overReceived" int)
    where line.supplier_invoice_id = ${invoiceId} and line.line_no = given."lineNo"`.execute(tx)
}

/** Counts the units of lines of locked orders as invoiced, or takes them back. Returns false if more would be invoiced than came. */
export const holdOrReleaseInvoicedUnits = (
  tx: Tx,
  lines: readonly SupplierInvoiceLineInput[],
  direction: 'hold' | 'release',
): Promise<boolean> =>
  changeInvoicedUnits(
    tx,
    lines.map(({ purchaseOrderId, orderLineNo, quantity, net, tax }) => {
      const amount: Fen = fen(net + tax)
      const isHeld = direction === 'hold'
      return { purchaseOrderId, lineNo: orderLineNo, units: isHeld ? quantity : -quantity, amountFen: isHeld ? amount : negateFen(amount) }
    }),
  )
