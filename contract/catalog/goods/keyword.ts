/** Characters that somebody may look for at once. */
export const KEYWORD_MAX = 50
