// Exports of lists with a row for each line of their documents.
import { consoleMarginEndpoints, type OrderLineMargin } from '#contract/billing/margins/api.ts'
import type { consoleExportEndpoints } from '#contract/operations/exports/console-exports-api.ts'
import type { ConsoleOrderRow } from '#contract/orders/orders/shapes.ts'
import { hasPermission, type StaffPermissionHolder } from '#contract/platform/core/permissions.ts'
import { readMarginsOfOrders } from '#server/billing/margins/public.ts'
import { createListExportHandlerConvertingRows, type HandlersOfContractGroups } from '#server/operations/exports/list-export.ts'
import { consoleOrderLineColumns, consoleOrderLineWithMarginColumns } from '#server/operations/exports/order-columns.ts'
import { listOrderLinesForStaff } from '#server/orders/orders/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Handlers } from '#server/platform/http/context.ts'

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

/** Handlers that export the lines of what a list shows. */
export const createLineExportHandlers = (
  lists: HandlersOfContractGroups<'consoleOrder'>,
): Pick<Handlers<typeof consoleExportEndpoints>, 'orderLines'> => ({
  orderLines: createListExportHandlerConvertingRows(lists.consoleOrder.list, '全部订单商品', {
    columns: (caller) => (seesMargins(caller) ? consoleOrderLineWithMarginColumns : consoleOrderLineColumns),
    parts: withLines,
  }),
})
