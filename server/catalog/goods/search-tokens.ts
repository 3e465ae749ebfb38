import { loadOnFirstUse } from '#server/platform/core/module-loading.ts'

const loadPinyin = loadOnFirstUse<typeof import('pinyin-pro')>('pinyin-pro')

/**
 * How goods are found. Chinese text is indexed by pairs of adjacent characters, so no dictionary is needed and 截齿 finds 合金截齿; pinyin is
 * indexed whole and by initials (jiechi, jc). Part numbers are compared without case, spaces, hyphens and dots. A part of a number also
 * finds it, if the part starts at the first letter or where letters and digits meet.
 */

export const CHINESE_RUN_PATTERN = /\p{Script=Han}+/gu
const LATIN = /[a-z0-9]+/g

/** Removes differences of case and width. */
export const normaliseSearchText = (text: string): string => text.normalize('NFKC').toLowerCase()

/** A part number without case, width and signs: ＫＴ-U84 → ktu84. */
export const stripPartNumberToLettersAndDigits = (text: string): string => normaliseSearchText(text).replace(/[^a-z0-9]/g, '')

/** Lists the pairs of adjacent characters: 合金截齿 → 合金, 金截, 截齿. */
export function listAdjacentCharacterPairs(run: string): string[] {
  const letters = [...run]
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

/** The pairs, and each single character. */
const pairs = (run: string): string[] => [...run, ...listAdjacentCharacterPairs(run)]

/** Lists how the ends of a run sound, without tones, the whole run first: 截齿 → jiechi, chi. The same for characters that sound alike. */
export function listPinyinSuffixes(run: string): string[] {
  const syllables = loadPinyin().pinyin(run, { toneType: 'none', type: 'array' })
  return syllables.map((_, at) => syllables.slice(at).join(''))
}

/** The sounds of a run, and the initials of its ends: jiechi, chi, jc, c. */
function pinyinWords(run: string): string[] {
  const syllables = loadPinyin().pinyin(run, { toneType: 'none', type: 'array' })
  const initials = syllables.map((_, at) =>
    syllables
      .slice(at)
      .map((syllable) => syllable.slice(0, 1))
      .join(''),
  )
  return [...listPinyinSuffixes(run), ...initials].filter((word) => /^[a-z]+$/.test(word))
}

/**
 * Splits a code into suffixes: 'kt-ins114dre' → ktins114dre, ins114dre, 114dre, dre. A suffix starts at a hyphen, or where letters and
 * digits meet.
 */
export function splitCodeIntoSuffixes(code: string): string[] {
  const text = normaliseSearchText(code)
  const cuts = [...text.matchAll(/(?<=[^a-z])[a-z]|(?<=[^0-9])[0-9]|(?<=[^a-z0-9])[a-z0-9]/g)].map(({ index }) => index)
  return [0, ...cuts].map((at) => text.slice(at).replace(/[^a-z0-9]/g, '')).filter((tail) => tail.length > 1)
}

const unique = (words: readonly string[]): string[] => [...new Set(words)]

/** Returns the tokens of a text for the index. */
export function tokenizeForIndex(texts: readonly string[], codes: readonly string[]): string[] {
  const plain = texts.map(normaliseSearchText)
  const chinese = plain.flatMap((text) => text.match(CHINESE_RUN_PATTERN) ?? [])
  const latin = plain.flatMap((text) => text.match(LATIN) ?? [])
  return unique([
    ...chinese.flatMap(pairs),
    ...chinese.flatMap(pinyinWords),
    ...latin,
    ...latin.flatMap(splitCodeIntoSuffixes),
    ...codes.flatMap(splitCodeIntoSuffixes),
    ...codes.map(stripPartNumberToLettersAndDigits),
  ])
}

/** The tsquery of a word; `prefix`: of all words that begin with it. */
export const quoteTsQueryWord = (word: string, prefix: boolean): string =>
  `'${word.replaceAll("'", "''").replaceAll('\\', '')}'${prefix ? ':*' : ''}`

/** The tokens of a run of Chinese: its pairs, or its single character. */
const pairsToFind = (run: string): string[] => ([...run].length === 1 ? [run] : pairs(run).filter((word) => [...word].length === 2))

/**
 * Builds a tsquery from a keyword; all its parts must match. Chinese is matched by pairs, other text by word prefixes. 'kt ins114' matches
 * one code that is written with a space, or two words. Returns undefined if the keyword has nothing to search for.
 */
export function buildTsQuery(keyword: string): string | undefined {
  const text = normaliseSearchText(keyword)
  const chinese = (text.match(CHINESE_RUN_PATTERN) ?? []).flatMap(pairsToFind)
  const latin = text.match(LATIN) ?? []
  const writeSeparately = latin.map((word) => quoteTsQueryWord(word, true)).join(' & ')
  const together = latin.length > 1 ? ` | ${quoteTsQueryWord(latin.join(''), true)}` : ''
  const parts = [
    ...unique(chinese).map((word) => quoteTsQueryWord(word, false)),
    ...(latin.length > 0 ? [`(${writeSeparately}${together})`] : []),
  ]
  return parts.length > 0 ? parts.join(' & ') : undefined
}

/** One matching form of a keyword is enough. Returns undefined if no form has anything to search for. */
export function buildTsQueryForAnyKeywordForm(variants: readonly string[]): string | undefined {
  const queries = unique(variants.flatMap((text) => buildTsQuery(text) ?? []))
  return queries.length > 1 ? queries.map((query) => `(${query})`).join(' | ') : queries[0]
}

/** A shorter word with one other letter is usually a different word: u84 and u85. */
const SHORTEST_MISTYPED = 4
/** The number of ways to mistype a word grows with its length. */
const LONGEST_MISTYPED = 12
const SIGNS = [...'abcdefghijklmnopqrstuvwxyz0123456789']

/**
 * Lists all words that differ from a word by one letter: wrong, missing, added, or two exchanged. Words of digits only are not varied,
 * because they are other numbers.
 */
function listNearWords(word: string): string[] {
  if (word.length < SHORTEST_MISTYPED || word.length > LONGEST_MISTYPED || /^\d+$/.test(word)) return []
  const cuts = Array.from({ length: word.length + 1 }, (_, at) => [word.slice(0, at), word.slice(at)] as const)
  return cuts.flatMap(([left, right]) => [
    ...SIGNS.map((sign) => left + sign + right),
    ...(right === '' ? [] : [left + right.slice(1), ...SIGNS.map((sign) => left + sign + right.slice(1))]),
    ...(right.length > 1 ? [`${left}${right[1]}${right[0]}${right.slice(2)}`] : []),
  ])
}

/** A run of Chinese with one wrong character. A run of two characters is too short for that. */
function listRestsOfRun(run: string): string[] {
  const letters = [...run]
  const spared = letters.length < 3 ? [] : letters.map((_, at) => [letters.slice(0, at).join(''), letters.slice(at + 1).join('')])
  const rests = spared.map((rest) => rest.filter(Boolean).flatMap(pairsToFind))
  return rests.map((words) => `(${words.map((word) => quoteTsQueryWord(word, false)).join(' & ')})`)
}

/** The pinyin of a run of Chinese, because other characters with the same sound may be meant. */
const listSoundOfRun = (run: string): string[] => ([...run].length > 1 ? pinyinWords(run).slice(0, 1) : [])

/** A word or a run of a keyword. */
export interface KeywordPart {
  /** The tsqueries; all of them must match. */
  exact: string[]
  /** The possible meanings with one wrong letter: tsqueries, … */
  near: string[]
  /** … and beginnings of Latin words, most of which do not exist. */
  nearWords: string[]
}

/** Splits a keyword into the parts, one of which may be mistyped. */
export function splitKeywordIntoParts(keyword: string): KeywordPart[] {
  const text = normaliseSearchText(keyword)
  const runs = (text.match(CHINESE_RUN_PATTERN) ?? []).map((run) => ({
    exact: pairsToFind(run).map((word) => quoteTsQueryWord(word, false)),
    near: listRestsOfRun(run),
    nearWords: listSoundOfRun(run),
  }))
  const words = (text.match(LATIN) ?? []).map((word) => ({
    exact: [quoteTsQueryWord(word, true)],
    near: [],
    nearWords: unique(listNearWords(word)),
  }))
  return [...runs, ...words]
}
