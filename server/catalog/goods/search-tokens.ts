import { pinyin } from 'pinyin-pro'

/**
 * How goods are found: Chinese by pairs of neighbouring characters, so that no dictionary is needed and 合金截齿 is found by 截齿;
 * by pinyin, whole and by initials (jiechi, jc); part numbers without case, blanks, hyphens and dots, by any piece of them from their
 * first letter or after a change between letters and digits.
 */

const CHINESE = /\p{Script=Han}+/gu
const LATIN = /[a-z0-9]+/g

/** Case, width and the signs that part numbers are written with or without do not count. */
export const normaliseText = (text: string): string => text.normalize('NFKC').toLowerCase()

/** 合金截齿 → 合金, 金截, 截齿; and each character alone. */
function pairs(run: string): string[] {
  const letters = [...run]
  return [...letters, ...letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)]
}

function pinyinWords(run: string): string[] {
  const syllables = pinyin(run, { toneType: 'none', type: 'array' })
  const starts = syllables.map((_, at) => at)
  const whole = starts.map((at) => syllables.slice(at).join(''))
  const initials = starts.map((at) =>
    syllables
      .slice(at)
      .map((syllable) => syllable.slice(0, 1))
      .join(''),
  )
  return [...whole, ...initials].filter((word) => /^[a-z]+$/.test(word))
}

/** 'kt-ins114dre' → ktins114dre and its tails ins114dre, 114dre, dre, where letters and digits meet or a hyphen was. */
export function listCodeSuffixes(code: string): string[] {
  const text = normaliseText(code)
  const cuts = [...text.matchAll(/(?<=[^a-z])[a-z]|(?<=[^0-9])[0-9]|(?<=[^a-z0-9])[a-z0-9]/g)].map(({ index }) => index)
  return [0, ...cuts].map((at) => text.slice(at).replace(/[^a-z0-9]/g, '')).filter((tail) => tail.length > 1)
}

const unique = (words: readonly string[]): string[] => [...new Set(words)]

/** The words of a text that is searched in: what goes into the index. */
export function tokeniseForIndex(texts: readonly string[], codes: readonly string[]): string[] {
  const plain = texts.map(normaliseText)
  const chinese = plain.flatMap((text) => text.match(CHINESE) ?? [])
  const latin = plain.flatMap((text) => text.match(LATIN) ?? [])
  return unique([
    ...chinese.flatMap(pairs),
    ...chinese.flatMap(pinyinWords),
    ...latin,
    ...latin.flatMap(listCodeSuffixes),
    ...codes.flatMap(listCodeSuffixes),
    ...codes.map((code) => code.replace(/[^a-z0-9]/gi, '').toLowerCase()),
  ]).filter((word) => word.length <= 60)
}

const quoted = (word: string, prefix: boolean) => `'${word.replaceAll("'", "''").replaceAll('\\', '')}'${prefix ? ':*' : ''}`

/**
 * A keyword as a tsquery, every part of which must be found: Chinese by its pairs, the rest as beginnings of words. 'kt ins114' asks
 * for one code written apart or for two words. Undefined when nothing in it can be searched for.
 */
export function buildTsQuery(keyword: string): string | undefined {
  const text = normaliseText(keyword)
  const chinese = (text.match(CHINESE) ?? []).flatMap((run) =>
    [...run].length === 1 ? [run] : pairs(run).filter((word) => [...word].length === 2),
  )
  const latin = text.match(LATIN) ?? []
  const apart = latin.map((word) => quoted(word, true)).join(' & ')
  const together = latin.length > 1 ? ` | ${quoted(latin.join(''), true)}` : ''
  const parts = [...unique(chinese).map((word) => quoted(word, false)), ...(latin.length > 0 ? [`(${apart}${together})`] : [])]
  return parts.length > 0 ? parts.join(' & ') : undefined
}

/**
 * The same, but one pair of Chinese characters will do: 0 号柴油 then finds 0# 车用柴油. Undefined where there is none; a part number that is
 * nobody's is never guessed at.
 */
export function buildLooseTsQuery(keyword: string): string | undefined {
  const words = (normaliseText(keyword).match(CHINESE) ?? []).flatMap(pairs).filter((word) => [...word].length === 2)
  return words.length > 0
    ? unique(words)
        .map((word) => quoted(word, false))
        .join(' | ')
    : undefined
}
