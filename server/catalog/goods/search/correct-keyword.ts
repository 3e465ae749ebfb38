import {
  CHINESE_RUN_PATTERN,
  listPinyinSuffixes,
  normaliseSearchText,
  stripPartNumberToLettersAndDigits,
} from '#server/catalog/goods/search-tokens.ts'
import { unifyLookalikeCharacters } from './read-keyword.ts'

/** A shorter run of Chinese is too often another word. */
const CORRECTED_RUN_MIN = 3

/** How a character sounds to those who do not tell z from zh, n from ng and l from n apart. */
const toBroadSound = (character: string): string =>
  (listPinyinSuffixes(character)[0] ?? '')
    .replace(/^([zcs])h/, '$1')
    .replace(/ng$/, 'n')
    .replace(/^l/, 'n')

/** The part of some runs of Chinese that differs from a word in one character that sounds alike. */
function findRunInPlaceOf(word: string, runs: readonly string[]): string | undefined {
  const asked = [...word]
  if (asked.length < CORRECTED_RUN_MIN) return undefined
  for (const run of runs) {
    const letters = [...run]
    for (let at = 0; at + asked.length <= letters.length; at++) {
      const part = letters.slice(at, at + asked.length)
      const [wrong, ...others] = part.flatMap((letter, place) => (letter === asked[place] ? [] : [place]))
      if (wrong === undefined || others.length > 0) continue
      if (toBroadSound(part[wrong] ?? '') === toBroadSound(asked[wrong] ?? '')) return part.join('')
    }
  }
  return undefined
}

/** The code of some that differs from a word only in signs that look alike: 0 and O, 1 and l. */
const findCodeInPlaceOf = (word: string, codes: readonly string[]): string | undefined => {
  const looks = unifyLookalikeCharacters(stripPartNumberToLettersAndDigits(word))
  return looks.length < CORRECTED_RUN_MIN
    ? undefined
    : codes.find((code) => unifyLookalikeCharacters(stripPartNumberToLettersAndDigits(code.toLowerCase())) === looks)
}

const LATIN_WORD = /[a-z0-9]+(?:[-./][a-z0-9]+)*/gi
const isDigit = (sign: string): boolean => sign >= '0' && sign <= '9'
const isLatinWord = (word: string): boolean => /^[a-z0-9]/.test(word)

/** Whether a text has a Latin word that is no part of another one: 22 is not in 2200, but 38 is in 38mm. */
function hasLatinWord(text: string, word: string): boolean {
  const bare = stripPartNumberToLettersAndDigits(word)
  if ((text.match(LATIN_WORD) ?? []).some((one) => stripPartNumberToLettersAndDigits(one) === bare)) return true
  const goesOn = (one: string, other: string) => (isDigit(one) ? isDigit(other) : isLatinWord(other) && !isDigit(other))
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length
    if (!goesOn(word.charAt(0), text.charAt(at - 1)) && !goesOn(word.charAt(word.length - 1), text.charAt(end))) return true
  }
  return false
}

/** Puts a word in the place of another one, however that is written. What is around it stays as it is. */
function replaceWord(keyword: string, wrong: string, right: string): string {
  const at = keyword.toLowerCase().indexOf(wrong)
  return at < 0 ? normaliseSearchText(keyword).replace(wrong, () => right) : keyword.slice(0, at) + right + keyword.slice(at + wrong.length)
}

/**
 * The keyword with its one mistyped word as goods have it: 采媒截齿 → 采煤截齿, u8o → U80. `texts`: the words of goods that come nearest, each
 * tried alone. Undefined: none of them has all other words of the keyword, or more than one letter or sound is wrong.
 */
export function correctOneWordOfKeyword(keyword: string, texts: readonly string[]): string | undefined {
  const asked = normaliseSearchText(keyword)
  const words = [...(asked.match(CHINESE_RUN_PATTERN) ?? []), ...(asked.match(LATIN_WORD) ?? [])]
  for (const given of texts) {
    const text = normaliseSearchText(given)
    const isThere = (word: string) => (isLatinWord(word) ? hasLatinWord(text, word) : text.includes(word))
    const [wrong, ...others] = words.filter((word) => !isThere(word))
    if (wrong === undefined || others.length > 0) continue
    const right = isLatinWord(wrong)
      ? findCodeInPlaceOf(wrong, given.normalize('NFKC').match(LATIN_WORD) ?? [])
      : findRunInPlaceOf(wrong, text.match(CHINESE_RUN_PATTERN) ?? [])
    if (right !== undefined) return replaceWord(keyword, wrong, right)
  }
  return undefined
}
