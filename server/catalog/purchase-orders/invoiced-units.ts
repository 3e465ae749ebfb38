// Counts which units of order lines are on invoices of suppliers, under the lock of the orders that receipts take as well.
import { sql } from 'kysely'
import type { Fen } from '#contract/platform/core/money.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { receivedUnitsSql } from './purchase-order-store.ts'

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
