/** The longest text that the finder takes, in characters. */
export const FINDER_KEYWORD_LENGTH_MAX = 60
