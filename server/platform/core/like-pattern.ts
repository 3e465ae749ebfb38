/** Builds a LIKE pattern that finds the text anywhere. Special characters are escaped. */
export const formatLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
