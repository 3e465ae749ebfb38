import { unifyLookalikeCharacters } from '#server/catalog/goods/public.ts'
import type { LineTokens, MeasuredNumber } from './line-tokens.ts'
import type { ComparableSkuText } from './sku-text.ts'

/** How a SKU fits a line. */
export interface SkuToChatLineMatch {
  /** What codes, numbers, sizes and grades say for it. */
  hard: number
  /** How many of these it does not have. */
  missed: number
  /** How much of the line it has at all: its codes and numbers, and half of each Chinese sign. Below one it is another thing. */
  met: number
  /** The line has a code, a number, a size or a grade. */
  specified: boolean
  /** 0–1: the part of the Chinese signs of the line that its text has. */
  covered: number
  /** Whether its text has all Chinese of the line as it is written, without a synonym. */
  literal: boolean
  /** How well its own values are met by the words of the line; it decides between equals. */
  close: number
  /** Nothing was guessed: no sign that looks alike, no grade that is nearly the same. */
  exact: boolean
  /** The line names the thing: a part number, a model, or words that end a name. A feature alone, such as 气动泵, names nothing. */
  named: boolean
  /** The line is its part number, and not only that of a model with several SKUs. */
  coded: boolean
}

const WEIGHTS = { whole: 12, tail: 9, model: 5, begins: 4, size: 4, grade: 3, own: 2.5, named: 3, shared: 1, pack: 3, missed: -2 } as const
const LOOKALIKE = 0.5

/** What a part of a line adds. `exact` false: it was guessed. */
interface Found {
  weight: number
  exact: boolean
}

const NOT_FOUND: Found = { weight: 0, exact: true }

/** The endings of a part number that stand for it: all of KT-U84-22 without KT, and shorter ones that begin with a letter. */
const endings = ({ sku }: ComparableSkuText): string[] => sku.tails.slice(1).filter((tail, at) => at === 0 || /^[a-z]..../.test(tail))

/** Whether a beginning of a part number, with or without its first part, ends where a part of it ends: QC-1420 of KT-QC-1420-8. */
function endsAtHyphen(beginning: string, code: string): boolean {
  const parts = code.toLowerCase().split('-')
  return [0, 1].some((from) =>
    parts.some(
      (_, to) =>
        parts
          .slice(from, to + 1)
          .join('')
          .replace(/[^a-z0-9]/g, '') === beginning,
    ),
  )
}

function compareCode(code: string, text: ComparableSkuText): Found {
  const [whole = '', ...tails] = text.sku.tails
  const isModel = text.models.has(code)
  if (code === whole) return { weight: WEIGHTS.whole, exact: true }
  if (text.codes.has(code)) return { weight: WEIGHTS.model, exact: true }
  if (text.codesOfSiblings.has(code)) return NOT_FOUND
  if (isModel) return { weight: WEIGHTS.model, exact: true }
  if (endings(text).includes(code)) return { weight: WEIGHTS.tail, exact: true }
  if (code.length > 2 && [whole, ...tails.slice(0, 1)].some((tail) => tail.startsWith(code)))
    return { weight: WEIGHTS.begins, exact: endsAtHyphen(code, text.sku.code) }
  const alike = unifyLookalikeCharacters(code)
  if (code.length < 3) return NOT_FOUND
  if (alike === unifyLookalikeCharacters(whole)) return { weight: WEIGHTS.whole * LOOKALIKE, exact: false }
  if (unifyLookalikeCharacters(tails[0] ?? '') === alike) return { weight: WEIGHTS.tail * LOOKALIKE, exact: false }
  if ([...text.models].some((model) => unifyLookalikeCharacters(model) === alike))
    return { weight: WEIGHTS.model * LOOKALIKE, exact: false }
  return NOT_FOUND
}

/** A bare number, a length and the number of a shank are written alike. Volumes, weights and angles name their unit. */
const isLoose = ({ unit }: MeasuredNumber): boolean => unit === '' || unit === 'mm' || unit === 'shank' || unit === 'grade'
const isSame = (one: MeasuredNumber, other: MeasuredNumber): boolean =>
  one.value === other.value && (one.unit === other.unit || (isLoose(one) && isLoose(other)) || (one.unit === '' && other.unit === 'code'))

