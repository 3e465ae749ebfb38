/** The longest keyword of a search, in characters. */
export const KEYWORD_MAX = 50
