import type { ConsoleCallPath } from '#contract/platform/core/console-access-rules.ts'

/**
 * Kinds of work of staff that the first page counts by day, with the calls that do it. A kind is of everybody who may make one of its calls.
 * What counts is what the audit log has of these calls.
 */
export const workDoneKinds = {
  review: { label: '资质审核', calls: ['verification/approve', 'verification/reject', 'licence/approve', 'licence/reject'] },
  shipment: { label: '发货', calls: ['fulfilment/ship', 'wave/ship', 'fulfilment/close-short'] },
  warehouse: {
    label: '入库与盘点',
    calls: [
      ...(['stock-receipt/create', 'stock-receipt/import', 'purchase-order/receive', 'stock-transfer/receive'] as const),
      ...(['stock-count/enter', 'stock-count/approve', 'sku/adjust-stock'] as const),
    ],
  },
  afterSale: {
    label: '售后',
    calls: ['after-sale/approve', 'after-sale/reject', 'after-sale/inspect', 'after-sale/exchange', 'after-sale/refund'],
  },
  care: {
    label: '报价与客服',
    calls: ['quotation/quote', 'inquiry/answer', 'comment/answer', 'follow-up/complete', 'phone-call/record'],
  },
  receipts: { label: '收款', calls: ['bank/assign', 'voucher/approve', 'voucher/reject', 'value-day/decide'] },
  invoices: { label: '开票', calls: ['invoice/approve', 'invoice/reject', 'invoice/enter'] },
  credit: {
    label: '赊销与催收',
    calls: [
      ...(['statement/decide-dispute', 'finance-request/decide', 'credit-book/decide-limit', 'order-stop/decide'] as const),
      ...(['collection/note', 'acceptance/accept', 'acceptance/reject', 'acceptance/decide-honour'] as const),
    ],
  },
  catalogue: {
    label: '商品与价格',
    calls: ['goods/save', 'goods/publish', 'goods-bulk/apply', 'goods-import/apply', 'price/set-prices', 'price/import'],
  },
  marketing: {
    label: '营销与内容',
    calls: [
      ...(['coupon/add', 'coupon/modify', 'coupon/grant', 'coupon/make-codes', 'banner/save', 'banner/set-picture'] as const),
      ...(['home-section/save', 'home-section/arrange', 'article/save', 'article/publish'] as const),
    ],
  },
} as const satisfies Record<string, { label: string; calls: readonly ConsoleCallPath[] }>
export type WorkDoneKind = keyof typeof workDoneKinds
