import { schemaError } from '#console/platform/components/forms/rule.ts'
import { getSearchWordFault, type SearchWordKind, searchWordFields } from '#contract/catalog/search-words/shapes.ts'

/** Splits what somebody typed into terms: 截齿、镐齿，截煤齿. */
export const splitTerms = (text: string): string[] =>
  text
    .split(/[、，,;；\n]/)
    .map((term) => term.trim())
    .filter((term) => term !== '')

/** What is wrong with typed terms of one kind; undefined: nothing. */
export function termsError(kind: SearchWordKind, text: string): string | undefined {
  const terms = splitTerms(text)
  const fault = getSearchWordFault({ kind, terms, target: kind === 'redirect' ? '/' : '' })
  return schemaError(searchWordFields.terms, terms) ?? fault?.message
}
