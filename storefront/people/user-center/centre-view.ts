import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { UserDetail } from '#contract/people/identity/shapes.ts'
import type { RoutePath } from '#storefront/platform/components/route-types.ts'

const stepLabels = ['经办人认证', '企业认证', '高级认证'] as const
export type VerificationStepState = 'passed' | 'waiting' | 'failed' | 'next' | 'later'

/** The text for the state of a step, next to its icon. */
export const verificationStepStateLabels: Record<VerificationStepState, string> = {
  passed: '已通过',
  waiting: '审核中',
  failed: '未通过',
  next: '待提交',
  later: '未开始',
}

type Verified = Pick<UserDetail, 'authStatus'>

/** authStatus is in groups of three: waiting, passed, failed for each step. After the first two passed states the next step begins. */
const kinds = ['waiting', 'passed', 'failed'] as const

/** Returns the state of each of the three steps of the verification. */
export function toVerificationSteps({ authStatus }: Verified): { label: string; state: VerificationStepState }[] {
  const step = authStatus === null ? 0 : Math.floor(authStatus / 3)
  const kind = authStatus === null ? 'next' : (kinds[authStatus % 3] ?? 'next')
  return stepLabels.map((label, at) => {
    if (at < step) return { label, state: 'passed' }
    if (at === step) return { label, state: kind }
    return { label, state: kind === 'passed' && at === step + 1 ? 'next' : 'later' }
  })
}

/** Returns the next action for the verification: a sentence, and its screen if the buyer has to act. */
export interface NextVerificationStep {
  text: string
  action?: { label: string; to: RoutePath }
}

const REVIEW = '审核需 1-5 个工作日，结果会以消息通知您。'

const advices: Record<'none' | NonNullable<UserDetail['authStatus']>, NextVerificationStep> = {
  none: { text: '完成经办人认证后即可申请赊销额度。', action: { label: '开始认证', to: '/account_authentication' } },
  0: { text: `经办人认证审核中。${REVIEW}` },
  1: { text: '经办人认证已通过，请继续提交企业资料。', action: { label: '企业认证', to: '/account_authentication_company' } },
  2: { text: '经办人认证未通过，请查看原因后重新填写。', action: { label: '重新填写', to: '/account_authentication_not_passed' } },
  3: { text: `企业认证审核中。${REVIEW}` },
  4: { text: '企业认证已通过。完成高级认证可以提高赊销额度。', action: { label: '高级认证', to: '/advanced_certification' } },
  5: { text: '企业认证未通过，请查看原因后重新申请。', action: { label: '重新申请', to: '/account_authentication_not_passed2' } },
  6: { text: `高级认证审核中。${REVIEW}` },
  7: { text: '三步认证全部通过。需要更高的赊销额度，请联系客服。', action: { label: '联系客服', to: '/service_contact' } },
  8: { text: '高级认证未通过，请查看原因后重新申请。', action: { label: '重新申请', to: '/account_authentication_not_passed3' } },
}

export const toNextVerificationStep = ({ authStatus }: Verified): NextVerificationStep => advices[authStatus ?? 'none']

/** States that are always shown with their count, and states that are shown only if they have orders. */
const shown = ['WAIT_PAY', 'WAIT_SEND', 'SENT', 'WAIT_COMMENT'] as const
const rare = ['WAIT_APPROVAL', 'PART_SENT'] as const
const order: readonly OrderState[] = ['WAIT_APPROVAL', 'WAIT_PAY', 'WAIT_SEND', 'PART_SENT', 'SENT', 'WAIT_COMMENT']

/** The order counts of the user center, in the order of an order's life. */
export function listUserCenterOrderTiles(counts: readonly { state: OrderState; count: number }[]): { state: OrderState; count: number }[] {
  const of = (state: OrderState) => counts.find((one) => one.state === state)?.count ?? 0
  const wanted = order.filter((state) => shown.some((one) => one === state) || (rare.some((one) => one === state) && of(state) > 0))
  return wanted.map((state) => ({ state, count: of(state) }))
}
