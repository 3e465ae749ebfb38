import { hasClearChatLineAmount, listChatLineAmounts, omitChatLineAmounts } from './find-amount.ts'
import { isChatLineNotAboutGoods } from './notes.ts'

const SEPARATORS = /^[\s,，、;；。+]+/
/** A part number at the beginning: letters and a digit. A grade of carbide (YG8) is said of the item before it. */
const BEGINS_WITH_PART_NUMBER = /^(?!yg\d)[a-z]{1,4}(?:[- ]?[a-z]{1,4})?[- ]?\d/i
/** A part number with its size and a bare number behind it: W6-20 50. In U84 22 and T38 3.05 the number is the size. */
const COMPLETE_PART_NUMBER_AND_AMOUNT = /^[a-z][a-z-]*\d[a-z0-9.]*-\d[\d.]*[a-z]?\s\d{1,6}$/i
/** A name behind a sign that ends what was before. */
const BEGINS_WITH_NAME = /^(?:\d{1,3}(?:#|号))?\p{Script=Han}{2}/u
/** Words that begin a property, a price or a remark of the item before, and no name. */
const BEGINS_WITH_PROPERTY =
  /^(?:[头柄直外内孔]径|规格|尺寸|[长宽高厚]度|[总全]长|[重净毛]重|重量|牙型|螺纹|材质|硬度|品牌|包装|[一每][箱盒包袋托筒桶]|单价|价格|原价|现价|含税|预算|库存|还剩|剩余|现有|用于|适用|装机)/
const SIGN = /[,，、;；。+]/
const WORD = /[a-z0-9]|\p{Script=Han}{2}/iu

/** Whether a text names an item of its own and how many of it. */
function isOtherItem(text: string, isBehindSign: boolean): boolean {
  if (isChatLineNotAboutGoods(text)) return false
  if (COMPLETE_PART_NUMBER_AND_AMOUNT.test(text)) return true
  const isNamed = BEGINS_WITH_PART_NUMBER.test(text) || (isBehindSign && BEGINS_WITH_NAME.test(text) && !BEGINS_WITH_PROPERTY.test(text))
  return isNamed && hasClearChatLineAmount(text, { withMeasures: isBehindSign })
}

/**
 * Divides a line that asks for several items, each with its amount: 'U84 22mm 100个 W6-20 50'. The line goes on to another item only behind
 * an amount with a unit or a sign, and only where a part number, or a name behind a comma, has such an amount of its own. A bare number counts
 * only behind a part number with its size. Otherwise the line is one item: 截齿 50支 U84 22.
 */
export function splitChatLineItems(line: string): string[] {
  if (/各/.test(line)) return [line]
  for (const { start, end } of listChatLineAmounts(line)) {
    if (!WORD.test(omitChatLineAmounts(line.slice(0, start)))) continue
    const gap = SEPARATORS.exec(line.slice(end))?.[0] ?? ''
    const rest = line.slice(end + gap.length)
    if (gap !== '' && isOtherItem(rest, SIGN.test(gap))) return [line.slice(0, end), ...splitChatLineItems(rest)]
  }
  return [line]
}
