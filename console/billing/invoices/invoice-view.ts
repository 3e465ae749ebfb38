import type { TagTone } from '#console/platform/components/tag.tsx'
import { type InvoiceQueue, invoiceQueues } from '#contract/billing/invoices/console-api.ts'
import { type InvoiceState, invoiceLifecycle } from '#contract/billing/invoices/invoice-lifecycle.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatCount } from '#ui/format.ts'

const tones: Record<InvoiceState, TagTone> = {
  APPLIED: 'wait',
  ISSUING: 'way',
  FAILED: 'bad',
  ISSUED: 'good',
  REJECTED: 'over',
  RED: 'over',
}

export const toInvoiceStateTag = (state: InvoiceState): { label: string; tone: TagTone } => ({
  label: invoiceLifecycle.states[state].label,
  tone: tones[state],
})

/** The queues with their counts. */
export const toInvoiceQueueChoices = (counts: readonly { queue: InvoiceQueue; count: number }[]): Record<InvoiceQueue, { label: string }> =>
  Object.fromEntries(
    keysOf(invoiceQueues).map((queue) => {
      const waiting = counts.find((one) => one.queue === queue)?.count ?? 0
      return [queue, { label: waiting > 0 ? `${invoiceQueues[queue].label} ${formatCount(waiting)}` : invoiceQueues[queue].label }]
    }),
  ) as Record<InvoiceQueue, { label: string }>

const verbs: Record<string, string> = {
  ...Object.fromEntries(keysOf(invoiceLifecycle.verbs).map((verb) => [verb, invoiceLifecycle.verbs[verb].label])),
  apply: '申请开票',
  recode: '更新税收编码',
  lower: '开票金额减少',
  askRed: '申请红字发票',
  askConfirm: '申请红字信息确认单',
  confirmState: '红字信息确认单',
  enterConfirm: '登记红字信息确认单',
  correctConfirm: '更正确认单编号',
  red: '红字发票已开具',
  redFailed: '红冲失败',
}
export const consoleInvoiceHistoryLabel = (verb: string): string => verbs[verb] ?? verb
