import * as z from 'zod/mini'
import { consoleAfterSale } from '../after-sale/console-api.ts'
import { download, endpoints } from '../endpoint.ts'
import { consoleOrder } from '../ordering/console-api.ts'
import { SheetFormat } from '../sheet/format.ts'
import { consoleEnterprise, consoleSku } from '../staff/api.ts'
import { filters } from './exports-api.ts'

const refusals = ['EXPORT_TOO_LARGE'] as const

/** Lists of staff, the same way. */
export const consoleExport = endpoints('/console-api/api/export', {
  orders: download({
    path: 'orders',
    summary: '导出全部订单，按列表的筛选',
    needs: consoleOrder.list.needs,
    input: z.strictObject({ ...filters(consoleOrder.list.input.shape), format: SheetFormat }),
    refusals,
  }),
  afterSales: download({
    path: 'after-sales',
    summary: '导出全部售后单',
    needs: consoleAfterSale.list.needs,
    input: z.strictObject({ ...filters(consoleAfterSale.list.input.shape), format: SheetFormat }),
    refusals,
  }),
  enterprises: download({
    path: 'enterprises',
    summary: '导出企业及其额度',
    needs: consoleEnterprise.list.needs,
    input: z.strictObject({ ...filters(consoleEnterprise.list.input.shape), format: SheetFormat }),
    refusals,
  }),
  skus: download({
    path: 'skus',
    summary: '导出商品规格：价格与库存',
    needs: consoleSku.list.needs,
    input: z.strictObject({ ...filters(consoleSku.list.input.shape), format: SheetFormat }),
    refusals,
  }),
})
