/**
 * How well the quick order reads lines of a chat: the list bench/search-lists/chat.tsv against the demo's catalog, as an enterprise without
 * earlier orders. Rows held out are only counted; `misses` prints rows of the others.
 */
import { randomUUID } from 'node:crypto'
import type { QuickOrderMatches, QuickOrderRowResult } from '#contract/orders/quick-order/api.ts'
import { parseQuickOrderText } from '#contract/orders/quick-order/rows.ts'
import { matchQuickOrderRows } from '#server/orders/quick-order/match-rows.ts'
import type { Db } from '#server/platform/core/db.ts'
import { createMoment, systemClock } from '#server/platform/core/moment.ts'
import { percentile } from './clients.ts'
import { CHAT_FILE, FRESH_CHAT_FILE, MESSAGES_FILE, readListFile, readTsvCells } from './search-lists/generator/rows.ts'

const FIRST_CHOICE = 0.9

interface ChatRow {
  line: string
  /** For each item: the SKUs that fit; NOTE and NONE are no SKUs. */
  expected: string[][]
  /** For each item: the quantity of each SKU, or one for all; empty: not scored. */
  quantities: number[][]
  mustAsk: boolean
  kind: string
  /** `later`: written when the reader was there, by somebody who had not seen it. It is held out as well. */
  use: 'tune' | 'heldOut' | 'later'
}

function toChatRow([line = '', expected = '', quantity = '', mustAsk, kind = '']: readonly string[], use: ChatRow['use']): ChatRow {
  const split = (cell: string) => cell.split(' & ').map((item) => item.split('|'))
  const quantities = quantity === '' ? [] : split(quantity).map((item) => item.map(Number))
  return { line, expected: split(expected), quantities, mustAsk: mustAsk === '1', kind, use }
}

const readChatRows = (): ChatRow[] => [
  ...readTsvCells(CHAT_FILE).map(([, ...cells]) => toChatRow(cells, cells.at(-1) === '1' ? 'heldOut' : 'tune')),
  ...readTsvCells(FRESH_CHAT_FILE).map((cells) => toChatRow(cells, 'later')),
]

/** What became of a line: a proposal for each item. `taken`: without a question. */
interface Proposal {
  code: string | undefined
  quantity: number | null
  taken: boolean
  /** It names a product without a question, whatever becomes of the quantity. */
  named: boolean
  result: QuickOrderRowResult
}

interface AnsweredRow extends ChatRow {
  proposals: Proposal[]
  right: boolean
  /** Taken without 请确认, and wrong. */
  silentlyWrong: boolean
}

function listProposals({ rows, skus }: QuickOrderMatches): Proposal[] {
  const codes = new Map(skus.map(({ skuId, skuCode }) => [skuId, skuCode]))
  return rows.map((result) => {
    const first = result.skuId === null ? result.candidates[0] : { skuId: result.skuId, goodsNum: result.goodsNum }
    // With a quantity that cannot be ordered, or that cannot be read, nothing goes into the cart.
    const taken = result.skuId !== null && result.status !== 'OFF_STEP' && result.status !== 'BAD_QUANTITY'
    return { code: first && codes.get(first.skuId), quantity: first?.goodsNum ?? null, taken, named: result.skuId !== null, result }
  })
}

function classify(row: ChatRow, proposals: Proposal[]): AnsweredRow {
  const [only] = row.expected[0] ?? []
  if (only === 'NOTE' || only === 'NONE') {
    const right = only === 'NOTE' ? proposals.length === 0 : proposals.every(({ taken }) => !taken)
    return { ...row, proposals, right, silentlyWrong: proposals.some(({ named }) => named) }
  }
  const fits = ({ code, quantity }: Proposal, at: number): boolean => {
    const place = row.expected[at]?.indexOf(code ?? '') ?? -1
    const wanted = row.quantities[at]
    return place >= 0 && (wanted === undefined || (wanted[place] ?? wanted[0]) === quantity)
  }
  const isSilentlyWrong = (one: Proposal, at: number): boolean =>
    (one.taken && !fits(one, at)) || (one.named && row.expected[at]?.includes(one.code ?? '') !== true)
  const right = proposals.length === row.expected.length && proposals.every(fits)
  return { ...row, proposals, right, silentlyWrong: proposals.some((one, at) => isSilentlyWrong(one, at)) }
}

const isNote = ({ expected }: ChatRow): boolean => expected[0]?.[0] === 'NOTE'
const percent = (part: number): string =>
  new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 1 }).format(part).padStart(7)
const share = (rows: readonly AnsweredRow[], is: (row: AnsweredRow) => boolean): number => rows.filter(is).length / Math.max(1, rows.length)
const print = (text: string) => process.stdout.write(`${text}\n`)

