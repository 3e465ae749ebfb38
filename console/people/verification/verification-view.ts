import type { QueueViewer } from '#console/platform/components/next-case/case-queue.ts'
import type { TagTone } from '#console/platform/components/tag.tsx'
import {
  type SubmissionReading,
  type VerificationReviewRow,
  type VerificationStep,
  verificationRejectReasons,
  verificationSteps,
} from '#contract/people/verification/api.ts'

export const verificationStepChoices = Object.fromEntries(
  Object.entries(verificationSteps).map(([step, label]) => [step, { label }]),
) as Record<VerificationStep, { label: string }>
export const verificationReviewStates = { WAIT: { label: '待审核' }, PASS: { label: '已通过' }, FAIL: { label: '已驳回' } } as const

/** Steps whose approval sets the enterprise's base limit. */
export const isStepWithCreditLimit = (step: VerificationStep): boolean => step !== 'agent'

/** The state of a case for the person who looks at the queue. */
export function toVerificationReviewStatus(
  { state, claimedBy, claimedUntil, secondNeeded }: VerificationReviewRow,
  now: Date,
): { label: string; tone: TagTone } {
  if (state === 'PASS') return { label: '已通过', tone: 'good' }
  if (state === 'FAIL') return { label: '已驳回', tone: 'bad' }
  if (claimedBy !== null && claimedUntil !== null && claimedUntil > now) return { label: `${claimedBy} 处理中`, tone: 'way' }
  return secondNeeded ? { label: '待第二人复核', tone: 'wait' } : { label: '待领取', tone: 'wait' }
}

/** Whether a colleague has claimed it. */
export const isClaimedByOther = (
  { claimedBy, claimedUntil }: Pick<VerificationReviewRow, 'claimedBy' | 'claimedUntil'>,
  { name, now }: QueueViewer,
): boolean => claimedBy !== null && claimedBy !== name && claimedUntil !== null && claimedUntil > now

/** How a value that was read compares with the submitted one. Marked rows need a look. */
export const readingResults: Record<SubmissionReading['rows'][number]['result'], { label: string; tone: TagTone; marked: boolean }> = {
  same: { label: '一致', tone: 'good', marked: false },
  different: { label: '不一致', tone: 'bad', marked: true },
  expired: { label: '已过期', tone: 'bad', marked: true },
  abnormal: { label: '登记异常', tone: 'bad', marked: true },
  none: { label: '未填写', tone: 'over', marked: false },
  info: { label: '仅供参考', tone: 'over', marked: false },
}

/** Why a paper or the register has brought no values; undefined: it has. */
export function describeMissingReading({ source, outcome }: Pick<SubmissionReading, 'source' | 'outcome'>): string | undefined {
  if (outcome === 'unreadable') return source === 'register' ? '没有查到这家企业' : '没有识别出证件'
  if (outcome === 'noAnswer') return '没有得到结果'
  return outcome === 'open' ? '提交时尚未识别完' : undefined
}

/** Whether a reading needs a look although it has no values: a picture that shows no such paper, a company that nobody knows. */
export const isMarkedWithoutValues = ({ outcome }: Pick<SubmissionReading, 'outcome'>): boolean => outcome === 'unreadable'

/** Counts the values of all papers that need a look, and the papers that say nothing. */
export const countDifferences = (readings: readonly SubmissionReading[]): number =>
  readings.reduce(
    (count, reading) =>
      count + Number(isMarkedWithoutValues(reading)) + reading.rows.filter(({ result }) => readingResults[result].marked).length,
    0,
  )

export const listRejectReasonsOfStep = (step: VerificationStep): readonly string[] => verificationRejectReasons[step]
