import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Instant } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { workDoneKinds } from './work-done.ts'

/** One kind of work that waits for staff. */
export const WorkQueueItem = z.object({
  kind: z.enum([
    ...([
      'verification',
      'licence',
      'waitSend',
      'cancelAsked',
      'stockOut',
      'stockCount',
      'stockCountOpen',
      'voucher',
      'voucherSecond',
      'bankLine',
      'typedLine',
      'valueDay',
      'collection',
      'orderStop',
    ] as const),
    ...(['quotation', 'quotationMessage', 'followUp', 'proposalEnding', 'proposalDeclined'] as const),
    ...([
      'shipOverdue',
      'waybillUnconfirmed',
      'stockLow',
      'stockTransferLate',
      'purchaseDue',
      'supplierInvoice',
      'supplierInvoiceReturned',
    ] as const),
    ...(['afterSaleDecide', 'afterSaleInspect', 'afterSaleRefund', 'afterSaleExchange', 'commentLow', 'inquiry'] as const),
    ...([
      'acceptance',
      'acceptanceRequest',
      'dispute',
      'financeRequest',
      'limitRequest',
      'sensitiveChange',
      'refundFailed',
      'paymentUnclear',
      'difference',
      'proofBroken',
      'invoice',
      'invoiceUncoded',
      'invoiceFailed',
      'invoiceRed',
      'jobFailed',
    ] as const),
    ...(['couponEnding', 'couponFull', 'bannerEnding', 'articleDraft'] as const),
  ]),
  label: z.string(),
  count: z.int(),
  oldestAt: z.nullable(Instant),
})
export type WorkQueueItem = z.output<typeof WorkQueueItem>

/** How many days the first page counts what was done, today included. */
export const WORK_DONE_DAYS = 14

/** What staff have done: all of them, and the caller. */
const DoneCounts = z.object({ all: z.int(), own: z.int() })

/** Work that was done in the last days, by day and by kind, each kind with that of today. */
export const WorkDoneCounts = z.object({
  days: z.array(z.extend(DoneCounts, { day: Day })),
  kinds: z.array(z.extend(DoneCounts, { kind: z.enum(keysOf(workDoneKinds)), today: DoneCounts })),
})
export type WorkDoneCounts = z.output<typeof WorkDoneCounts>

/** Figures of one role's work on each of the last `WORK_DONE_DAYS` days, the first day first. */
export const WorkDayCounts = z.object({
  days: z.array(Day),
  series: z.array(z.object({ name: z.string(), values: z.array(z.int()) })),
})
export type WorkDayCounts = z.output<typeof WorkDayCounts>

export const consoleWorkQueueEndpoints = defineEndpoints('/console-api/api/queue', {
  list: readEndpoint({
    path: 'list',
    summary: '待办：等着谁、多少、最早的是何时',
    needs: 'staff',
    input: EmptyInput,
    output: z.array(WorkQueueItem),
  }),
  done: readEndpoint({
    path: 'done',
    summary: `近 ${WORK_DONE_DAYS} 天办了多少：自己能办的每类工作，按天计数，全部员工的和本人的`,
    needs: 'staff',
    input: EmptyInput,
    output: WorkDoneCounts,
  }),
  shipments: readEndpoint({
    path: 'shipments',
    summary: `近 ${WORK_DONE_DAYS} 天每天发出的快递包裹，和从那天起一直待发的订单`,
    needs: { staff: 'shipment' },
    input: EmptyInput,
    output: WorkDayCounts,
  }),
  requests: readEndpoint({
    path: 'requests',
    summary: `近 ${WORK_DONE_DAYS} 天每天收到的询价、售后和留言`,
    needs: { staff: 'inquiry' },
    input: EmptyInput,
    output: WorkDayCounts,
  }),
  coupons: readEndpoint({
    path: 'coupons',
    mayLag: true,
    summary: `近 ${WORK_DONE_DAYS} 天每天领取的优惠券和用券成交的订单`,
    needs: { staff: 'coupon' },
    input: EmptyInput,
    output: WorkDayCounts,
  }),
  verifications: readEndpoint({
    path: 'verifications',
    summary: `近 ${WORK_DONE_DAYS} 天每天提交的认证，和其中还没有审核的`,
    needs: { staff: 'verification' },
    input: EmptyInput,
    output: WorkDayCounts,
  }),
})
