import { type ManualBankLineFormValues, toManualBankLine } from '#console/billing/bank/manual-line.ts'
import { parseAmountOrThrow } from '#console/platform/components/forms/rule.ts'
import type { TagTone } from '#console/platform/components/tag.tsx'
import type { BankLine } from '#contract/billing/bank/shapes.ts'
import type { consoleVoucherEndpoints, VoucherReviewCase } from '#contract/billing/bank/voucher-api.ts'
import { type VoucherState, voucherLifecycle } from '#contract/billing/bank/voucher-lifecycle.ts'
import type { ApiClient } from '#contract/platform/core/client.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'

const tones: Record<VoucherState, TagTone> = { REVIEW: 'wait', SECOND: 'way', ACCEPTED: 'good', REJECTED: 'bad', WITHDRAWN: 'over' }
export const toVoucherStateTone = (state: VoucherState): TagTone => tones[state]

/** Returns whether the voucher still waits for a decision. */
export const isVoucherOpen = (state: VoucherState): boolean => voucherLifecycle.states[state].final !== true

/** The tabs above the queue besides 待审核. The one that waits for a second person has a count. */
export const toVoucherStateTabs = (second: number | undefined) => ({
  SECOND: { label: formatLabelWithCount('待复核', second) },
  ACCEPTED: voucherLifecycle.states.ACCEPTED,
  REJECTED: voucherLifecycle.states.REJECTED,
  WITHDRAWN: voucherLifecycle.states.WITHDRAWN,
  ALL: { label: '全部' },
})
export const formatLabelWithCount = (label: string, units: number | undefined): string => (units ? `${label} ${units}` : label)

/** The state that a tab filters by: undefined is waiting, 'ALL' is any. */
export function toVoucherStateFilter(tab: VoucherState | 'ALL' | undefined): { state?: VoucherState } {
  if (tab === 'ALL') return {}
  return { state: tab ?? 'REVIEW' }
}

/** Describes who decided it and how: '财务小锋 于 2026-11-20 10:12 驳回'. Undefined while it is open. */
export function formatVoucherDecision({ state, decidedBy, decidedAt }: VoucherReviewCase): string | undefined {
  if (isVoucherOpen(state)) return undefined
  if (state === 'WITHDRAWN') return '买家已撤回这张凭证'
  const verb = state === 'ACCEPTED' ? '确认到账' : '驳回'
  return `${decidedBy ?? '同事'} ${decidedAt === null ? '' : `于 ${formatShanghaiTimeToMinute(decidedAt)} `}${verb}`
}

/** The choice of a line that is typed because its statement is not imported yet. */
export const MANUAL_LINE_CHOICE = 'typed'

export interface VoucherDecisionFormValues extends ManualBankLineFormValues {
  /** The amount that the reviewer reads from the picture and the bank. It is never filled in for him. */
  amount?: string
  /** The id of a line, or `MANUAL_LINE_CHOICE`. */
  line?: string
}

type ApproveInput = Parameters<ApiClient<typeof consoleVoucherEndpoints>['approve']>[0]

/**
 * Returns the input of the call: the amount, and the line if one is needed. A typed line without an amount of its own has the voucher's
 * amount.
 */
export function toApproveVoucherInput({ enterpriseId, id, state }: VoucherReviewCase, decision: VoucherDecisionFormValues): ApproveInput {
  const amount = parseAmountOrThrow(decision.amount ?? '')
  const base = { enterpriseId, id, amount }
  if (state === 'SECOND' || decision.line === undefined) return base
  return decision.line === MANUAL_LINE_CHOICE ? { ...base, line: toManualBankLine(decision, amount) } : { ...base, lineId: decision.line }
}

/** The lines of a search, and the one of the search before that is chosen. */
export const withChosenBankLine = (found: readonly BankLine[], before: readonly BankLine[], chosen: string | undefined): BankLine[] => [
  ...before.filter(({ id }) => id === chosen && !found.some((line) => line.id === id)),
  ...found,
]

/** The question before money is posted. */
export function formatApproveVoucherQuestion(
  { state, title, enterpriseName, secondAbove }: VoucherReviewCase,
  amount: Fen,
  line: BankLine | string | undefined,
): string {
  const from =
    typeof line === 'string' ? `新登记流水 ${line}` : line && `流水 ${line.reference}，${line.payerName} ${formatMoney(line.amount)}`
  const what = `${enterpriseName ?? '未认证企业'} · ${title}：到账 ${formatMoney(amount)}${from ? `（${from}）` : ''}。`
  const first = state === 'REVIEW' && amount > secondAbove
  return `${what}${first ? `超过 ${formatMoney(secondAbove)}，还需另一位财务人员复核后入账。` : '确认后立即入账，不能撤销。'}`
}

/** Frequent reasons. The buyer reads them. */
export const voucherRejectReasons = [
  '图片不清晰，请重新上传',
  '图片不是汇款凭证',
  '到账金额与应付金额不一致',
  '付款户名与采购企业不一致',
  '尚未查到到账记录',
  '该凭证已用于其他订单',
] as const

/** Returns the opinion for the call: the selected reasons, then the typed text. */
export const toVoucherRejectReason = ({ reasons, words = '' }: { reasons: readonly string[]; words?: string }): string =>
  [...reasons, words.trim()].filter((part) => part !== '').join('；')

/** The warnings that are shown: of several about the same picture, at first only one. `folded`: how many are left out. */
export function listVoucherWarningsToShow(
  warnings: VoucherReviewCase['warnings'],
  unfolded: boolean,
): { shown: VoucherReviewCase['warnings']; folded: number } {
  const first = warnings.findIndex(({ kind }) => kind === 'duplicatePicture')
  const shown = unfolded ? warnings : warnings.filter(({ kind }, at) => kind !== 'duplicatePicture' || at === first)
  return { shown, folded: warnings.length - shown.length }
}