function printFigures(name: string, rows: readonly AnsweredRow[]): void {
  const [items, notes] = [rows.filter((row) => !isNote(row)), rows.filter(isNote)]
  const orderable = share(items, ({ proposals }) => proposals.length > 0 && proposals.every(({ taken }) => taken))
  const count = (is: (row: AnsweredRow) => boolean) => rows.filter(is).length
  const asked = ({ proposals }: AnsweredRow) => proposals.some(({ taken }) => !taken)
  print(
    `    ${name.padEnd(12)} ${String(rows.length).padStart(4)} lines  right first choice ${percent(share(rows, ({ right }) => right))}` +
      `  orderable at once ${percent(orderable)}  notes set aside ${percent(share(notes, ({ right }) => right))}` +
      `  silently wrong ${count(({ silentlyWrong }) => silentlyWrong)}  did not ask ${count((row) => row.mustAsk && !asked(row))}` +
      `  asked needlessly ${count((row) => !isNote(row) && !row.mustAsk && asked(row))}`,
  )
}

/** How many lines of each kind went wrong: counts alone, because lines held out are not shown. */
function printKinds(rows: readonly AnsweredRow[]): void {
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)].sort().flatMap(([kind, own]) => {
    const [wrong, silent] = [own.filter(({ right }) => !right).length, own.filter(({ silentlyWrong }) => silentlyWrong).length]
    return wrong + silent === 0 ? [] : [`${kind} ${wrong} of ${own.length}${silent > 0 ? ` (${silent} silently)` : ''}`]
  })
  print(`    wrong by kind: ${kinds.join(', ') || 'none'}`)
}

function printMisses(rows: readonly AnsweredRow[]): void {
  const tell = ({ code, quantity, result }: Proposal) => `${result.status} ${code ?? '–'} ${quantity ?? '–'}`
  for (const row of rows) {
    const asked = row.proposals.some(({ taken }) => !taken)
    const what = row.silentlyWrong
      ? 'silently wrong'
      : row.right
        ? row.mustAsk === asked || isNote(row)
          ? undefined
          : row.mustAsk
            ? 'did not ask'
            : 'asked needlessly'
        : 'wrong'
    const expected = row.expected.map((skus) => skus.join('|')).join(' & ')
    if (what)
      print(`${what} [${row.kind}] ${row.line} → ${expected} ${JSON.stringify(row.quantities)} but ${row.proposals.map(tell).join(' & ')}`)
  }
}

/** The lines of each message. */
const readMessages = (): string[] =>
  readListFile(MESSAGES_FILE)
    .split(/^== .*$/m)
    .map((message) => message.replace(/^\n|\n+$/g, ''))
    .filter(Boolean)

/** How many messages are read line by line as their lines are alone. */
function countMessagesReadAlike(messages: readonly string[]): number {
  const toPairs = (text: string) => parseQuickOrderText(text).rows.map(({ code, quantity }) => `${code} ${quantity}`)
  return messages.filter((message) => toPairs(message).join('\n') === message.split('\n').flatMap(toPairs).join('\n')).length
}

/** Prints the figures of chat lines. Returns whether the rows held out reach the goal, and nothing was silently wrong. */
export async function benchChatLineMatching(db: Db, { misses }: { misses: boolean }): Promise<boolean> {
  const enterpriseId = randomUUID()
  const times: number[] = []
  const match = async (text: string): Promise<Proposal[]> => {
    const { rows } = parseQuickOrderText(text)
    if (rows.length === 0) return []
    const begun = performance.now()
    const answer = await matchQuickOrderRows(db, createMoment(systemClock()), { enterpriseId, rows })
    times.push(performance.now() - begun)
    return listProposals(answer)
  }
  const answered: AnsweredRow[] = []
  for (const row of readChatRows()) answered.push(classify(row, await match(row.line)))
  const of = (use: ChatRow['use']) => answered.filter((row) => row.use === use)
  const open = of('tune')
  print('chat lines of the quick order')
  printFigures('all', answered)
  printFigures('to tune on', open)
  printFigures('held out', of('heldOut'))
  printFigures('written later', of('later'))
  printKinds(answered)
  times.sort((a, b) => a - b)
  const messages = readMessages()
  const begun = performance.now()
  for (const message of messages) await match(message)
  const perMessage = (performance.now() - begun) / messages.length
  print(
    `    ${countMessagesReadAlike(messages)} of ${messages.length} messages are read as their lines alone; a message takes ${perMessage.toFixed(0)} ms`,
  )
  print(`    a line takes ${percentile(times, 0.5).toFixed(1)} ms (median), ${percentile(times, 0.95).toFixed(1)} ms (p95)`)
  if (misses) printMisses(open)
  const isNeverSilentlyWrong = !answered.some(({ silentlyWrong }) => silentlyWrong)
  const verdicts = Object.entries({ 'held out': of('heldOut'), 'written later': of('later') }).map(([name, own]) => {
    const kept = share(own, ({ right }) => right) >= FIRST_CHOICE && isNeverSilentlyWrong
    print(`${name}: right first choice ≥ ${percent(FIRST_CHOICE).trim()}, never silently wrong: ${kept ? 'kept' : 'BROKEN'}`)
    return kept
  })
  return verdicts.every(Boolean)
}
