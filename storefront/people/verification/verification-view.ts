import { type Submission, type VerificationStep, verificationSteps } from '#contract/people/verification/api.ts'
import type { RoutePath } from '#storefront/platform/components/route-types.ts'
import { formatToMinute } from '#ui/format.ts'

/** Where the form of each step is, and the page of its rejection. */
export const formOf: Record<VerificationStep, RoutePath> = {
  agent: '/account_authentication',
  enterprise: '/account_authentication_company',
  senior: '/advanced_certification',
}
export const rejectionOf: Record<VerificationStep, RoutePath> = {
  agent: '/account_authentication_not_passed',
  enterprise: '/account_authentication_not_passed2',
  senior: '/account_authentication_not_passed3',
}

const ORDER: readonly VerificationStep[] = ['agent', 'enterprise', 'senior']

/** What a step's page shows: its form, that it is under review, that it was turned down, that it is done, or that another comes first. */
export type StepView = 'form' | 'waiting' | 'failed' | 'passed' | 'too early'

/** By the number of the specification (0–8; null: not begun), which goes by threes: waiting, passed, failed of each step. */
export function stepViewOf(step: VerificationStep, authStatus: number | null): StepView {
  const at = ORDER.indexOf(step)
  if (authStatus === null) return at === 0 ? 'form' : 'too early'
  const current = Math.floor(authStatus / 3)
  const kind = authStatus % 3
  if (at < current) return 'passed'
  if (at === current) return kind === 0 ? 'waiting' : kind === 1 ? 'passed' : 'failed'
  return at === current + 1 && kind === 1 ? 'form' : 'too early'
}

/** The step that is the buyer's to do now, or that is under review; the last one when all is done. */
export function currentStep(authStatus: number | null): VerificationStep {
  if (authStatus === null) return 'agent'
  const at = Math.floor(authStatus / 3) + (authStatus % 3 === 1 ? 1 : 0)
  return ORDER[Math.min(at, ORDER.length - 1)] ?? 'senior'
}

/** A step may be submitted from its form: begun, or turned down and filled in again. */
export const canFill = (showing: StepView, again: boolean): boolean => showing === 'form' || (showing === 'failed' && again)

/** 企业认证 may take the next step along (senior/auth): from the same states that take it alone. */
export const canSubmitTogether = (authStatus: number | null): boolean => authStatus === 1 || authStatus === 5

export const latestOf = (step: VerificationStep, submissions: readonly Submission[]): Submission | undefined =>
  submissions.find((one) => one.step === step)

/** Of all that was submitted, what a result shows: the specification names these. */
const SHOWN: Record<VerificationStep, readonly string[]> = {
  agent: ['姓名', '身份证号', '手机号'],
  enterprise: ['企业名称', '统一社会信用代码', '法定代表人', '法定代表人身份证号'],
  senior: ['员工人数', '开户银行', '银行账号', '主营业务'],
}
export const shownFacts = ({ step, facts }: Pick<Submission, 'step' | 'facts'>): Submission['facts'] =>
  facts.filter(({ label }) => SHOWN[step].includes(label))

/** What of the company has been verified by the time that a step is under review: the submission of the step before; of the first step nothing. */
function verifiedBefore(step: VerificationStep, submissions: readonly Submission[]): Submission | undefined {
  const before = ORDER[ORDER.indexOf(step) - 1]
  const verified = before && latestOf(before, submissions)
  return verified?.state === 'PASS' ? verified : undefined
}

/**
 * What is shown of a step under review (specification §2): the company as it was submitted, or as it is verified already, masked, and when what
 * is verified was.
 */
export function underReview(step: VerificationStep, submissions: readonly Submission[]): Submission['facts'] {
  const [own, verified] = [latestOf(step, submissions), verifiedBefore(step, submissions)]
  const company = step === 'senior' ? verified : own
  return [
    ...(company ? shownFacts(company) : []),
    ...(own ? [{ label: '提交时间', value: formatToMinute(own.submittedAt) }] : []),
    ...(verified?.reviewedAt
      ? [{ label: '认证时间', value: `${verificationSteps[verified.step].replace('认证', '')} ${formatToMinute(verified.reviewedAt)}` }]
      : []),
  ]
}
