/**
 * The patterns of Code 128 (ISO/IEC 15417): six widths, alternating bar and space, eleven modules in total. The last one is the stop
 * pattern.
 */
const PATTERNS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 ' +
  '223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 ' +
  '112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 ' +
  '311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 ' +
  '122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 ' +
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ')

/** The start symbols: of code set B, in which one symbol is one character, and of code set C, in which one symbol is two digits. */
const START_B = 104
const START_C = 105
/** From code set C to B. */
const CODE_B = 100
const STOP = 106
const MODULUS = 103

/** Computes the check symbol: the start, plus each symbol times its position. */
export const computeCode128CheckSymbol = (symbols: readonly number[], start: number = START_C): number =>
  symbols.reduce((sofar, symbol, at) => sofar + symbol * (at + 1), start) % MODULUS

/** One bar: its start and its width, in modules. */
export interface BarcodeBar {
  at: number
  width: number
}

/** Encodes an even number of digits as bars. Scanners in the warehouse read an order number from it. */
export function encodeCode128Bars(digits: string): { bars: BarcodeBar[]; modules: number } {
  if (!/^(\d\d)+$/.test(digits)) throw new RangeError('only pairs of digits are coded')
  return drawSymbols(START_C, toDigitPairs(digits))
}

const toDigitPairs = (digits: string): number[] => (digits.match(/\d\d/g) ?? []).map(Number)

const toCharacters = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0) - 32)

/** Encodes a code of goods, such as a part number or the number on a box; undefined: it has a character that bars do not have. */
export function encodeCode128TextBars(text: string): { bars: BarcodeBar[]; modules: number } | undefined {
  if (!/^[ -~]+$/.test(text)) return undefined
  if (!/^\d{2,}$/.test(text)) return drawSymbols(START_B, toCharacters(text))
  // An odd digit at the end needs the other code set.
  const pairs = toDigitPairs(text)
  return drawSymbols(START_C, text.length % 2 === 0 ? pairs : [...pairs, CODE_B, ...toCharacters(text.slice(-1))])
}

function drawSymbols(start: number, symbols: readonly number[]): { bars: BarcodeBar[]; modules: number } {
  const widths = [start, ...symbols, computeCode128CheckSymbol(symbols, start), STOP].flatMap((symbol) =>
    [...(PATTERNS[symbol] ?? '')].map(Number),
  )
  const bars: BarcodeBar[] = []
  let at = 0
  for (const [turn, width] of widths.entries()) {
    if (turn % 2 === 0) bars.push({ at, width })
    at += width
  }
  return { bars, modules: at }
}
