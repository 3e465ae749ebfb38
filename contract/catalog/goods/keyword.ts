/** The longest keyword of a search, in characters. */
export const GOODS_KEYWORD_LENGTH_MAX = 50
