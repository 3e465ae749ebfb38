import { toComparedText } from '#contract/people/verification/checks.ts'
import {
  COMPANIES_FOUND_PER_DAY_MAX,
  COMPANIES_FOUND_PER_DAY_OF_ALL_MAX,
  type verificationReadingEndpoints,
} from '#contract/people/verification/readings-api.ts'
import type { InputOf, OutputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { CompanyRegister } from '#server/adapters/company-register/public.ts'
import { readReadingSettings } from '#server/content/content/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import { requireVerificationVerbAllowed } from '#server/people/verification/update-verification-state.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { answerFromMemoryOrAsk, type ReadingContext } from './ask-once.ts'
import { readingOutcomes } from './reading-store.ts'

type Call = typeof verificationReadingEndpoints.findCompany

/** A register changes, so its answers are remembered for a day only. */
const REMEMBERED_MS = 86_400_000

/** A question as it is asked: a code in its usual form, or a name. */
export const toQuestion = (keyword: string): string => {
  const code = toComparedText(keyword)
  return /^[0-9A-Z]{18}$/.test(code) ? code : keyword.trim()
}

/**
 * Digests of a question by all secrets, the present one first. They are keyed, because whoever knows the names of companies could try them all on
 * a plain digest.
 */
const toQuestionHashes = (keys: Keys, keyword: string): [Buffer, ...Buffer[]] => {
  const question = toQuestion(keyword)
  return [keys.hmac('reading', question), ...keys.hmacs('reading', question).slice(1)]
}

/**
 * Looks a company up in the register by its whole name or its code, if an administrator has allowed it and the enterprise can submit its own step.
 * The audit log does not name the company. Refuses VERIFICATION_STATE, READING_OFF, READING_RUNNING and READING_LIMIT.
 */
export async function findCompanyInRegister(
  context: ReadingContext,
  register: CompanyRegister | undefined,
  { keyword }: InputOf<Call>,
): Promise<OutputOf<Call>> {
  const { db, keys, caller, moment } = context
  if (!register || !(await readReadingSettings(db)).register) refuse('READING_OFF')
  requireVerificationVerbAllowed((await findEnterprise(db, caller.enterpriseId)) ?? refuse('VERIFICATION_STATE'), 'submitEnterprise')
  const { state, values } = await answerFromMemoryOrAsk(context, {
    source: 'register',
    fileId: null,
    subjectHashes: toQuestionHashes(keys, keyword),
    rememberedMs: REMEMBERED_MS,
    counted: ['register'],
    perDayMax: COMPANIES_FOUND_PER_DAY_MAX,
    perDayOfAllMax: COMPANIES_FOUND_PER_DAY_OF_ALL_MAX,
    entry: { action: 'find company', objectKind: 'enterprise', objectId: caller.enterpriseId, facts: {} },
    ask: () => register.find(toQuestion(keyword), moment.now),
  })
  return { outcome: state === 'UNREADABLE' ? 'notFound' : readingOutcomes[state], values }
}
