import type { Step, Submission } from '../../contract/verification/api.ts'
import type { To } from '../parts/to.ts'

/** Where the form of each step is, and the page of its rejection. */
export const formOf: Record<Step, To> = {
  agent: '/account_authentication',
  enterprise: '/account_authentication_company',
  senior: '/advanced_certification',
}
export const rejectionOf: Record<Step, To> = {
  agent: '/account_authentication_not_passed',
  enterprise: '/account_authentication_not_passed2',
  senior: '/account_authentication_not_passed3',
}

const ORDER: readonly Step[] = ['agent', 'enterprise', 'senior']

/** What a step's page shows: its form, that it is under review, that it was turned down, that it is done, or that another comes first. */
export type Showing = 'form' | 'waiting' | 'failed' | 'passed' | 'too early'

/** By the number of the specification (0–8; null: not begun), which goes by threes: waiting, passed, failed of each step. */
export function showingOf(step: Step, authStatus: number | null): Showing {
  const at = ORDER.indexOf(step)
  if (authStatus === null) return at === 0 ? 'form' : 'too early'
  const current = Math.floor(authStatus / 3)
  const kind = authStatus % 3
  if (at < current) return 'passed'
  if (at === current) return kind === 0 ? 'waiting' : kind === 1 ? 'passed' : 'failed'
  return at === current + 1 && kind === 1 ? 'form' : 'too early'
}

/** The step that is the buyer's to do now, or that is under review; the last one when all is done. */
export function currentStep(authStatus: number | null): Step {
  if (authStatus === null) return 'agent'
  const at = Math.floor(authStatus / 3) + (authStatus % 3 === 1 ? 1 : 0)
  return ORDER[Math.min(at, ORDER.length - 1)] ?? 'senior'
}

/** A step may be submitted from its form: begun, or turned down and filled in again. */
export const mayFill = (showing: Showing, again: boolean): boolean => showing === 'form' || (showing === 'failed' && again)

/** 企业认证 may take the next step along (senior/auth): from the same states that take it alone. */
export const mayGoTogether = (authStatus: number | null): boolean => authStatus === 1 || authStatus === 5

export const latestOf = (step: Step, submissions: readonly Submission[]): Submission | undefined =>
  submissions.find((one) => one.step === step)

/** Of all that was submitted, what a result shows: the specification names these. */
const SHOWN: Record<Step, readonly string[]> = {
  agent: ['姓名', '身份证号', '手机号'],
  enterprise: ['企业名称', '统一社会信用代码', '法定代表人', '法定代表人身份证号'],
  senior: ['员工人数', '开户银行', '银行账号', '主营业务'],
}
export const shownFacts = ({ step, facts }: Pick<Submission, 'step' | 'facts'>): Submission['facts'] =>
  facts.filter(({ label }) => SHOWN[step].includes(label))
