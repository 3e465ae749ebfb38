/**
 * Owns what staff configure for the search: synonyms, hot words, words that lead to an address; and the count of searches without results.
 * Writes the tables `missed_search`, `search_word` and `search_word_term`. Never searches: catalog/goods does.
 */

export { computeKeywordVariants } from './keyword-variants.ts'
export { deleteOldMissedSearches, recordMissedSearch } from './missed-searches.ts'
export { listHotWords, readSynonymsAndRedirectOfKeyword } from './search-word-store.ts'
