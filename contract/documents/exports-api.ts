import * as z from 'zod/mini'
import { afterSale } from '../after-sale/api.ts'
import { download, endpoints } from '../endpoint.ts'
import { order } from '../ordering/api.ts'
import { SheetFormat } from '../sheet/format.ts'

/** A list's own filters, without its pages: what is on the screen is what is taken along, all of it. */
export const filters = <Shape extends { pageNo: unknown; pageSize: unknown }>({ pageNo: _, pageSize: __, ...rest }: Shape) => rest

const refusals = ['EXPORT_TOO_LARGE'] as const

/** Lists of the buyer's, as files to keep: CSV (UTF-8 with its mark) or Excel. */
export const exports = endpoints('/account-api/api/export', {
  orders: download({
    path: 'orders',
    summary: '导出订单，按列表的筛选',
    needs: order.list.needs,
    input: z.strictObject({ ...filters(order.list.input.shape), format: SheetFormat }),
    refusals,
  }),
  orderLines: download({
    path: 'order-lines',
    summary: '导出订单商品明细：物料编码、采购单号、成本中心',
    needs: order.list.needs,
    input: z.strictObject({ ...filters(order.list.input.shape), format: SheetFormat }),
    refusals,
  }),
  afterSales: download({
    path: 'after-sales',
    summary: '导出售后单',
    needs: afterSale.list.needs,
    input: z.strictObject({ ...filters(afterSale.list.input.shape), format: SheetFormat }),
    refusals,
  }),
  favourites: download({
    path: 'favourites',
    summary: '导出收藏的商品',
    needs: 'lookGoods',
    input: z.strictObject({ format: SheetFormat }),
    refusals,
  }),
})
