import { INTEREST_GOODS_NAME } from '#contract/billing/invoices/interest.ts'
import { buyerInvoiceStatuses, getBuyerInvoiceStatus } from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { InvoiceableOrder, InvoiceRow, InvoiceTitle, InvoiceTitleContent } from '#contract/billing/invoices/shapes.ts'
import { OrderNo } from '#contract/platform/core/fields.ts'
import { type Fen, sum } from '#contract/platform/core/money.ts'
import { formatFullMonth } from '#ui/format.ts'

/** Returns the order numbers in the URL, in their order and without duplicates or invalid ones. */
export const parseOrderNosParam = (text: string | undefined): string[] => [
  ...new Set((text ?? '').split(',').filter((one) => OrderNo.safeParse(one).success)),
]

/** The selected orders, over all pages of the list. */
export interface SelectedOrdersSummary {
  count: number
  amount: Fen
  shopName: string | undefined
}

export const computeSelectedOrdersSummary = (checked: readonly InvoiceableOrder[]): SelectedOrdersSummary => ({
  count: checked.length,
  amount: sum(checked.map(({ amount }) => amount)),
  shopName: checked[0]?.shopName,
})

/** Returns why an order cannot be selected together with those that are; undefined: it can. */
export function invoiceOrderSelectionError(
  order: InvoiceableOrder,
  checked: readonly InvoiceableOrder[],
  most: number,
): string | undefined {
  if (checked.some(({ orderNo }) => orderNo === order.orderNo)) return undefined
  const [first] = checked
  if (first && first.shopId !== order.shopId) return `一张发票只能包含同一店铺的订单，已选「${first.shopName}」`
  return checked.length >= most ? `一次最多选择 ${most} 张订单` : undefined
}

const invoiceStatusTones = {
  wait: 'bg-copper-tint text-gold',
  issued: 'bg-jade-tint text-jade',
  rejected: 'bg-danger-tint text-danger',
  red: 'bg-line-soft text-mute',
} as const

/** Returns the state of an invoice as its buyer sees it. */
export function toInvoiceStatusTag({ state }: Pick<InvoiceRow, 'state'>): { label: string; look: string } {
  const standing = getBuyerInvoiceStatus(state)
  return { label: buyerInvoiceStatuses[standing].label, look: invoiceStatusTones[standing] }
}

/** Describes in a few words what an invoice covers. */
export const formatInvoiceSource = ({
  month,
  orders,
  orderNo,
  ofInterest,
}: Pick<InvoiceRow, 'month' | 'orders' | 'orderNo' | 'ofInterest'>): string => {
  if (ofInterest) return INTEREST_GOODS_NAME
  if (month !== null) return `${formatFullMonth(month)}账单`
  return orders === 1 ? `订单 ${orderNo}` : `订单 ${orderNo} 等 ${orders} 张`
}

/** Returns the initial title of the form: the one used before, else the default, else the first. */
export const findInitialTitleId = (titles: readonly InvoiceTitle[], before: InvoiceTitleContent | undefined): string | undefined => {
  const same = titles.find(({ kind, name, taxNo }) => before && kind === before.kind && name === before.name && taxNo === before.taxNo)
  return (same ?? titles.find(({ isDefault }) => isDefault) ?? titles[0])?.id
}

const verbs: Record<string, string> = {
  apply: '提交开票申请',
  recode: '更新税收分类编码',
  approve: '财务同意开票',
  retry: '重新开票',
  fail: '正在重新处理',
  reject: '申请被驳回',
  lapse: '已全额退回，申请自动关闭',
  enter: '发票已开具',
  issue: '发票已开具',
  lower: '有退回，开票金额相应减少',
  askRed: '申请红字发票',
  askConfirm: '申请红字信息确认单',
  confirmState: '红字信息确认单',
  enterConfirm: '红字信息确认单已登记',
  correctConfirm: '红字信息确认单编号已更正',
  red: '红字发票已开具',
  redFailed: '红字发票正在处理',
  takeBack: '发票已全额红冲',
}
export const invoiceHistoryLabel = (verb: string): string => verbs[verb] ?? '发票更新'
