import { CONTAINER_UNITS, MEASURE_UNIT_FACTORS, NUMBER_PATTERN, PACK_UNITS, UNIT_PATTERN } from './amounts.ts'

/** Where a line says how many: the span with the words around it, and the amount alone. */
export interface ChatLineAmountSpan {
  start: number
  end: number
  text: string
}

/**
 * A part of a regular expression: the sign between an item and its number. A Latin x that ends a part number is none: KT-V20-X 50, v20x 50.
 * In U84x20 and U84 x 20 it is one.
 */
export const TIMES_SIGN_PATTERN = '[×*✕]|(?<=\\d)x(?=\\d|$)|(?<![a-z0-9-])x'
/** Words before an amount that say that it is one. */
const MARKERS = `数量|各来|各要|各|来|要|订|拿|再加|${TIMES_SIGN_PATTERN}|[=:]`
const MARKED = new RegExp(`(?:${MARKERS})\\s?$`, 'i')
const COUNTED = new RegExp(`(${NUMBER_PATTERN})\\s?(${UNIT_PATTERN})(?:半(?![\\d\\p{Script=Han}]))?`, 'giu')
/** After the amount: it describes a pack or a machine and says nothing of how many. 20升桶, 50支一箱, 20升的, 10支装, 2台用. */
const DESCRIBES = new RegExp(
  `^\\s?(?:[${CONTAINER_UNITS}${PACK_UNITS}瓶装的用]|大桶|小桶|吨桶|[/一每]\\s?[${CONTAINER_UNITS}${PACK_UNITS}])`,
)
/** Before the amount: it says what the buyer still has. */
const IN_STOCK = /(?:库存|还剩|剩余|现有)\s?$/
/** In front of a number: it is a part of a code, of a size or of a larger number. */
const JOINED = /[a-z0-9.\-#φ]$|(?:^|[^a-z0-9-])\d+(?:\.\d+)?\s*[x×*]\s*$/i
/** In front of an amount: another number that may be meant instead. With it the amount cannot be read: 20~30 个, 20 或 30 个. */
const ALTERNATIVE = /(?<=^|[\s,，])\d{1,6}(?:\.\d{1,3})?\s?(?:[~/、]|至|到|或者?)\s?$/
const BARE_AT_END = new RegExp(
  `(?:(数量|来|要|订|[=:])\\s?|(\\s)[x×*✕]?\\s?|(${TIMES_SIGN_PATTERN})\\s?|[,;、|]\\s?)(${NUMBER_PATTERN})$`,
  'i',
)

interface Counted extends ChatLineAmountSpan {
  marked: boolean
  describes: boolean
  measures: boolean
}

/** The amounts with a unit, with what stands before and after them. */
function listCounted(line: string): Counted[] {
  let endOfDescription = -1
  return [...line.matchAll(COUNTED)].flatMap((found) => {
    const [text, , unit = ''] = found
    const before = line.slice(0, found.index)
    const after = line.slice(found.index + text.length)
    const marker = MARKED.exec(before)
    // Nobody joins x to a numeral: v20x两个. In V20 x二十个 it is the sign.
    const mark = marker && /^x$/i.test(marker[0]) && /\d$/.test(before.slice(0, marker.index)) && !/^\d/.test(text) ? null : marker
    // 14×20 支 and W6-20支 are a size and a code; 'U84 ×20支' and 'U85×20支' are amounts.
    const isMarkedSize = mark !== null && /[x×*]\s*$/i.test(mark[0]) && /(?:^|[^a-z0-9-])\d+(?:\.\d+)?[x×*]$/i.test(before)
    // DZ48四个: digits and numerals do not join.
    const isJoined = mark === null && JOINED.test(before) && /^\d/.test(text)
    if (isJoined || isMarkedSize) return []
    const alternative = ALTERNATIVE.exec(before)
    const end = found.index + text.length
    // The second half of 50支一箱 describes as well.
    const describes = DESCRIBES.test(after) || (mark === null && found.index === endOfDescription)
    if (describes) endOfDescription = end
    return [
      {
        start: mark?.index ?? alternative?.index ?? found.index,
        end,
        text: `${alternative?.[0] ?? ''}${text}`,
        marked: mark !== null,
        describes: describes || IN_STOCK.test(before),
        measures: unit.toLowerCase() in MEASURE_UNIT_FACTORS,
      },
    ]
  })
}

/** A number behind a sign and before more words: 'W6-20 *500 U84 20支'. */
const SIGNED = /\s[x×*]\s?\d{1,6}(?=[\s,，、;；+])/gi

/** The amounts of a line that do not describe a pack or measure, with a unit or behind a sign, from the first to the last. */
export const listChatLineAmounts = (line: string): ChatLineAmountSpan[] =>
  [
    ...listCounted(line).filter(({ describes, measures }) => !describes && !measures),
    ...[...line.matchAll(SIGNED)].map(({ index, 0: text }) => ({ start: index, end: index + text.length, text })),
  ].sort((a, b) => a.end - b.end)

const SIGNED_AT_END = new RegExp(`(?:\\s[x×*]|[=:]|数量)\\s?(?:${NUMBER_PATTERN})$`, 'i')

/**
 * Whether a text says how many behind its first word, with a unit or a sign. A bare number may be a size, and so may one behind a sign that
 * joins it to a digit: M16*60. A measure, such as 20吨, may be a property.
 */
export const hasClearChatLineAmount = (text: string, { withMeasures }: { withMeasures: boolean }): boolean =>
  listCounted(text).some(({ start, describes, measures }) => start > 1 && !describes && (withMeasures || !measures)) ||
  SIGNED_AT_END.test(text.slice(2))

/** A text without what says how many and without what describes a pack. */
export const omitChatLineAmounts = (text: string): string => text.replace(COUNTED, ' ')

/** The last number of a line, if it stands alone or after a sign: 'U84 ×50', 'Φ10球齿 500', 'U92*4'. */
function findBareAtEnd(line: string): ChatLineAmountSpan | undefined {
  // The first sign is no part of an amount: 'x 1' is one piece of x.
  const found = BARE_AT_END.exec(line.slice(1))
  if (!found) return undefined
  const start = found.index + 1
  const [whole, , , sign, text = ''] = found
  // 10*16 is a size.
  if (sign !== undefined && /(?:^|[^a-z0-9-])\d+(?:\.\d+)?$/i.test(line.slice(0, start))) return undefined
  return { start, end: start + whole.length, text }
}

/** Whether a text says how many pieces or packs: after the amount of a line was taken out, that is a second amount, such as 一箱 of 一箱零五支. */
export const hasChatLineAmount = (text: string): boolean => listCounted(text).some(({ describes, measures }) => !describes && !measures)

/**
 * Finds how many a line asks for. An amount that describes a pack (20升桶) counts only if there is no other. Pieces go before measures
 * (1台 20吨), an amount with 来, 要 or × before others, later before earlier ones. The line is normalised.
 */
export function findAmountInChatLine(line: string): ChatLineAmountSpan | undefined {
  const counted = listCounted(line)
  const says = counted.filter(({ describes }) => !describes)
  const pieces = says.filter(({ measures }) => !measures)
  const best =
    pieces.findLast(({ marked }) => marked) ?? pieces.at(-1) ?? says.findLast(({ marked }) => marked) ?? says.at(-1) ?? findBareAtEnd(line)
  return best ?? counted.at(-1)
}
