const HUNDREDS = 100
const TEN_THOUSANDS = 10_000
const DIGITS = '零一二三四五六七八九'

/** The signs of which Chinese numerals consist. */
export const CHINESE_NUMERAL_SIGNS = '零〇一二三四五六七八九十百千万两幺'

const toDigit = (digit: string | undefined): number => (digit ? DIGITS.indexOf(digit) : 0)

function parseBelowTenThousand(plain: string): number | undefined {
  const parts =
    /^(?:([一二三四五六七八九])千)?零?(?:([一二三四五六七八九])百)?零?(?:([一二三四五六七八九]?)(十))?([一二三四五六七八九]?)$/.exec(plain)
  if (!parts) return undefined
  const [, thousands, hundreds, tens, ten, ones] = parts
  const last = toDigit(ones)
  const missing = ten === undefined && hundreds !== undefined && !plain.includes('零') && last > 0 ? last * 10 : last
  return toDigit(thousands) * 1_000 + toDigit(hundreds) * HUNDREDS + (ten ? (tens ? toDigit(tens) : 1) * 10 : 0) + missing
}

/** Reads Chinese numerals: 一五零 → 150, 二十 → 20, 一百二 → 120, 两万三 → 23000; undefined: it is none. */
export function parseChineseNumber(text: string): number | undefined {
  const plain = text.replaceAll('〇', '零').replaceAll('两', '二').replaceAll('幺', '一')
  if (plain === '') return undefined
  if (/^[零一二三四五六七八九]+$/.test(plain)) return Number([...plain].map((digit) => DIGITS.indexOf(digit)).join(''))
  const [above, below, ...more] = plain.split('万')
  if (below === undefined || above === undefined) return parseBelowTenThousand(plain)
  const [tenThousands, rest] = [parseBelowTenThousand(above), parseBelowTenThousand(below)]
  if (more.length > 0 || above === '' || tenThousands === undefined || rest === undefined) return undefined
  return tenThousands * TEN_THOUSANDS + (/^[一二三四五六七八九]$/.test(below) ? rest * 1_000 : rest)
}
