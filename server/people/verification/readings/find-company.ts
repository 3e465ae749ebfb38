import { normaliseIdOrCreditCode } from '#contract/people/verification/checks.ts'
import { COMPANIES_FOUND_PER_DAY_MAX, type verificationReadingEndpoints } from '#contract/people/verification/readings-api.ts'
import type { InputOf, OutputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { CompanyRegister } from '#server/adapters/company-register/public.ts'
import { readReadingSettings } from '#server/content/content/public.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { answerFromMemoryOrAsk, type ReadingContext } from './ask-once.ts'

type Call = typeof verificationReadingEndpoints.findCompany

/** A register changes, so its answers are remembered for a day only. */
const REMEMBERED_MS = 86_400_000

/**
 * Looks a company up in the register by its whole name or its code, if an administrator has allowed it. The audit log does not name the company.
 * Refuses READING_OFF, READING_RUNNING and READING_LIMIT.
 */
export async function findCompanyInRegister(
  context: ReadingContext,
  register: CompanyRegister | undefined,
  { keyword }: InputOf<Call>,
): Promise<OutputOf<Call>> {
  const { db, caller, moment } = context
  if (!register || !(await readReadingSettings(db)).register) refuse('READING_OFF')
  const code = normaliseIdOrCreditCode(keyword)
  const question = /^[0-9A-Z]{18}$/.test(code) ? code : keyword.trim()
  const { state, values } = await answerFromMemoryOrAsk(context, {
    source: 'register',
    fileId: null,
    subjectHash: sha256(question),
    rememberedMs: REMEMBERED_MS,
    counted: ['register'],
    perDayMax: COMPANIES_FOUND_PER_DAY_MAX,
    entry: { action: 'find company', objectKind: 'enterprise', objectId: caller.enterpriseId, facts: {} },
    ask: () => register.find(question, moment.now),
  })
  return { outcome: ({ READ: 'read', UNREADABLE: 'notFound', NO_ANSWER: 'noAnswer' } as const)[state], values }
}
