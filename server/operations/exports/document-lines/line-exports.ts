// Exports of lists with a row for each line of their documents.
import { consoleMarginEndpoints, type OrderLineMargin } from '#contract/billing/margins/api.ts'
import { PURCHASE_ORDER_LINES_MAX } from '#contract/catalog/purchase-orders/shapes.ts'
import { STOCK_TRANSFER_LINES_MAX } from '#contract/catalog/stock-transfers/api.ts'
import { SUPPLIER_INVOICE_LINES_MAX } from '#contract/catalog/supplier-invoices/shapes.ts'
import type { consoleExportEndpoints } from '#contract/operations/exports/console-exports-api.ts'
import { ORDER_PROPOSAL_LINES_MAX } from '#contract/orders/order-proposals/shapes.ts'
import { ORDER_LINES_MAX } from '#contract/orders/orders/order-sources.ts'
import type { ConsoleOrderRow } from '#contract/orders/orders/shapes.ts'
import { QUOTATION_LINES_MAX } from '#contract/orders/quotations/shapes.ts'
import { hasPermission, type StaffPermissionHolder } from '#contract/platform/core/permissions.ts'
import { readMarginsOfOrders } from '#server/billing/margins/public.ts'
import { describeSkusById } from '#server/catalog/goods/public.ts'
import { readLinesOfPurchaseOrders } from '#server/catalog/purchase-orders/public.ts'
import { readLinesOfStockTransfers } from '#server/catalog/stock-transfers/public.ts'
import { readLinesOfSupplierInvoices } from '#server/catalog/supplier-invoices/public.ts'
import { createListExportHandlerConvertingRows, type HandlersOfContractGroups } from '#server/operations/exports/list-export.ts'
import { consoleOrderLineColumns, consoleOrderLineWithMarginColumns } from '#server/operations/exports/order-columns.ts'
import { listLinesOfOrderProposals } from '#server/orders/order-proposals/public.ts'
import { listOrderLinesForStaff } from '#server/orders/orders/public.ts'
import { listLinesOfQuotationsWithOffer } from '#server/orders/quotations/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import {
  type DocumentLine,
  orderProposalLineColumns,
  purchaseOrderLineColumns,
  quotationLineColumns,
  stockTransferLineColumns,
  supplierInvoiceLineColumns,
} from './line-columns.ts'

const seesMargins = (caller: StaffPermissionHolder): boolean => hasPermission(caller, consoleMarginEndpoints.order.needs)

/** Flattens orders into one row for each order line, with what it earned for those who may know. */
async function withLines(db: Db, rows: readonly ConsoleOrderRow[], caller: StaffPermissionHolder) {
  const orders = new Map(rows.map((order) => [order.orderNo, order]))
  const orderNos = [...orders.keys()]
  const lines = await listOrderLinesForStaff(db, orderNos)
  const margins = seesMargins(caller) ? await readMarginsOfOrders(db, orderNos) : new Map<string, OrderLineMargin[]>()
  return lines.flatMap((line) => {
    const order = orders.get(line.orderNo)
    return order ? [{ order, line, margin: margins.get(line.orderNo)?.find(({ lineNo }) => lineNo === line.lineNo) }] : []
  })
}

/** Each line that names its goods beside its document. Documents keep the order of their list. */
function joinLines<Head extends { id: string }, Line>(
  heads: readonly Head[],
  lines: readonly Line[],
  of: (line: Line) => string,
): DocumentLine<Head, Line>[] {
  const linesOf = Map.groupBy(lines, of)
  return heads.flatMap((head) => (linesOf.get(head.id) ?? []).map((line) => ({ head, line, sku: undefined })))
}

/** Each line beside its document, with its goods. Documents keep the order of their list. */
async function joinLinesWithSkus<Head extends { id: string }, Line extends { skuId: string }>(
  db: Db,
  heads: readonly Head[],
  { lines, of }: { lines: readonly Line[]; of: (line: Line) => string },
): Promise<DocumentLine<Head, Line>[]> {
  const skus = await describeSkusById(
    db,
    lines.map(({ skuId }) => skuId),
  )
  return joinLines(heads, lines, of).map(({ head, line }) => ({ head, line, sku: skus.get(line.skuId) }))
}

