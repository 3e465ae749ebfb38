import type { ReadValues } from '#contract/people/verification/readings.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { isGatewayError } from '#server/adapters/gateway/public.ts'
import { type AuditEntry, recordAudit } from '#server/platform/core/audit.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { type Member, toAuditActor } from '#server/platform/http/caller.ts'
import type { Context } from '#server/platform/http/context.ts'
import {
  countAskedReadings,
  countAskedReadingsOfAll,
  findRememberedReading,
  insertReading,
  lockReadingsOfPerson,
  type ReadingAnswer,
  type ReadingSubject,
  recordReadingAnswer,
} from './reading-store.ts'

/** What a call of a reading gets. */
export interface ReadingContext extends Pick<Context<Member>, 'db' | 'caller' | 'moment' | 'origin' | 'log' | 'writeSeparately'> {
  keys: Keys
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

export interface ReadingQuestion extends Pick<ReadingSubject, 'source' | 'fileId' | 'subjectHashes'> {
  /** How long an answer is remembered, in milliseconds. */
  rememberedMs: number
  /** The sources that count together, and how often a person can ask them in a day. */
  counted: readonly ReadingSubject['source'][]
  perDayMax: number
  /** The same for all persons together. */
  perDayOfAllMax: number
  /** The entry of the audit log, for every look: also for one at a remembered answer. */
  entry: Pick<AuditEntry, 'action' | 'objectKind' | 'objectId'> & { facts: Record<string, string> }
  /** Makes ready what `ask` sends, or throws. It may be called again. Not called if the answer is remembered. */
  prepare?(): Promise<unknown>
  /** Asks the service. `unreadable` and `notFound` are answers, too. Throws as adapters do. */
  ask(): Promise<{ state: 'read'; values: ReadValues } | { state: 'unreadable' | 'notFound' }>
}

const DAY_MS = 86_400_000
/** Longer than a service is waited for. */
const OPEN_MS = 20_000

/** Asks the service, and records its answer. A service that does not answer or refuses is no error of the call. */
async function askAndRecord(
  context: ReadingContext,
  question: ReadingQuestion,
  ref: { enterpriseId: string; id: string },
): Promise<ReadingAnswer> {
  const { keys, moment, log, writeSeparately } = context
  let answer: ReadingAnswer
  try {
    const given = await question.ask()
    answer = given.state === 'read' ? { state: 'READ', values: given.values } : { state: 'UNREADABLE', values: {} }
  } catch (error) {
    answer = { state: 'NO_ANSWER', values: {} }
    await writeSeparately((tx) => recordReadingAnswer(tx, moment, { keys, ref, answer }))
    if (!isGatewayError(error)) throw error
    // Its message is the code and the text of the service; it has no value of the paper.
    log.warn({ err: error, source: question.source }, 'a service has read nothing')
    return answer
  }
  await writeSeparately((tx) => recordReadingAnswer(tx, moment, { keys, ref, answer }))
  return answer
}

/**
 * Answers a question of a member: from memory if he was answered before, else from the service, which is asked outside of transactions. Refuses
 * READING_RUNNING while another question of his has no answer, and READING_LIMIT beyond the bounds of a day. A question counts before it is asked.
 */
export async function answerFromMemoryOrAsk(context: ReadingContext, question: ReadingQuestion): Promise<ReadingAnswer> {
  const { db, caller, keys, moment, origin, write } = context
  const { userId, enterpriseId } = caller
  const { source, fileId, subjectHashes, counted, perDayMax, perDayOfAllMax, rememberedMs, entry } = question
  const subject: ReadingSubject = { enterpriseId, userId, source, fileId, subjectHashes }
  const ago = (ms: number) => new Date(moment.now.getTime() - ms)
  const since = ago(rememberedMs)
  // Encoding takes long, so it is not done for a remembered answer, nor under the lock.
  if (question.prepare && !(await findRememberedReading(db, keys, { subject, since }))) await question.prepare()
  const begun = await write(async (tx) => {
    await lockReadingsOfPerson(tx, userId)
    const known = await findRememberedReading(tx, keys, { subject, since })
    const facts = Object.assign({ sent: known ? 'no' : 'yes' }, entry.facts)
    const actor = toAuditActor(caller)
    if (known) {
      // A row for this upload, so that its submission finds what it said.
      if (known.fileId !== fileId) await insertReading(tx, moment, { keys, subject, remembered: known })
      await recordAudit(tx, moment, { origin, actor, ...entry, facts })
      return { known }
    }
    // The answer may have been deleted meanwhile: nothing that cannot be prepared is recorded as sent.
    await question.prepare?.()
    const { asked, open } = await countAskedReadings(tx, { userId, sources: counted, since: ago(DAY_MS), openSince: ago(OPEN_MS) })
    if (open > 0) refuse('READING_RUNNING')
    if (asked >= perDayMax) refuse('READING_LIMIT')
    // Persons are locked one by one, so a few questions more can be asked at once.
    if ((await countAskedReadingsOfAll(tx, { sources: counted, since: ago(DAY_MS) })) >= perDayOfAllMax) refuse('READING_LIMIT')
    await recordAudit(tx, moment, { origin, actor, ...entry, facts })
    return { ref: await insertReading(tx, moment, { keys, subject }) }
  })
  return 'known' in begun && begun.known ? begun.known : askAndRecord(context, question, begun.ref)
}
