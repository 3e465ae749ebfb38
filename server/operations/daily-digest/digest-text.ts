import { consoleSkuEndpoints } from '#contract/catalog/goods/console-api.ts'
import type { WorkQueueItem } from '#contract/operations/queue/api.ts'
import { workQueueCalls } from '#contract/operations/queue/work-calls.ts'
import { consoleReceivablesReportEndpoints, type ReceivablesReport } from '#contract/operations/reports/receivables-api.ts'
import { consoleSalesReportEndpoints } from '#contract/operations/reports/sales-api.ts'
import { getConsoleCallAccessRule } from '#contract/platform/core/console-access-rules.ts'
import { formatMoney, subtractFen, sum } from '#contract/platform/core/money.ts'
import { hasPermission, type StaffPermissionHolder } from '#contract/platform/core/permissions.ts'
import type { ShopDaySales } from '#server/operations/reports/public.ts'

/** Whether a reader may see a part of a digest, by his permissions. */
export const canReadDigestPart = {
  sales: (holder: StaffPermissionHolder) => hasPermission(holder, consoleSalesReportEndpoints.summary.needs),
  receivables: (holder: StaffPermissionHolder) => hasPermission(holder, consoleReceivablesReportEndpoints.summary.needs),
  lowStock: (holder: StaffPermissionHolder) => hasPermission(holder, consoleSkuEndpoints.list.needs),
} as const

/** The figures of the whole mall, of which each digest shows a part. What none of the readers may see is undefined. */
export interface DigestFigures {
  /** Of yesterday, by shop; undefined: its totals are not complete. */
  sales: readonly ShopDaySales[] | undefined
  receivables: ReceivablesReport['overview'] | undefined
  /** How many SKUs are low in stock, by shop. */
  lowStock: ReadonlyMap<string, number> | undefined
  /** What waits for the reader. */
  queue: readonly WorkQueueItem[]
}

/** Who reads a digest. `shopIds`: the shops that he keeps; null: all. */
export interface DigestReader {
  holder: StaffPermissionHolder
  shopIds: readonly string[] | null
}

function describeSales(day: string, sales: DigestFigures['sales'], isOwn: (shopId: string) => boolean): string {
  if (!sales) return `昨日销售：${day} 的合计还没有生成，请稍后到销售报表查看。`
  const own = sales.filter(({ shopId }) => isOwn(shopId))
  const [sold, back] = [sum(own.map((shop) => shop.sold)), sum(own.map((shop) => shop.back))]
  const orders = own.reduce((all, shop) => all + shop.orders, 0)
  return `昨日销售：${orders} 单，成交 ${formatMoney(sold)}，退款 ${formatMoney(back)}，净额 ${formatMoney(subtractFen(sold, back))}。`
}

function describeReceivables({ total, debtors, d30, d60, d90, older }: ReceivablesReport['overview']): string {
  return `应收账款：${debtors} 家企业共 ${formatMoney(total)}，其中逾期 ${formatMoney(sum([d30, d60, d90, older]))}。`
}

function describeQueue(queue: readonly WorkQueueItem[], holder: StaffPermissionHolder): string {
  const own = queue.filter(({ kind, count }) => count > 0 && hasPermission(holder, getConsoleCallAccessRule(workQueueCalls[kind])))
  return own.length === 0 ? '待办：没有等您处理的工作。' : `待办：${own.map(({ label, count }) => `${label} ${count}`).join('、')}。`
}

/** The text of a digest: a line for each figure that its reader may see. */
export function describeDigest(
  day: string,
  { sales, receivables, lowStock, queue }: DigestFigures,
  { holder, shopIds }: DigestReader,
): string {
  const isOwn = (shopId: string) => shopIds === null || shopIds.includes(shopId)
  const low = [...(lowStock ?? [])].reduce((all, [shopId, count]) => (isOwn(shopId) ? all + count : all), 0)
  return [
    ...(canReadDigestPart.sales(holder) ? [describeSales(day, sales, isOwn)] : []),
    ...(receivables && canReadDigestPart.receivables(holder) ? [describeReceivables(receivables)] : []),
    ...(canReadDigestPart.lowStock(holder) ? [`库存：${low} 个规格低于预警。`] : []),
    describeQueue(queue, holder),
  ].join('\n')
}
