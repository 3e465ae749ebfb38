import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import { monotonicNowMs } from '#server/platform/core/moment.ts'

/** A write as it was asked for, of a company. `key`: its idempotency key. */
export interface JournalRequest {
  enterpriseId: string
  path: string
  key?: string
  body: Record<string, unknown>
}

/** The result that a person has seen on a screen. */
interface SettledPaymentFact {
  enterpriseId: string
  paymentId: string
}

/** A write with all that was heard of it. Times are milliseconds of this process. */
export interface JournalCall extends JournalRequest {
  askedAt: number
  /** undefined: it was never answered. */
  answeredAt?: number
  answer?: ResponseEnvelope
  /** How many attempts had no answer, or one that left open what was done. Without a key each of them may have done it. */
  unclearAttempts: number
}

/** What tells whether a call was done. */
type HeardCall = Pick<JournalCall, 'answer' | 'unclearAttempts' | 'key'>

/** A document by whose id a call decides on an order: a request for approval, or a voucher. */
interface DocumentFact {
  id: string
  tradeId: string
}

type Line = { n: number; at: number } & (
  | { ask: JournalRequest }
  | { unclear: string }
  | { answer: string }
  | { settled: SettledPaymentFact }
  | { document: DocumentFact }
)

interface JournalContent {
  calls: JournalCall[]
  settled: SettledPaymentFact[]
  tradeByDocument: ReadonlyMap<string, string>
}

/**
 * An append-only file beside the database: what was asked and what was answered, in this order. At the end of a run it is read again, and
 * all that must be there is computed from it alone.
 */
export interface CrashJournal {
  file: string
  ask(request: JournalRequest): number
  noteUnclear(n: number, why: string): void
  answer(n: number, text: string): void
  noteSettled(fact: SettledPaymentFact): void
  noteDocument(fact: DocumentFact): void
  /** All calls in the order of their answers, those without one last; and the trade of each document. */
  read(): JournalContent
  remove(): void
}

/** Refusals that mean, after an unclear attempt of a call without a key, that this attempt had done it. A key answers with the first answer. */
const DONE_BEFORE = ['ORDER_ACTION_NOT_ALLOWED', 'BANK_REFERENCE_USED', 'APPROVAL_DECIDED', 'VOUCHER_IN_REVIEW', 'VOUCHER_STATE']

/** Whether a call was done, as far as its answer says. */
export const isCallDone = ({ answer, unclearAttempts, key }: HeardCall): boolean =>
  answer?.code === 200 || (unclearAttempts > 0 && key === undefined && DONE_BEFORE.includes(answer?.reason ?? ''))

/** Whether an answer says that somebody has done it before, although every earlier attempt was answered that nothing was done. */
export const deniesWhatWasDone = ({ answer, unclearAttempts, key }: HeardCall): boolean =>
  unclearAttempts === 0 && key === undefined && DONE_BEFORE.includes(answer?.reason ?? '')

/** The data of an answer. Throws if there is none. */
export function getAnswerData<Data>({ path, answer }: JournalCall): Data {
  if (answer === undefined) throw new Error(`${path} was never answered`)
  return answer.data as Data
}

function readLines(text: string): JournalContent {
  const calls = new Map<number, JournalCall>()
  const settled: SettledPaymentFact[] = []
  const tradeByDocument = new Map<string, string>()
  for (const row of text.split('\n')) {
    if (row === '') continue
    const line = JSON.parse(row) as Line
    if ('ask' in line) calls.set(line.n, Object.assign({ askedAt: line.at, unclearAttempts: 0 }, line.ask))
    if ('settled' in line) settled.push(line.settled)
    if ('document' in line) tradeByDocument.set(line.document.id, line.document.tradeId)
    const call = calls.get(line.n)
    if (call && 'unclear' in line) call.unclearAttempts++
    if (call && 'answer' in line) {
      call.answeredAt = line.at
      call.answer = JSON.parse(line.answer) as ResponseEnvelope
    }
  }
  const end = Number.MAX_SAFE_INTEGER
  return { calls: [...calls.values()].sort((a, b) => (a.answeredAt ?? end) - (b.answeredAt ?? end)), settled, tradeByDocument }
}

export function openCrashJournal(): CrashJournal {
  const folder = mkdtempSync(path.join(tmpdir(), 'mall-crash-journal-'))
  const file = path.join(folder, 'journal.jsonl')
  const handle = openSync(file, 'a')
  let last = 0
  const write = (line: Line) => void writeSync(handle, `${JSON.stringify(line)}\n`)
  const at = () => Math.round(monotonicNowMs() * 1_000) / 1_000
  return {
    file,
    ask(request) {
      const n = ++last
      write({ n, at: at(), ask: request })
      return n
    },
    noteUnclear: (n, why) => write({ n, at: at(), unclear: why }),
    answer: (n, text) => write({ n, at: at(), answer: text }),
    noteDocument: (document) => write({ n: 0, at: at(), document }),
    noteSettled: (settled) => write({ n: 0, at: at(), settled }),
    read: () => readLines(readFileSync(file, 'utf8')),
    remove() {
      closeSync(handle)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
