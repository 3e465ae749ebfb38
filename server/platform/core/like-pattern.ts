/** Text to be found anywhere in another, whatever signs it holds. */
export const formatLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