function compareNumber(number: MeasuredNumber, text: ComparableSkuText): Found {
  if (number.unit === 'pack') return text.packs.includes(number.value) ? { weight: WEIGHTS.pack, exact: true } : NOT_FOUND
  if (text.own.some((one) => isSame(number, one))) return { weight: WEIGHTS.own, exact: true }
  if (text.ofSiblings.some((one) => isSame(number, one))) return NOT_FOUND
  if (text.named.some((one) => isSame(number, one))) return { weight: WEIGHTS.named, exact: true }
  const shared = text.shared.some((one) => isSame(number, one) || (number.unit === '' && one.value === number.value))
  return shared ? { weight: WEIGHTS.shared, exact: true } : NOT_FOUND
}

function compareGrade(grade: string, { grades }: ComparableSkuText): Found {
  if (grades.includes(grade)) return { weight: WEIGHTS.grade, exact: true }
  return grades.some((one) => one.replace('c', '') === grade.replace('c', ''))
    ? { weight: WEIGHTS.grade * LOOKALIKE, exact: false }
    : NOT_FOUND
}

const compareSize = (size: readonly number[], { sizes }: ComparableSkuText): Found =>
  sizes.some((own) => size.every((value) => own.includes(value))) ? { weight: WEIGHTS.size, exact: true } : NOT_FOUND

/** The signs of the runs that a text has, as parts of pairs if a run has several: 球齿 is not in 铣刨齿. */
function countCovered(runs: readonly string[], words: string): number {
  let count = 0
  for (const run of runs) {
    const letters = [...run]
    for (const [at, letter] of letters.entries()) {
      const pairs = [letters.slice(at - 1, at + 1), letters.slice(at, at + 2)].filter((pair) => at > 0 || pair[0] === letter)
      const whole = pairs.filter((pair) => pair.length === 2).map((pair) => pair.join(''))
      if (letters.length === 1 ? words.includes(letter) : whole.some((pair) => words.includes(pair))) count++
    }
  }
  return count
}

const lengthOf = (runs: readonly string[]): number => runs.reduce((sum, run) => sum + [...run].length, 0)

/** The part of its own Chinese values that the words of the line have, at most the best value. */
const computeCloseness = (runs: readonly string[], { sku }: ComparableSkuText): number =>
  Object.values(sku.props).reduce((most, value) => {
    const own = value.replace(/仅|装/g, '').match(/\p{Script=Han}+/gu) ?? []
    const length = lengthOf(own)
    return length === 0 ? most : Math.max(most, countCovered(own, runs.join(' ')) / length)
  }, 0)

/** Whether some run ends as a run of the goods' name does: 锂基脂 and 通用锂基脂, but not 铣刨齿 and 铣刨齿座. */
const namesGoods = (runs: readonly string[], { sku }: ComparableSkuText): boolean =>
  (sku.goodsName.match(/\p{Script=Han}{2,}/gu) ?? []).some((name) =>
    runs.some((run) => [...run].length > 1 && name.endsWith(run.slice(-2))),
  )

/** Compares a SKU with a line. `forms`: the runs of Chinese of the line and of its forms with synonyms; the best counts. */
export function scoreSkuAgainstChatLine(
  tokens: LineTokens,
  forms: readonly (readonly string[])[],
  text: ComparableSkuText,
): SkuToChatLineMatch {
  const whole = tokens.whole === undefined ? NOT_FOUND : compareCode(tokens.whole, text)
  const coded = whole.weight >= WEIGHTS.tail * LOOKALIKE
  const parts = coded
    ? [whole]
    : [
        ...tokens.codes.map((code) => compareCode(code, text)),
        ...tokens.numbers.map((number) => compareNumber(number, text)),
        ...tokens.grades.map((grade) => compareGrade(grade, text)),
        ...tokens.sizes.map((size) => compareSize(size, text)),
      ]
  const codes = coded ? [whole] : parts.slice(0, tokens.codes.length)
  const missed = parts.filter(({ weight }) => weight === 0).length
  const covered = forms.map((runs) => (lengthOf(runs) === 0 ? 1 : countCovered(runs, text.words) / lengthOf(runs)))
  return {
    hard: parts.reduce((sum, { weight }) => sum + weight, 0) + missed * WEIGHTS.missed,
    missed,
    met: parts.length - missed + Math.max(...forms.map((runs, at) => (covered[at] ?? 0) * lengthOf(runs))) / 2,
    specified: parts.length > 0,
    covered: Math.max(...covered),
    literal: covered[0] === 1,
    close: Math.max(...forms.map((runs) => computeCloseness(runs, text))),
    exact: parts.every(({ exact }) => exact),
    named: codes.some(({ weight }) => weight >= WEIGHTS.begins) || forms.some((runs) => namesGoods(runs, text)),
    coded,
  }
}