const idOf = ({ id }: { id: string }) => id
const all = (db: Db) => withoutTenantGuard(db, 'console')

const createPurchasingLineExportHandlers = (
  lists: HandlersOfContractGroups<'consolePurchaseOrder' | 'consoleSupplierInvoice' | 'consoleStockTransfer'>,
): Pick<Handlers<typeof consoleExportEndpoints>, 'purchaseOrderLines' | 'supplierInvoiceLines' | 'stockTransferLines'> => ({
  purchaseOrderLines: createListExportHandlerConvertingRows(lists.consolePurchaseOrder.list, '采购单商品', {
    columns: () => purchaseOrderLineColumns,
    linesMax: PURCHASE_ORDER_LINES_MAX,
    parts: async (db, rows) =>
      joinLinesWithSkus(db, rows, {
        lines: await readLinesOfPurchaseOrders(db, rows.map(idOf)),
        of: ({ purchaseOrderId }) => purchaseOrderId,
      }),
  }),
  supplierInvoiceLines: createListExportHandlerConvertingRows(lists.consoleSupplierInvoice.list, '采购发票明细', {
    columns: () => supplierInvoiceLineColumns,
    linesMax: SUPPLIER_INVOICE_LINES_MAX,
    parts: async (db, rows) =>
      joinLinesWithSkus(db, rows, {
        lines: await readLinesOfSupplierInvoices(db, rows.map(idOf)),
        of: ({ invoiceId }) => invoiceId,
      }),
  }),
  stockTransferLines: createListExportHandlerConvertingRows(lists.consoleStockTransfer.list, '调拨单商品', {
    columns: () => stockTransferLineColumns,
    linesMax: STOCK_TRANSFER_LINES_MAX,
    parts: async (db, rows) =>
      joinLinesWithSkus(db, rows, {
        lines: await readLinesOfStockTransfers(db, rows.map(idOf)),
        of: ({ transferId }) => transferId,
      }),
  }),
})

/** Handlers that export the lines of what a list shows. */
export const createLineExportHandlers = (
  lists: HandlersOfContractGroups<
    | 'consoleOrder'
    | 'consolePurchaseOrder'
    | 'consoleSupplierInvoice'
    | 'consoleStockTransfer'
    | 'consoleQuotation'
    | 'consoleOrderProposal'
  >,
): Pick<
  Handlers<typeof consoleExportEndpoints>,
  'orderLines' | 'purchaseOrderLines' | 'supplierInvoiceLines' | 'stockTransferLines' | 'quotationLines' | 'orderProposalLines'
> => ({
  orderLines: createListExportHandlerConvertingRows(lists.consoleOrder.list, '全部订单商品', {
    columns: (caller) => (seesMargins(caller) ? consoleOrderLineWithMarginColumns : consoleOrderLineColumns),
    parts: withLines,
    linesMax: ORDER_LINES_MAX,
  }),
  ...createPurchasingLineExportHandlers(lists),
  quotationLines: createListExportHandlerConvertingRows(lists.consoleQuotation.list, '询价单明细', {
    columns: () => quotationLineColumns,
    linesMax: QUOTATION_LINES_MAX,
    parts: async (db, rows) => joinLines(rows, await listLinesOfQuotationsWithOffer(all(db), rows), ({ quotationId }) => quotationId),
  }),
  orderProposalLines: createListExportHandlerConvertingRows(lists.consoleOrderProposal.list, '代客下单明细', {
    columns: () => orderProposalLineColumns,
    linesMax: ORDER_PROPOSAL_LINES_MAX,
    parts: async (db, rows) => joinLines(rows, await listLinesOfOrderProposals(all(db), rows), ({ proposalId }) => proposalId),
  }),
})
