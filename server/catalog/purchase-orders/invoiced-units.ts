// Counts which units of order lines are on invoices of suppliers, under the lock of the orders that receipts take as well.
import { sql } from 'kysely'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { anyOfIdsSql, type Tx } from '#server/platform/core/db.ts'
import { type LockedPurchaseOrder, receivedUnitsSql } from './purchase-order-store.ts'

/**
 * Locks orders of the shops that a person keeps until the transaction ends, in the order of their ids, and returns them by id. Refuses
 * PURCHASE_ORDER_NOT_FOUND if one is missing.
 */
export async function lockPurchaseOrders(
  tx: Tx,
  { ids, staffId }: { ids: readonly string[]; staffId: string },
): Promise<Map<string, LockedPurchaseOrder & { shopId: string }>> {
  const wanted = [...new Set(ids)]
  const rows = await tx
    .selectFrom('purchase_order')
    .where(isInShopsOrUnrestrictedSql('shop_id', await findShopIdsStaffIsLimitedTo(tx, staffId)))
    .where('id', '=', anyOfIdsSql(wanted))
    .select(['id', 'order_no as orderNo', 'state', 'supplier_id as supplierId', 'rate_bp as rateBp', 'shop_id as shopId'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (rows.length < wanted.length) refuse('PURCHASE_ORDER_NOT_FOUND')
  return new Map(rows.map((row) => [row.id, row]))
}

interface InvoicedUnitsChange {
  purchaseOrderId: string
  lineNo: number
  /** Below zero: an invoice names them no more. */
  units: number
  amountFen: Fen
}

/**
 * Counts units of locked orders as invoiced, or no longer. Returns false if it could not change every line, because more units would be on
 * invoices than came: then the caller refuses, which takes back what was changed.
 */
export async function changeInvoicedUnits(tx: Tx, changes: readonly InvoicedUnitsChange[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update purchase_order_line as line
    set invoiced = line.invoiced + given.units, invoiced_fen = line.invoiced_fen + given."amountFen"
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given("purchaseOrderId" uuid, "lineNo" int, units int, "amountFen" bigint)
    where line.purchase_order_id = given."purchaseOrderId" and line.line_no = given."lineNo"
      and (given.units < 0 or line.invoiced + given.units <= ${receivedUnitsSql})`.execute(tx)
  return Number(numAffectedRows ?? 0n) === changes.length
}
