// Makes the lists: rows by rule, after them the rows written by hand.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { goodsByName } from './catalog.ts'
import { chatItemGeneratorRules } from './chat/item-lines.ts'
import { chatNoteGeneratorRules } from './chat/note-lines.ts'
import { chatPackGeneratorRules } from './chat/pack-lines.ts'
import { chatSpellingGeneratorRules } from './chat/spelling-lines.ts'
import { createNamedRandom } from './choices.ts'
import { chooseHeldOut } from './held-out.ts'
import { formatMessages } from './messages.ts'
import {
  CHAT_COUNT,
  CHAT_FILE,
  type ChatLine,
  formatTsv,
  GOODS_PER_SEARCH_ANSWER_MAX,
  LISTS_FOLDER,
  type Listed,
  MESSAGE_COUNT,
  MESSAGES_FILE,
  normaliseRowTextForComparison,
  type RowGeneratorRule,
  type RowWithSource,
  readTsvCells,
  SEARCH_COUNT,
  SEARCH_LENGTH_MAX,
  SEARCHES_FILE,
  type Search,
} from './rows.ts'
import { codeSearchGeneratorRules } from './searches/code-searches.ts'
import { fittingSearchGeneratorRules } from './searches/fitting-searches.ts'
import { measureSearchGeneratorRules } from './searches/measure-searches.ts'
import { nameSearchGeneratorRules } from './searches/name-searches.ts'

const searchRules = [
  ...codeSearchGeneratorRules,
  ...measureSearchGeneratorRules,
  ...nameSearchGeneratorRules,
  ...fittingSearchGeneratorRules,
]
const chatRules = [...chatItemGeneratorRules, ...chatPackGeneratorRules, ...chatSpellingGeneratorRules, ...chatNoteGeneratorRules]

interface Needs<Row> {
  /** The rows that are there already. */
  byHand: readonly Row[]
  /** The number of rows with those. */
  total: number
  isGood(row: Row): boolean
}

/** Takes as many rows of each rule as its quota says; throws if there are fewer. No text is taken twice. */
function takeRows<Row extends { text: string }>(
  rules: readonly RowGeneratorRule<Row>[],
  { byHand, total, isGood }: Needs<Row>,
): RowWithSource<Row>[] {
  const wanted = rules.reduce((sum, { quota }) => sum + quota, byHand.length)
  if (wanted !== total) throw new Error(`the quotas and the rows by hand are ${wanted} rows instead of ${total}`)
  const used = new Set(byHand.map(({ text }) => normaliseRowTextForComparison(text)))
  return rules.flatMap(({ kind, quota, make }) => {
    const taken: RowWithSource<Row>[] = []
    for (const row of make(createNamedRandom(kind))) {
      if (taken.length === quota) break
      if (row === undefined || used.has(normaliseRowTextForComparison(row.text)) || !isGood(row)) continue
      used.add(normaliseRowTextForComparison(row.text))
      taken.push({ ...row, kind, origin: 'rule' })
    }
    if (taken.length < quota) throw new Error(`${kind}: only ${taken.length} of ${quota}`)
    return taken
  })
}

/** Numbers the rows and chooses those that are held out. */
function listRows<Row extends object>(letter: string, rows: readonly RowWithSource<Row>[]): Listed<Row>[] {
  const heldOut = chooseHeldOut(rows)
  return rows.map((row, at) => ({ ...row, id: `${letter}${String(at + 1).padStart(3, '0')}`, heldOut: heldOut.has(row) }))
}

const readSearchesByHand = (): RowWithSource<Search>[] =>
  readTsvCells('hand-searches.tsv').map(([text = '', goods = '', sku = '', kind = '']) => ({
    text,
    goods: goods.split('|'),
    sku,
    kind,
    origin: 'hand',
  }))

const readChatByHand = (): RowWithSource<ChatLine>[] =>
  readTsvCells('hand-chat.tsv').map(([text = '', sku = '', quantity = '', mustAsk, kind = '']) => ({
    text,
    sku,
    quantity,
    mustAsk: mustAsk === '1',
    kind,
    origin: 'hand',
  }))

function makeSearches(): Listed<Search>[] {
  const byHand = readSearchesByHand()
  const isGood = ({ text, goods }: Search): boolean =>
    text.length <= SEARCH_LENGTH_MAX && goods.length > 0 && goods.length <= GOODS_PER_SEARCH_ANSWER_MAX && !goodsByName.has(text)
  return listRows('S', [...takeRows(searchRules, { byHand, total: SEARCH_COUNT, isGood }), ...byHand])
}

function makeChat(): Listed<ChatLine>[] {
  const byHand = readChatByHand()
  return listRows('C', [...takeRows(chatRules, { byHand, total: CHAT_COUNT, isGood: () => true }), ...byHand])
}

const flag = (isSet: boolean): string => (isSet ? '1' : '0')
const formatSearches = (rows: readonly Listed<Search>[]): string =>
  formatTsv([
    ['id', 'query', 'expected goods', 'expected sku', 'kind', 'origin', 'heldout'],
    ...rows.map(({ id, text, goods, sku, kind, origin, heldOut }) => [id, text, goods.join('|'), sku, kind, origin, flag(heldOut)]),
  ])
const formatChat = (rows: readonly Listed<ChatLine>[]): string =>
  formatTsv([
    ['id', 'line', 'expected sku', 'quantity', 'must_ask', 'kind', 'origin', 'heldout'],
    ...rows.map(({ id, text, sku, quantity, mustAsk, kind, origin, heldOut }) => [
      id,
      text,
      sku,
      quantity,
      flag(mustAsk),
      kind,
      origin,
      flag(heldOut),
    ]),
  ])

/** Returns how many rows are by rule and by hand. */
const describeOrigins = (rows: readonly Listed<object>[]): string => {
  const byHand = rows.filter(({ origin }) => origin === 'hand').length
  return `${rows.length} (${rows.length - byHand} rule, ${byHand} hand)`
}

/** Writes the three files. Throws if a rule does not make enough rows. */
export function writeLists(): void {
  const [searches, chat] = [makeSearches(), makeChat()]
  const write = (file: string, text: string) => writeFileSync(path.join(LISTS_FOLDER, file), text)
  write(SEARCHES_FILE, formatSearches(searches))
  write(CHAT_FILE, formatChat(chat))
  write(MESSAGES_FILE, formatMessages(chat))
  console.log(`searches ${describeOrigins(searches)}, chat ${describeOrigins(chat)}, messages ${MESSAGE_COUNT}`)
}
