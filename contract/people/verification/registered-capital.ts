/** How licences and registers write an amount of capital: in digits or in the characters of banks. */

/** Of 10,000 yuan: the form takes two decimals. */
const HUNDREDTHS = 100
const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const UNITS: Readonly<Record<string, number>> = { 拾: 10, 佰: 100, 仟: 1_000 }
/** Not in yuan: the form has no field for another currency. */
const FOREIGN = /美元|港元|港币|欧元|日元|英镑|USD|HKD|EUR/i

/** Parses the characters below 万, such as 壹仟贰佰; undefined: they are no number. */
function parseBelowTenThousand(text: string): number | undefined {
  let total = 0
  let digit: number | undefined
  for (const character of text) {
    const unit = UNITS[character]
    if (unit !== undefined) {
      total += (digit ?? 1) * unit
      digit = undefined
      continue
    }
    const value = DIGITS.indexOf(character)
    if (value < 0) return undefined
    digit = value
  }
  return total + (digit ?? 0)
}

/** What is before a unit, '' if there is none, and what is after it. */
function splitAfter(text: string, unit: string): [before: string, after: string] {
  const at = text.lastIndexOf(unit)
  return at < 0 ? ['', text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Parses 壹亿贰仟万 in yuan; undefined: it is no number. */
function parseBankCharacters(text: string): number | undefined {
  const [large, rest] = splitAfter(text, '亿')
  const [middle, small] = splitAfter(rest, '万')
  const parts = [
    [large, 100_000_000],
    [middle, 10_000],
    [small, 1],
  ] as const
  const values = parts.map(([part, factor]) => (part === '' ? 0 : (parseBelowTenThousand(part) ?? Number.NaN) * factor))
  const total = values.reduce((sum, value) => sum + value, 0)
  return total > 0 ? total : undefined
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
