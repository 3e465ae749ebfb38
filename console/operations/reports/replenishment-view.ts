import { PURCHASE_ORDER_LINES_MAX } from '#contract/catalog/purchase-orders/shapes.ts'
import type { ReplenishmentRow } from '#contract/operations/reports/stock-api.ts'

/** Why the chosen rows cannot be on one purchase order; undefined if they can. */
export function getReasonAgainstOnePurchaseOrder(rows: readonly ReplenishmentRow[]): string | undefined {
  if (rows.length === 0) return '请先勾选规格'
  if (new Set(rows.map(({ supplier }) => supplier?.supplierId)).size > 1) return '一张采购单只能有一个供应商，请按供应商筛选后勾选'
  if (new Set(rows.map(({ shopName }) => shopName)).size > 1) return '一张采购单只能有一个店铺的商品，请按店铺筛选后勾选'
  return rows.length > PURCHASE_ORDER_LINES_MAX ? `一张采购单最多 ${PURCHASE_ORDER_LINES_MAX} 行，已勾选 ${rows.length} 个` : undefined
}

/** The draft of a purchase order of the chosen rows, which are of one supplier: the advised quantities at the prices of the supplier. */
export const toPurchaseOrderOfAdvice = (rows: readonly ReplenishmentRow[]) => ({
  supplierId: rows[0]?.supplier?.supplierId ?? '',
  taxRate: 1_300 as const,
  expectedDay: null,
  note: '按补货建议生成',
  lines: rows.map(({ skuCode, advised }) => ({ skuCode, quantity: advised, price: null })),
  rowVersion: 0,
})
