import { PACK_UNITS, PIECE_UNITS, UNIT_PATTERN } from './amounts.ts'
import { type ChatLineAmountSpan, findAmountInChatLine } from './find-amount.ts'
import { canChatLineNameItem, isChatLineNotAboutGoods, removeGreeting } from './notes.ts'
import { splitChatLineItems } from './split-items.ts'

/** What a line of a chat asks for: the text of an item and how many, as written. */
export interface ChatOrderItem {
  code: string
  quantity: string
}

/** A line of a chat is a note, or it asks for one item or several: 'U84 20mm和25mm 各10支', 'U84 100个 W6-20 50'. */
export type ParsedChatLine = { note: true } | { note: false; items: ChatOrderItem[] }

/** A serial number in front of an item: 1. 2、 3） （4） ⑤. A decimal is none. */
const SERIAL = /^(?:\(\d{1,3}\)|\d{1,3}\s?\)|\d{1,2}\s?[、:]|\d{1,2}\.(?!\d)|[一二三四五六七八九十]{1,3}[、.:)])\s?/
/** A serial number without a sign, in front of a part number; with another amount behind it, it is none itself. */
const COUNTED_ROW = /^\d{1,2} (?=[a-z]{1,4}-?\d|[a-z]{2}-)/i
const CIRCLED = /^\s?[\u2460-\u2473\u2776-\u277f]\s?/
const PRICE =
  /(?:单价|价格|按|@)?\s?[¥￥]\s?\d{1,7}(?:\.\d{1,3})?(?:\s?\/\s?\p{Script=Han})?|(?:单价|价格|按|@)?\s?\d{1,7}(?:\.\d{1,3})?\s?(?:元|块钱)(?:\s?\/?\s?(?:一|每)?[支个只把件根颗粒片枚套台箱盒包桶])?/gu
/** Words around an item that are no part of its name. */
const FILLERS =
  /急用|加急|急要|急需|尽快|先发|优先|有现货吗|现货吗|有现货|有没有货|有货吗|有货没|有吗|麻烦|帮我|帮忙|给我|我们?要|再来|还要|还有|另外|谢谢|多谢|老板|数量|就行|就好|左右|可以吗/g
const EDGES = /^[\s,，。;；:：=、|!！?？~×*的]{1,20}|[\s,，。;；:：=、|!！?？~×*]{1,20}$/g
const EDGE_VERBS = /^(?:来|要|订|拿|买)|\s(?:来|要|订|拿|再来)$|(?<=[a-z0-9])(?:来|要)$/i

/** The text without what stands around the name of an item. */
function trimItem(text: string): string {
  const trimmed = text.replace(FILLERS, ' ').replace(/\s+/g, ' ').replace(EDGES, '').replace(EDGE_VERBS, '').replace(EDGES, '')
  return trimmed.trim()
}

const CODE = /[a-z0-9]+(?:[-. ]?[a-z0-9]+)*/i
const hasLetterAndDigit = (text: string): boolean => /[a-z]/i.test(text) && /\d/.test(text)

const isPartNumber = (text: string): boolean => /^[a-z0-9.-]+$/i.test(text) && hasLetterAndDigit(text)

/** Several items of one amount: the names are joined with 和, 、 or a comma; a name without a part number has that of the first. */
function splitNames(text: string): string[] {
  const sides = /左[、和]?右$/.exec(text)
  if (sides) return ['左', '右'].map((side) => `${trimItem(text.slice(0, sides.index))} ${side}`)
  const joined = text
    .split(/[和与及跟、,，/]/)
    .map(trimItem)
    .filter(Boolean)
  const words = text.split(' ').map(trimItem).filter(Boolean)
  const names = joined.length === 1 && words.every(isPartNumber) ? words : joined
  const head = CODE.exec(names[0] ?? '')?.[0] ?? ''
  const code = hasLetterAndDigit(head) ? (head.split(' ')[0] ?? '') : ''
  // 'U47、U76截齿 22头': what stands after the last part number is said of all.
  const rest = names.slice(0, -1).every(isPartNumber) ? (names.at(-1) ?? '').replace(CODE, '').trim() : ''
  return names.map((name, at) => {
    if (at < names.length - 1 && rest !== '' && isPartNumber(name)) return `${name} ${rest}`
    return at === 0 || hasLetterAndDigit(name.replace(/\d{1,6}\s?mm/gi, '')) ? name : `${code} ${name}`.trim()
  })
}

function toItems(line: string, { start, end, text }: ChatLineAmountSpan): ChatOrderItem[] {
  const each = /各(?:来|要|订)?\s*$/.exec(line.slice(0, end - text.length))
  const before = line.slice(0, each?.index ?? start)
  const after = trimItem(line.slice(end))
  if (each) return splitNames(before.trimEnd()).map((name) => ({ code: `${name} ${after}`.trim(), quantity: text.trim() }))
  // 三大桶 says how many, and of which size.
  const size = /[大小吨]桶$/.exec(text.trim())?.[0] ?? ''
  return [{ code: trimItem(`${before} ${after} ${size}`), quantity: text.trim() }]
}

const ONLY_COUNTS = new RegExp(`^[${PIECE_UNITS}${PACK_UNITS}都再也\\s]*$`, 'u')

/** 俩 and 仨 count pieces, unless another unit follows: 俩箱 is two boxes. */
const PAIR_OR_THREE = new RegExp(`([俩仨])(?:\\s?(${UNIT_PATTERN}))?`, 'giu')

/** A line with one width, single blanks and one sign for those that look alike, without a serial number. */
const normaliseLine = (line: string): string =>
  line
    .replace(CIRCLED, '')
    .normalize('NFKC')
    .replace(/[✕✖⨯]/g, '×')
    .replace(/[⌀∅фø]/gi, 'Φ')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(PAIR_OR_THREE, (_, sign: string, unit?: string) => `${sign === '俩' ? '两' : '三'}${unit ?? '个'}`)
    .replace(/个(?=立方|方|吨(?!桶))/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(SERIAL, '')

/** The items of one part of a line that asks for several: each part has an amount. */
function readItems(part: string): ChatOrderItem[] {
  const amount = findAmountInChatLine(part)
  return amount ? toItems(part, amount).filter(({ code }) => !ONLY_COUNTS.test(code)) : []
}

/** Reads a line of a chat. Of a line that is no item, nothing is guessed: it is a note. */
export function parseChatLine(given: string): ParsedChatLine {
  const whole = normaliseLine(given)
  if (isChatLineNotAboutGoods(whole)) return { note: true }
  const line = removeGreeting(whole.replace(PRICE, ' ')).replace(SERIAL, '').trim()
  const parts = splitChatLineItems(line)
  if (parts.length > 1) return { note: false, items: parts.flatMap(readItems) }
  const amount = findAmountInChatLine(line)
  if (amount && amount.start > 0 && COUNTED_ROW.test(line)) return parseChatLine(line.replace(COUNTED_ROW, ''))
  if (!amount) return canChatLineNameItem(line) ? { note: false, items: [{ code: trimItem(line), quantity: '' }] } : { note: true }
  const items = toItems(line, amount).filter(({ code }) => !ONLY_COUNTS.test(code))
  return items.length > 0 ? { note: false, items } : { note: true }
}
