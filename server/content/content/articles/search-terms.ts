/** Words that occur in most questions and in most articles. They are removed before the search. */
const FILLERS =
  /请问|怎么样|怎样|怎么|如何|为什么|什么|哪里|哪些|可以|能不能|是不是|多少|多久|一下|我们|我的|我想|需要|吗|呢|的|了|是|我|在|要/g
const HAN = /^\p{Script=Han}+$/u
const TERMS_MAX = 12

/** A text to search for and the weight of a match. */
export interface SearchTerm {
  text: string
  weight: number
}

/** Returns all pairs of adjacent characters: 申请额度 → 申请, 请额, 额度. */
const pairsOf = (word: string): string[] => [...word].slice(1).map((letter, at) => ([...word][at] ?? '') + letter)

/**
 * Splits a question into search terms. A longer Chinese word also gives its pairs of characters, because Chinese text does not mark where
 * words end. The whole word weighs as much as all of its pairs together.
 */
export function extractSearchTerms(keyword: string): SearchTerm[] {
  const folded = keyword.normalize('NFKC').toLowerCase()
  const split = (text: string) => text.split(/[^\p{Letter}\p{Number}.+-]+/u).filter((word) => word !== '')
  const words = split(folded.replace(FILLERS, ' '))
  // A question that consists of filler words only is searched for unchanged.
  const terms = (words.length > 0 ? words : split(folded)).flatMap((word): SearchTerm[] => {
    const parts = HAN.test(word) && [...word].length > 2 ? pairsOf(word) : []
    return [{ text: word, weight: Math.max(2, parts.length) }, ...parts.map((text) => ({ text, weight: 1 }))]
  })
  const known = new Map<string, SearchTerm>()
  for (const term of terms) if ((known.get(term.text)?.weight ?? 0) < term.weight) known.set(term.text, term)
  return [...known.values()].slice(0, TERMS_MAX)
}

const AROUND = 60
/** Markdown characters that are removed from an excerpt. */
const MARKS = /\*\*|^[#>|\s-]+|\[([^[\]]*)\]\([^()]*\)/gm

/** Returns about 120 characters of plain text around the first match of the given words. */
export function buildSearchExcerpt(text: string, words: readonly string[]): string {
  const plain = text
    .replace(MARKS, '$1')
    .replace(/[|\s]+/g, ' ')
    .trim()
  const folded = plain.toLowerCase()
  const found = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0)
  const at = found.length > 0 ? Math.min(...found) : 0
  const from = Math.max(0, at - AROUND / 2)
  const until = Math.min(plain.length, from + 2 * AROUND)
  return `${from > 0 ? '…' : ''}${plain.slice(from, until)}${until < plain.length ? '…' : ''}`
}
