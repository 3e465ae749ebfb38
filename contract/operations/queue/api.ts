import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Instant } from '#contract/platform/core/fields.ts'

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
    ...(['quotation', 'quotationMessage', 'followUp'] as const),
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
    ] as const),
  ]),
  label: z.string(),
  count: z.int(),
  oldestAt: z.nullable(Instant),
})
export type WorkQueueItem = z.output<typeof WorkQueueItem>

export const consoleWorkQueueEndpoints = defineEndpoints('/console-api/api/queue', {
  list: readEndpoint({
    path: 'list',
    summary: '待办：等着谁、多少、最早的是何时',
    needs: 'staff',
    input: EmptyInput,
    output: z.array(WorkQueueItem),
  }),
})
