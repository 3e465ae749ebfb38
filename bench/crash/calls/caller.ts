import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import type { SeededRandom } from '#server/platform/testing/random.ts'
import { type CrashFindings, createCrashFindings } from './findings.ts'
import { type HttpPost, sendHttpPost } from './http-call.ts'
import { type CrashJournal, deniesWhatWasDone, isCallDone, openCrashJournal } from './journal.ts'
import { isRefusalExpected } from './refusals.ts'

/** Counts of a run. `acknowledged`: writes that were answered with success. */
export interface CrashCounts {
  calls: number
  acknowledged: number
  /** Requests whose connection the caller dropped after they were sent, before the answer. */
  cuts: number
  /** Of these, calls whose repetition was answered that it is done already. */
  doneBehindCuts: number
  /** Answered money calls that were repeated. */
  replays: number
  /** Those that the end of the run has chosen, and of them those that were answered. */
  chosenReplays: number
  reachedReplays: number
  reusedKeys: number
  /** SKUs of which a buyer was refused, and of which all units were compared with those that were sold. */
  soldOutSkus: number
  /** SKUs of which the last unit was certainly sold. */
  lastUnits: number
  /** Orders with a forged price that were refused. */
  forgedPrices: number
  refusals: Map<string, number>
}

/** What all callers of a run share. */
export interface CrashCalls {
  bases: readonly string[]
  random: SeededRandom
  journal: CrashJournal
  findings: CrashFindings
  counts: CrashCounts
  /** Whether callers drop connections. */
  cutting: boolean
  /** Scarce SKUs of which a buyer was refused because no unit was left: the first ones of the world's. */
  refusedSkuIds: Set<string>
  /** The money calls that were answered with success, to be repeated. */
  answered: AnsweredCall[]
}

/** A money call that was answered with success. `text`: the answer. */
interface AnsweredCall {
  caller: RetryingCaller
  path: string
  body: Record<string, unknown>
  key: string
  text: string
}

export const createCrashCalls = (bases: readonly string[], random: SeededRandom): CrashCalls => ({
  bases,
  random,
  journal: openCrashJournal(),
  findings: createCrashFindings(),
  counts: {
    calls: 0,
    acknowledged: 0,
    cuts: 0,
    doneBehindCuts: 0,
    replays: 0,
    chosenReplays: 0,
    reachedReplays: 0,
    reusedKeys: 0,
    soldOutSkus: 0,
    lastUnits: 0,
    forgedPrices: 0,
    refusals: new Map(),
  },
  cutting: false,
  refusedSkuIds: new Set(),
  answered: [],
})

/** The answer to a write. `done`: it was done, by this attempt or by an earlier one whose answer was lost. */
export interface WriteAnswer extends ResponseEnvelope {
  done: boolean
}

interface WriteOptions {
  /** The idempotency key of a money call. */
  key?: string
  /** What this call may be refused with, besides what every call of its path may: also that others have done the same meanwhile. */
  refusals?: readonly string[]
}

export interface RetryingCaller {
  /** Its session; empty: it has none. */
  token: string
  read(path: string, body: object): Promise<ResponseEnvelope>
  write(path: string, body: Record<string, unknown>, options?: WriteOptions): Promise<WriteAnswer>
  /** Repeats a call with its key, on any server. Returns the bytes of the answer; undefined: none came, or the server was busy. */
  repeat(path: string, body: object, key: string): Promise<Buffer | undefined>
}

const RETRY_MS = 120_000
const RETRY_WAIT_MAX_MS = 400
const DEFECTS_MAX = 15
/** One write in so many loses its answer because its caller hangs up, within so many milliseconds. */
const CUT_EVERY = 30
const CUT_MS = 25
/** One answered money call in so many is repeated at once; and one in so many has its key used again for another request. */
const REPLAY_EVERY = 25
const REUSE_EVERY = 60

/** Answers that do not tell the result: the server or its database was down or busy. */
const isUnheard = ({ code }: ResponseEnvelope): boolean => code === 500 || code === 503

const parse = (answer: Buffer): ResponseEnvelope => JSON.parse(answer.toString('utf8')) as ResponseEnvelope

type Attempt = Omit<HttpPost, 'base'>

/** One attempt on a server of the run. Returns the answer as bytes, or why there is none. */
async function attempt({ bases, counts }: CrashCalls, server: number, request: Attempt): Promise<Buffer | 'lost' | 'cut'> {
  counts.calls++
  const result = await sendHttpPost(Object.assign({ base: bases[server % bases.length] ?? '' }, request))
  if ('answer' in result) return result.answer
  if (result.lost === 'cut') counts.cuts++
  return result.lost
}

/** Repeats a request, each time on the next server, until an answer tells the result, as a good client does. */
async function retry(
  run: CrashCalls,
  request: Attempt,
  onUnheard: (why: string) => void,
): Promise<{ text: string; answer: ResponseEnvelope }> {
  const until = performance.now() + RETRY_MS
  const first = run.random.below(run.bases.length)
  for (let [tries, defects] = [0, 0]; ; tries++) {
    const cutAfterMs = run.cutting && tries === 0 ? request.cutAfterMs : undefined
    const { path, body, headers } = request
    const bytes = await attempt(
      run,
      first + tries,
      cutAfterMs === undefined ? { path, body, headers } : { path, body, headers, cutAfterMs },
    )
    if (typeof bytes === 'string') onUnheard(bytes)
    else {
      const answer = parse(bytes)
      if (!isUnheard(answer)) return { text: bytes.toString('utf8'), answer }
      // The server says that nothing was done.
      if (answer.reason !== 'OVERLOADED') onUnheard(answer.reason ?? String(answer.code))
      if (answer.code === 500) {
        run.findings.add('defects', `${path} ${answer.reason}`)
        if (++defects > DEFECTS_MAX) return { text: bytes.toString('utf8'), answer }
      }
    }
    if (performance.now() > until) throw new Error(`no answer from ${path} for ${RETRY_MS / 1_000} s`)
    await wait(Math.min(RETRY_WAIT_MAX_MS, 60 * (tries + 1)) + run.random.below(120))
  }
}

