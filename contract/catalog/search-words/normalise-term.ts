/** Removes differences of case, width and blanks: two terms are equal if the results are equal. ' Ｕ84 ' → 'u84'. */
export const normaliseSearchTerm = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
