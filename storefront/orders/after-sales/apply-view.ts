import { type AfterSaleType, afterSaleReasons, sellerFaultReasons } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import type { AfterSaleOptions, ShippingStage } from '#contract/orders/after-sales/shapes.ts'

/** The number of chosen units, by line and by whether they were shipped. */
export type SelectedUnitsByKey = Readonly<Record<string, number>>

export interface SelectableUnits {
  key: string
  lineNo: number
  stage: ShippingStage
  /** The number of units that can be chosen. */
  max: number
  line: AfterSaleOptions['lines'][number]
}

export const shippingStageLabels: Record<ShippingStage, string> = { unsent: '未发货', sent: '已发货' }

/** Returns the units that can be chosen for a type. If goods have to come back, only shipped ones. */
export const toSelectableUnits = (lines: AfterSaleOptions['lines'], type: AfterSaleType): SelectableUnits[] =>
  lines.flatMap((line) =>
    (['unsent', 'sent'] as const)
      .filter((stage) => line[stage] > 0 && (stage === 'sent' || type === 'REFUND'))
      .map((stage) => ({ key: `${line.lineNo} ${stage}`, lineNo: line.lineNo, stage, max: line[stage], line })),
  )

/** Returns the chosen units as the server expects them. Units that the type does not allow are omitted. */
export const toAfterSaleLineInputs = (choices: readonly SelectableUnits[], chosen: SelectedUnitsByKey) =>
  choices.flatMap(({ key, lineNo, stage, max }) => {
    const quantity = Math.min(chosen[key] ?? 0, max)
    return quantity > 0 ? [{ lineNo, stage, quantity }] : []
  })

/** Returns the possible reasons for the chosen units. For goods with 仅质量问题可退换 these are only the quality reasons. */
export function allowedAfterSaleReasons(
  type: AfterSaleType,
  choices: readonly SelectableUnits[],
  chosen: SelectedUnitsByKey,
): readonly string[] {
  const strict = choices.some(({ key, stage, line: { rule } }) => stage === 'sent' && rule === 'qualityOnly' && (chosen[key] ?? 0) > 0)
  return strict ? afterSaleReasons[type].filter((reason) => sellerFaultReasons.includes(reason)) : afterSaleReasons[type]
}

interface Form {
  lines: readonly unknown[]
  freight: boolean
  reason: string
}

/** Returns the missing fields with their messages. */
export function missingAfterSaleFieldErrors({ lines, freight, reason }: Form): { lines?: string; reason?: string } {
  return {
    ...(lines.length === 0 && !freight ? { lines: '请选择要申请售后的商品' } : {}),
    ...(reason === '' ? { reason: '请选择原因' } : {}),
  }
}

const words: Record<string, string> = {
  apply: '提交申请',
  say: '留言',
  approve: '客服同意申请',
  reject: '客服驳回申请',
  withdraw: '撤销申请',
  sendBack: '已寄回商品',
  expireReturn: '逾期未寄回，已关闭',
  accept: '仓库验收通过',
  refuseGoods: '仓库验收不通过',
  reopen: '换货未完成，继续处理',
  refundInstead: '换货改为退款',
  exchange: '已生成换货订单',
  refund: '已退款',
}
export const afterSaleHistoryLabel = (verb: string): string => words[verb] ?? '售后更新'

/** Returns the steps of an after-sale and the current one. */
export function afterSaleSteps(type: AfterSaleType, state: string): { label: string; status: 'done' | 'current' | 'ahead' }[] {
  const way =
    type === 'REFUND'
      ? ['提交申请', '客服审核', '退款']
      : ['提交申请', '客服审核', '寄回商品', '仓库验收', type === 'RETURN' ? '退款' : '换货']
  const reached: Record<string, number> = {
    APPLIED: 1,
    APPROVED: 2,
    RETURNING: 3,
    RECEIVED: 4,
    REFUNDED: way.length,
    EXCHANGED: way.length,
  }
  const at = reached[state] ?? 0
  return way.map((label, place) => ({ label, status: place < at ? 'done' : place === at ? 'current' : 'ahead' }))
}
