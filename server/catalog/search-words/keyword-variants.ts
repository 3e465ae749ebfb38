import { normaliseSearchTerm } from '#contract/catalog/search-words/normalise-term.ts'

/** The largest number of forms of a keyword, including the keyword itself. More would make the search slow. */
const VARIANTS_MAX = 24

const LATIN = /[a-z0-9]/

/** Whether the text has the term at a position as a whole word: 'w6' is not in 'w60'. Chinese has no word limits. */
function standsAlone(text: string, term: string, at: number): boolean {
  const end = at + term.length
  const joined = (left: string | undefined, right: string | undefined) => LATIN.test(left ?? '') && LATIN.test(right ?? '')
  return !joined(text[at - 1], text[at]) && !joined(text[end - 1], text[end])
}

/** Replaces the first occurrence of the term as a whole word; undefined: there is none. */
function replaceTerm(text: string, term: string, other: string): string | undefined {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1))
    if (standsAlone(text, term, at)) return text.slice(0, at) + other + text.slice(at + term.length)
  return undefined
}

interface Variant {
  text: string
  /** The places of the terms that were put in, in their sets: the first term of a set is the word of the catalog. */
  cost: number
}

/**
 * Lists the forms of a keyword with synonyms, itself first, then those with the first terms of the sets: '镐齿 U84' with 截齿 = 镐齿 →
 * '镐齿 u84', '截齿 u84'. The terms of the sets are normalised.
 */
export function computeKeywordVariants(keyword: string, synonyms: readonly (readonly string[])[]): string[] {
  let variants: Variant[] = [{ text: normaliseSearchTerm(keyword), cost: 0 }]
  for (const terms of synonyms) {
    // The longest term comes first: 采煤截齿 wins over the 截齿 in it.
    const longest = [...terms].sort((a, b) => b.length - a.length)
    const grown = variants.flatMap(({ text, cost }) => {
      const meant = longest.find((term) => replaceTerm(text, term, term) !== undefined)
      if (meant === undefined) return []
      return terms.flatMap((other, place) => {
        const replaced = other === meant ? undefined : replaceTerm(text, meant, other)
        return replaced === undefined ? [] : [{ text: replaced, cost: cost + place + 1 }]
      })
    })
    const all = new Map([...variants, ...grown].sort((a, b) => b.cost - a.cost).map((variant) => [variant.text, variant]))
    variants = [...all.values()].sort((a, b) => a.cost - b.cost).slice(0, VARIANTS_MAX)
  }
  return variants.map(({ text }) => text)
}
