import type { TagTone } from '#console/platform/components/tag.tsx'
import { type AfterSaleState, type AfterSaleType, formatAfterSaleStatus } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import { type AfterSaleQueue, afterSaleQueues } from '#contract/orders/after-sales/console-api.ts'
import type { ConsoleAfterSale, ShippingStage } from '#contract/orders/after-sales/shapes.ts'

export const shippingStageLabels: Record<ShippingStage, string> = { unsent: '未发', sent: '已发' }

/** The state of an after-sale as a coloured tag: it waits for us, waits for the buyer, or is finished. */
export function toAfterSaleStatus({ type, state }: { type: AfterSaleType; state: AfterSaleState }): { label: string; tone: TagTone } {
  const label = formatAfterSaleStatus(type, state)
  if (state === 'REFUNDED' || state === 'EXCHANGED') return { label, tone: 'good' }
  if (state === 'REJECTED') return { label, tone: 'bad' }
  if (state === 'CANCELLED') return { label, tone: 'over' }
  return { label, tone: state === 'APPROVED' && type !== 'REFUND' ? 'way' : 'wait' }
}

/** The queues with their counts, as filters of the list. */
export const toAfterSaleQueueChoices = (
  counts: readonly { queue: AfterSaleQueue; count: number }[],
): Record<AfterSaleQueue, { label: string }> =>
  Object.fromEntries(
    (Object.keys(afterSaleQueues) as AfterSaleQueue[]).map((queue) => {
      const units = counts.find((one) => one.queue === queue)?.count ?? 0
      return [queue, { label: units > 0 ? `${afterSaleQueues[queue].label} ${units}` : afterSaleQueues[queue].label }]
    }),
  ) as Record<AfterSaleQueue, { label: string }>

type Line = Pick<ConsoleAfterSale['lines'][number], 'lineNo' | 'stage' | 'asked' | 'accepted'>

export const afterSaleUnitsKey = ({ lineNo, stage }: Pick<Line, 'lineNo' | 'stage'>): string => `${lineNo}-${stage}`

/** Returns what is wrong with a number of units; undefined: nothing. */
export function afterSaleUnitsError(units: number | null | undefined, most: number, what: string): string | undefined {
  if (units === null || units === undefined) return '请填写数量'
  if (!Number.isInteger(units) || units < 0) return '数量必须为整数'
  return units > most ? `${what}最多 ${most}` : undefined
}

/** Returns the input of the approval: every line with the approved units. */
export const toApprovedAfterSaleLines = (lines: readonly Line[], units: Readonly<Record<string, number | null | undefined>>) =>
  lines.map((line) => ({ lineNo: line.lineNo, stage: line.stage, quantity: units[afterSaleUnitsKey(line)] ?? line.asked }))

const words: Record<string, string> = {
  apply: '提交申请',
  say: '留言',
  approve: '同意',
  reject: '驳回',
  withdraw: '买家撤销',
  sendBack: '买家寄回',
  expireReturn: '逾期未寄回',
  accept: '验收通过',
  refuseGoods: '验收不通过',
  reopen: '换货未完成',
  refundInstead: '改为退款',
  exchange: '发出换货',
  refund: '退款',
}
export const afterSaleHistoryLabel = (verb: string): string => words[verb] ?? verb
