import type { quotationEndpoints } from '#contract/orders/quotations/api.ts'
import type { consoleQuotationEndpoints } from '#contract/orders/quotations/console-api.ts'
import { quotationLifecycle } from '#contract/orders/quotations/quotation-lifecycle.ts'
import type { QuotationRow } from '#contract/orders/quotations/shapes.ts'
import { createEnterpriseColumn, defineColumns } from '#server/adapters/spreadsheets/public.ts'
import { defineColumnsForEndpoint } from './endpoint-columns.ts'

const columns = defineColumns<Omit<QuotationRow, 'createdBy'>>(({ text, instant, count, day, money }) => [
  text('询价单号', 24, ({ quotationNo }) => quotationNo),
  text('标题', 24, ({ title }) => title),
  text('状态', 12, ({ state }) => quotationLifecycle.states[state].label),
  text('首行商品', 32, ({ firstGoods }) => firstGoods),
  count('行数', ({ lineCount }) => lineCount),
  count('已报价行数', ({ offeredCount }) => offeredCount),
  count('已下单行数', ({ orderedCount }) => orderedCount),
  money('现金报价金额', ({ offeredAmount }) => offeredAmount),
  day('有效期至', ({ validUntil }) => validUntil),
  instant('询价时间', ({ createdAt }) => createdAt),
])
export const quotationColumns = defineColumnsForEndpoint<typeof quotationEndpoints.list>(({ text }) => [
  ...columns,
  text('询价人', 16, ({ createdBy }) => createdBy),
])
export const consoleQuotationColumns = defineColumnsForEndpoint<typeof consoleQuotationEndpoints.list>(() => [
  ...columns,
  createEnterpriseColumn(),
])
