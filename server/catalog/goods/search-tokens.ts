import { pinyin } from 'pinyin-pro'

/**
 * How goods are found. Chinese text is indexed by pairs of adjacent characters, so no dictionary is needed and 截齿 finds 合金截齿. Pinyin is
 * indexed whole and by initials (jiechi, jc). Part numbers are compared without case, spaces, hyphens and dots, and are found by each part
 * that starts at their first letter or where letters and digits meet.
 */

const CHINESE = /\p{Script=Han}+/gu
const LATIN = /[a-z0-9]+/g

/** Removes differences of case and width. */
export const normalizeText = (text: string): string => text.normalize('NFKC').toLowerCase()

/** 合金截齿 → 合金, 金截, 截齿, and each single character. */
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

/**
 * Splits a code into suffixes: 'kt-ins114dre' → ktins114dre, ins114dre, 114dre, dre. A suffix starts at a hyphen, or where letters and
 * digits meet.
 */
export function listCodeSuffixes(code: string): string[] {
  const text = normalizeText(code)
  const cuts = [...text.matchAll(/(?<=[^a-z])[a-z]|(?<=[^0-9])[0-9]|(?<=[^a-z0-9])[a-z0-9]/g)].map(({ index }) => index)
  return [0, ...cuts].map((at) => text.slice(at).replace(/[^a-z0-9]/g, '')).filter((tail) => tail.length > 1)
}

const unique = (words: readonly string[]): string[] => [...new Set(words)]

/** Returns the tokens of a text for the index. */
export function tokenizeForIndex(texts: readonly string[], codes: readonly string[]): string[] {
  const plain = texts.map(normalizeText)
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
 * Builds a tsquery from a keyword; all its parts must match. Chinese is matched by pairs, other text by word prefixes. 'kt ins114' matches
 * one code that is written with a space, or two words. Returns undefined if the keyword has nothing to search for.
 */
export function buildTsQuery(keyword: string): string | undefined {
  const text = normalizeText(keyword)
  const chinese = (text.match(CHINESE) ?? []).flatMap((run) =>
    [...run].length === 1 ? [run] : pairs(run).filter((word) => [...word].length === 2),
  )
  const latin = text.match(LATIN) ?? []
  const writeSeparately = latin.map((word) => quoted(word, true)).join(' & ')
  const together = latin.length > 1 ? ` | ${quoted(latin.join(''), true)}` : ''
  const parts = [...unique(chinese).map((word) => quoted(word, false)), ...(latin.length > 0 ? [`(${writeSeparately}${together})`] : [])]
  return parts.length > 0 ? parts.join(' & ') : undefined
}

/**
 * The same, but one matching pair of Chinese characters is enough: 0 号柴油 finds 0# 车用柴油. Returns undefined if there is no Chinese text; an
 * unknown part number is not guessed.
 */
export function buildLooseTsQuery(keyword: string): string | undefined {
  const words = (normalizeText(keyword).match(CHINESE) ?? []).flatMap(pairs).filter((word) => [...word].length === 2)
  return words.length > 0
    ? unique(words)
        .map((word) => quoted(word, false))
        .join(' | ')
    : undefined
}
