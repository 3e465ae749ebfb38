import { createMessageTextWithValues, type MessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type VerificationStep, verificationSteps } from '#contract/people/verification/api.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { findMainUserId } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** The result of a review, for the enterprise. */
export type VerificationReviewResult =
  | { passed: true; limitFen?: Fen | undefined; seniorNext?: boolean }
  | { passed: false; reasons: readonly string[]; opinion: string | null }

/** The text about the limit: its amount, or that there is none yet. */
const limitWords = (limitFen: Fen): string =>
  limitFen > 0 ? `赊销账户已开通，固定额度 ${formatMoney(limitFen)}。` : '暂未开通赊销账户，如需更高额度请联系客服。'

const nextWords: Record<VerificationStep, string> = {
  agent: '请继续完成企业认证。',
  enterprise: '完成高级认证可申请更高额度。',
  senior: '',
}

function formatResult(step: VerificationStep, result: VerificationReviewResult): MessageTextWithValues {
  if (!result.passed) {
    const reasons = [...result.reasons, ...(result.opinion ? [result.opinion] : [])].join('；')
    return createMessageTextWithValues('verificationFailed', { step: verificationSteps[step], reason: reasons })
  }
  const limit = result.limitFen === undefined ? '' : limitWords(result.limitFen)
  const next = result.seniorNext ? '您一并提交的高级认证已进入审核。' : nextWords[step]
  return createMessageTextWithValues('verificationPassed', { step: verificationSteps[step], limit, next })
}

/** Sends the result of a review to the person who submitted and to the main account. */
export async function notifyReviewResult(
  tx: Tx,
  moment: Moment,
  {
    enterpriseId,
    userId,
    step,
    result,
  }: { enterpriseId: string; userId: string; step: VerificationStep; result: VerificationReviewResult },
): Promise<void> {
  const main = await findMainUserId(tx, enterpriseId)
  const userIds = main === undefined ? [userId] : [userId, main]
  await sendMessages(tx, moment, [{ enterpriseId, userIds, kind: 'system', alert: 'review', says: formatResult(step, result) }])
}