/** The same request with something else in it, which no key may answer. */
function changeRequest(body: Record<string, unknown>): Record<string, unknown> {
  if (typeof body.amount === 'number') return Object.assign({}, body, { amount: body.amount + 1 })
  return Object.assign({}, body, 'lines' in body ? { poNumber: 'ANOTHER' } : { tradeId: randomUUID() })
}

/**
 * Repeats a money call that was answered with its key, and compares the answer with the first one, byte for byte. Returns whether an answer
 * came.
 */
export async function replayCall({ counts, findings }: Pick<CrashCalls, 'counts' | 'findings'>, call: AnsweredCall): Promise<boolean> {
  const { caller, path, body, key, text } = call
  const again = (await caller.repeat(path, body, key))?.toString('utf8')
  if (again === undefined) return false
  counts.replays++
  if (again !== text) findings.add('replays', `${path} ${text} and then ${again}`)
  return true
}

/** Repeats a money call that was answered, and uses its key for another request. Both must be seen through. */
async function probeKey(run: CrashCalls, call: AnsweredCall): Promise<void> {
  const { counts, findings, random } = run
  if (random.below(REPLAY_EVERY) === 0) await replayCall(run, call)
  if (random.below(REUSE_EVERY) === 0) {
    const other = await call.caller.repeat(call.path, changeRequest(call.body), call.key)
    if (other) counts.reusedKeys++
    if (other && parse(other).reason !== 'IDEMPOTENCY_KEY_REUSED')
      findings.add('answers', `a key used for another request: ${call.path} ${other.toString('utf8')}`)
  }
}

interface HeardWrite {
  path: string
  answer: ResponseEnvelope
  /** How many attempts left open what was done, and whether one did because the caller hung up. */
  unclearAttempts: number
  cut: boolean
  options: WriteOptions
}

/** Counts the final answer to a write, and adds what must not be answered. Returns whether the write was done. */
function noteAnswer({ counts, findings }: CrashCalls, { path, answer, unclearAttempts, cut, options }: HeardWrite): boolean {
  const { key, refusals } = options
  const heard = Object.assign({ answer, unclearAttempts }, key === undefined ? {} : { key })
  const done = isCallDone(heard)
  if (done) counts.acknowledged++
  else counts.refusals.set(answer.reason ?? '', (counts.refusals.get(answer.reason ?? '') ?? 0) + 1)
  if (done && cut && answer.code !== 200) counts.doneBehindCuts++
  if (done || isRefusalExpected(path, answer.reason, refusals)) return done
  if (deniesWhatWasDone(heard))
    findings.add('answers', `${path} was refused with ${answer.reason}, although every attempt before was answered that nothing was done`)
  else findings.add('defects', `${path} ${answer.reason}`)
  return done
}

/** A person or a company of people with one session, whose writes are in the journal. */
export function createRetryingCaller(run: CrashCalls, { token, enterpriseId }: { token?: string; enterpriseId: string }): RetryingCaller {
  const { findings, journal, random } = run
  const headersOf = (key?: string): Record<string, string> =>
    Object.assign({}, token === undefined ? {} : { authorization: token }, key === undefined ? {} : { 'idempotency-key': key })
  const caller: RetryingCaller = {
    token: token ?? '',
    async read(path, body) {
      const { answer } = await retry(run, { path, body: JSON.stringify(body), headers: headersOf() }, () => {})
      if (answer.code !== 200 && !isRefusalExpected(path, answer.reason)) findings.add('defects', `${path} ${answer.reason}`)
      return answer
    },
    async write(path, body, options = {}) {
      const { key } = options
      const ofCompany = typeof body.enterpriseId === 'string' ? body.enterpriseId : enterpriseId
      const n = journal.ask(Object.assign({ enterpriseId: ofCompany, path, body }, key === undefined ? {} : { key }))
      let [unclearAttempts, cut] = [0, false]
      const request: Attempt = { path, body: JSON.stringify(body), headers: headersOf(key) }
      if (random.below(CUT_EVERY) === 0) request.cutAfterMs = random.below(CUT_MS)
      const { text, answer } = await retry(run, request, (why) => {
        unclearAttempts++
        cut ||= why === 'cut'
        journal.noteUnclear(n, why)
      })
      journal.answer(n, text)
      const done = noteAnswer(run, { path, answer, unclearAttempts, cut, options })
      if (key !== undefined && answer.code === 200) {
        const call = { caller, path, body, key, text }
        run.answered.push(call)
        await probeKey(run, call)
      }
      return Object.assign({ done }, answer)
    },
    async repeat(path, body, key) {
      const server = random.below(run.bases.length)
      const bytes = await attempt(run, server, { path, body: JSON.stringify(body), headers: headersOf(key) })
      if (typeof bytes === 'string') return undefined
      const again = parse(bytes)
      if (again.code === 500) findings.add('defects', `${path} repeated: ${again.reason}`)
      return isUnheard(again) ? undefined : bytes
    },
  }
  return caller
}
