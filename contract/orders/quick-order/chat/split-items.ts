import { findAmountInChatLine, listChatLineAmounts } from './find-amount.ts'
import { isChatLineNotAboutGoods } from './notes.ts'

const SEPARATORS = /^[\s,，、;；。+]+/
/** A part number at the beginning: letters and a digit. A grade of carbide (YG8) is said of the item before it. */
const BEGINS_WITH_PART_NUMBER = /^(?!yg\d)[a-z]{1,4}(?:[- ]?[a-z]{1,4})?[- ]?\d/i
/** A name behind a sign that ends what was before. */
const BEGINS_WITH_NAME = /^(?:\d{1,3}(?:#|号))?\p{Script=Han}{2}/u
const SIGN = /[,，、;；。+]/
const WORD = /[a-z0-9]|\p{Script=Han}{2}/iu

/** Whether a text names an item of its own and how many of it. */
function isOtherItem(text: string, isBehindSign: boolean): boolean {
  if (!BEGINS_WITH_PART_NUMBER.test(text) && !(isBehindSign && BEGINS_WITH_NAME.test(text))) return false
  const amount = findAmountInChatLine(text)
  return amount !== undefined && amount.start > 1 && !isChatLineNotAboutGoods(text)
}

/**
 * Divides a line that asks for several items, each with its amount: 'U84 22mm 100个 W6-20 50'. The line goes on to another item only behind
 * an amount with a unit or a sign, and only where a part number, or a name behind a comma, has an amount of its own; otherwise it is one item.
 */
export function splitChatLineItems(line: string): string[] {
  if (/各/.test(line)) return [line]
  for (const { start, end } of listChatLineAmounts(line)) {
    if (!WORD.test(line.slice(0, start))) continue
    const gap = SEPARATORS.exec(line.slice(end))?.[0] ?? ''
    const rest = line.slice(end + gap.length)
    if (gap !== '' && isOtherItem(rest, SIGN.test(gap))) return [line.slice(0, end), ...splitChatLineItems(rest)]
  }
  return [line]
}
