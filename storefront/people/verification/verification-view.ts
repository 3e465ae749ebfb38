import { type VerificationStep, type VerificationSubmission, verificationSteps } from '#contract/people/verification/api.ts'
import type { RoutePath } from '#storefront/platform/routing/types.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'

/** The URLs of the form of each step, and of the page of its rejection. */
export const formPathsByStep: Record<VerificationStep, RoutePath> = {
  agent: '/account_authentication',
  enterprise: '/account_authentication_company',
  senior: '/advanced_certification',
}
export const rejectionPathsByStep: Record<VerificationStep, RoutePath> = {
  agent: '/account_authentication_not_passed',
  enterprise: '/account_authentication_not_passed2',
  senior: '/account_authentication_not_passed3',
}

const ORDER: readonly VerificationStep[] = ['agent', 'enterprise', 'senior']

/** What the page of a step shows: its form, the running review, the rejection, the success, or that another step comes first. */
export type VerificationStepPageState = 'form' | 'waiting' | 'failed' | 'passed' | 'too early'

/**
 * Returns it for the number of the specification (0–8; null: not begun). The numbers are in groups of three: waiting, passed, failed for
 * each step.
 */
export function toVerificationStepPageState(step: VerificationStep, authStatus: number | null): VerificationStepPageState {
  const at = ORDER.indexOf(step)
  if (authStatus === null) return at === 0 ? 'form' : 'too early'
  const current = Math.floor(authStatus / 3)
  const kind = authStatus % 3
  if (at < current) return 'passed'
  if (at === current) return kind === 0 ? 'waiting' : kind === 1 ? 'passed' : 'failed'
  return at === current + 1 && kind === 1 ? 'form' : 'too early'
}

/** Returns the step that the buyer must do next or that is under review; the last step if all are done. */
export function getCurrentStep(authStatus: number | null): VerificationStep {
  if (authStatus === null) return 'agent'
  const at = Math.floor(authStatus / 3) + (authStatus % 3 === 1 ? 1 : 0)
  return ORDER[Math.min(at, ORDER.length - 1)] ?? 'senior'
}

/** Returns whether a step can be submitted: it has begun, or it was rejected and is filled in again. */
export const canSubmitStep = (showing: VerificationStepPageState, again: boolean): boolean =>
  showing === 'form' || (showing === 'failed' && again)

/** Returns whether 企业认证 can include the next step (senior/auth): in the same states in which it can be submitted alone. */
export const canSubmitEnterpriseAndSeniorTogether = (authStatus: number | null): boolean => authStatus === 1 || authStatus === 5

export const findLatestSubmission = (
  step: VerificationStep,
  submissions: readonly VerificationSubmission[],
): VerificationSubmission | undefined => submissions.find((one) => one.step === step)

/** The fields that a result shows, as named by the specification. */
const SHOWN: Record<VerificationStep, readonly string[]> = {
  agent: ['姓名', '身份证号', '手机号'],
  enterprise: ['企业名称', '统一社会信用代码', '法定代表人', '法定代表人身份证号'],
  senior: ['员工人数', '开户银行', '银行账号', '主营业务'],
}
export const filterVerificationFactsToShow = ({
  step,
  facts,
}: Pick<VerificationSubmission, 'step' | 'facts'>): VerificationSubmission['facts'] =>
  facts.filter(({ label }) => SHOWN[step].includes(label))

/** Returns the data that is verified while a step is under review: the submission of the step before; nothing for the first step. */
function verifiedBefore(step: VerificationStep, submissions: readonly VerificationSubmission[]): VerificationSubmission | undefined {
  const before = ORDER[ORDER.indexOf(step) - 1]
  const verified = before && findLatestSubmission(before, submissions)
  return verified?.state === 'PASS' ? verified : undefined
}

/**
 * Returns the data for a step under review (specification §2): the enterprise as submitted or as verified, masked, and the time of the
 * earlier verification.
 */
export function listFieldsUnderReview(
  step: VerificationStep,
  submissions: readonly VerificationSubmission[],
): VerificationSubmission['facts'] {
  const [own, verified] = [findLatestSubmission(step, submissions), verifiedBefore(step, submissions)]
  const company = step === 'senior' ? verified : own
  return [
    ...(company ? filterVerificationFactsToShow(company) : []),
    ...(own ? [{ label: '提交时间', value: formatShanghaiTimeToMinute(own.submittedAt) }] : []),
    ...(verified?.reviewedAt
      ? [
          {
            label: '认证时间',
            value: `${verificationSteps[verified.step].replace('认证', '')} ${formatShanghaiTimeToMinute(verified.reviewedAt)}`,
          },
        ]
      : []),
  ]
}

/** Reads a number as it is typed into a field, with separators. undefined: nothing is typed; NaN: no number, which the contract refuses. */
export function parseTypedNumber(typed: string | number): number | undefined {
  const text = String(typed).replace(/[\s,，]/g, '')
  return text === '' ? undefined : Number(text)
}
