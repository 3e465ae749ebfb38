const HUNDREDS = 100
const TEN_THOUSANDS = 10_000
const DIGITS = '零一二三四五六七八九'

/** The signs of which Chinese numerals consist. */
export const CHINESE_NUMERAL_SIGNS = '零〇○一二三四五六七八九十百千万两幺廿卅壹贰叁肆伍陆柒捌玖拾佰仟萬兩貳參陸'

/** The signs of contracts, traditional ones, and other signs for the same number. */
const OTHER_SIGNS: Readonly<Record<string, string>> = {
  〇: '零',
  '○': '零',
  两: '二',
  幺: '一',
  壹: '一',
  贰: '二',
  叁: '三',
  肆: '四',
  伍: '五',
  陆: '六',
  柒: '七',
  捌: '八',
  玖: '九',
  拾: '十',
  佰: '百',
  仟: '千',
  萬: '万',
  兩: '二',
  貳: '二',
  參: '三',
  陸: '六',
  廿: '二十',
  卅: '三十',
}

const toDigit = (digit: string | undefined): number => (digit ? DIGITS.indexOf(digit) : 0)

function parseBelowTenThousand(plain: string): number | undefined {
  const parts =
    /^(?:([一二三四五六七八九])千)?零?(?:([一二三四五六七八九])百)?零?(?:([一二三四五六七八九]?)(十))?([一二三四五六七八九]?)$/.exec(plain)
  if (!parts) return undefined
  const [, thousands, hundreds, tens, ten, ones] = parts
  const last = toDigit(ones)
  // 一百二 is 120 and 三千五 is 3500; 一百零二 is 102.
  const above = ten !== undefined || plain.includes('零') ? 1 : hundreds !== undefined ? 10 : thousands !== undefined ? HUNDREDS : 1
  return toDigit(thousands) * 1_000 + toDigit(hundreds) * HUNDREDS + (ten ? (tens ? toDigit(tens) : 1) * 10 : 0) + last * above
}

/** 十两 is a weight: 两 counts what follows it, so it is never the last sign of a longer number. */
const ENDS_IN_WEIGHT = /.[两兩]$/

/** Reads Chinese numerals: 一五零 → 150, 二十 → 20, 廿五 → 25, 一百二 → 120, 两万三 → 23000; undefined: it is none. */
export function parseChineseNumber(text: string): number | undefined {
  if (ENDS_IN_WEIGHT.test(text)) return undefined
  const plain = [...text].map((sign) => OTHER_SIGNS[sign] ?? sign).join('')
  if (plain === '') return undefined
  if (/^[零一二三四五六七八九]+$/.test(plain)) return Number([...plain].map((digit) => DIGITS.indexOf(digit)).join(''))
  const [above, below, ...more] = plain.split('万')
  if (below === undefined || above === undefined) return parseBelowTenThousand(plain)
  const [tenThousands, rest] = [parseBelowTenThousand(above), parseBelowTenThousand(below)]
  if (more.length > 0 || above === '' || tenThousands === undefined || rest === undefined) return undefined
  return tenThousands * TEN_THOUSANDS + (/^[一二三四五六七八九]$/.test(below) ? rest * 1_000 : rest)
}
