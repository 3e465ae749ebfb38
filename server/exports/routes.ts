import type { consoleExport } from '../../contract/documents/console-exports-api.ts'
import type { exports } from '../../contract/documents/exports-api.ts'
import { FAVOURITES_MAX } from '../../contract/favourites/api.ts'
import type { OrderRow } from '../../contract/ordering/shapes.ts'
import { listAfterSales, listAfterSalesForConsole } from '../after-sale/public.ts'
import { listFavourites } from '../favourites/public.ts'
import type { Handlers } from '../http/context.ts'
import { listOrders, listOrdersForConsole } from '../ordering/public.ts'
import { listEnterprisesForConsole, listSkusForConsole } from '../reporting/public.ts'
import { keepList, ROWS_READ } from './keep-list.ts'
import { consoleOrderColumns, lineColumns, orderColumns } from './order-columns.ts'
import { afterSaleColumns, consoleAfterSaleColumns, enterpriseColumns, favouriteColumns, skuColumns } from './other-columns.ts'

/** All at once, but no more than a file carries and one. */
const all = { pageNo: 1, pageSize: ROWS_READ }
/** Orders come with their lines: so many at a time, and no further than needed. */
const ORDERS_AT_ONCE = 500

type ReadOrders = (page: { pageNo: number; pageSize: number }) => Promise<{ dataList: OrderRow[] }>

/** Orders page by page until there are no more, or they have more rows than a file carries; none twice when others come in meanwhile. */
async function readOrders(read: ReadOrders, rowsOf: (order: OrderRow) => number): Promise<OrderRow[]> {
  const orders = new Map<string, OrderRow>()
  let rows = 0
  for (let pageNo = 1; rows < ROWS_READ; pageNo++) {
    const { dataList } = await read({ pageNo, pageSize: ORDERS_AT_ONCE })
    for (const order of dataList.filter(({ orderNo }) => !orders.has(orderNo))) {
      orders.set(order.orderNo, order)
      rows += rowsOf(order)
    }
    if (dataList.length < ORDERS_AT_ONCE) break
  }
  return [...orders.values()]
}

export const exportHandlers: Handlers<typeof exports> = {
  orders: ({ format, ...filter }, context) =>
    keepList(context, {
      ...{ name: '订单', columns: orderColumns, format },
      rows: () =>
        readOrders(
          (page) => listOrders(context.db, { ...filter, ...page }, context.caller),
          () => 1,
        ),
    }),
  orderLines: ({ format, ...filter }, context) =>
    keepList(context, {
      ...{ name: '订单商品', columns: lineColumns, format },
      rows: async () => {
        const read: ReadOrders = (page) => listOrders(context.db, { ...filter, ...page }, context.caller)
        const orders = await readOrders(read, ({ lines }) => lines.length)
        return orders.flatMap((order) => order.lines.map((line) => ({ order, line })))
      },
    }),
  afterSales: ({ format, ...filter }, context) =>
    keepList(context, {
      ...{ name: '售后', columns: afterSaleColumns, format },
      rows: async () => (await listAfterSales(context.db, context.caller.enterpriseId, { ...filter, ...all })).dataList,
    }),
  favourites: ({ format }, context) =>
    keepList(context, {
      ...{ name: '收藏', columns: favouriteColumns, format },
      rows: async () =>
        (await listFavourites(context.db, context.moment, { owner: context.caller, pageNo: 1, pageSize: FAVOURITES_MAX })).dataList,
    }),
}

export const consoleExportHandlers: Handlers<typeof consoleExport> = {
  orders: ({ format, ...filter }, context) =>
    keepList(context, {
      ...{ name: '全部订单', columns: consoleOrderColumns, format },
      rows: async () => (await listOrdersForConsole(context.db, { ...filter, ...all })).dataList,
    }),
  afterSales: ({ format, ...filter }, context) =>
    keepList(context, {
      ...{ name: '全部售后', columns: consoleAfterSaleColumns, format },
      rows: async () => (await listAfterSalesForConsole(context.db, { ...filter, ...all })).dataList,
    }),
  enterprises: ({ format, ...filter }, context) =>
    keepList(context, {
      ...{ name: '企业', columns: enterpriseColumns, format },
      rows: async () => (await listEnterprisesForConsole(context.db, { ...filter, ...all })).dataList,
    }),
  skus: ({ format, ...filter }, context) =>
    keepList(context, {
      ...{ name: '商品规格', columns: skuColumns, format },
      rows: async () => (await listSkusForConsole(context.db, { ...filter, ...all })).dataList,
    }),
}
