// How licences and registers write an amount of capital: in digits or in the characters of banks.
import { parseChineseNumber } from '#contract/platform/core/chinese-number.ts'

/** Of 10,000 yuan: the form takes two decimals. */
const HUNDREDTHS = 100
/** Not in yuan: the form has no field for another currency. */
const FOREIGN = /美元|港元|港币|欧元|日元|英镑|USD|HKD|EUR/i

const BANK_CHARACTERS = /^[零壹贰叁肆伍陆柒捌玖拾佰仟万亿]+$/
/** Digits without units, such as 壹贰叁, and a last digit of which it is not certain what it counts: 壹佰贰 may be 102 or 120. */
const UNCERTAIN = /[壹贰叁肆伍陆柒捌玖]{2}|[零壹贰叁肆伍陆柒捌玖]零|[佰仟万亿][壹贰叁肆伍陆柒捌玖](?![拾佰仟])/

/** Parses 壹亿贰仟万 in yuan; undefined: it is no number. */
function parseBankCharacters(text: string): number | undefined {
  if (!BANK_CHARACTERS.test(text) || UNCERTAIN.test(text)) return undefined
  const parts = text.split('亿')
  const [small, large = 0, ...more] = parts.map((part) => (part === '' ? 0 : parseChineseNumber(part))).reverse()
  return small === undefined || large === undefined || more.length > 0 ? undefined : large * 100_000_000 + small
}

/**
 * Parses 注册资本 as a licence or a register writes it (`500万元人民币`, `人民币伍佰万元整`) in 10,000 yuan, with at most two decimals. undefined: the
 * text is no amount in yuan.
 */
export function parseRegisteredCapital(text: string): number | undefined {
  if (FOREIGN.test(text)) return undefined
  const plain = text.normalize('NFKC').replace(/人民币|[元圆整正\s,()¥]/g, '')
  const number = /^(\d{1,12}(?:\.\d{1,8})?)(亿|万)?$/.exec(plain)
  const inYuan = number
    ? Number(number[1]) * (number[2] === '亿' ? 100_000_000 : number[2] === '万' ? 10_000 : 1)
    : parseBankCharacters(plain)
  const capital = inYuan === undefined ? undefined : Math.round((inYuan / 10_000) * HUNDREDTHS) / HUNDREDTHS
  return capital !== undefined && capital > 0 && capital <= 100_000_000 ? capital : undefined
}
