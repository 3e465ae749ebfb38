/**
 * Removes the differences that people make when they write a part number: case, character width, spaces, hyphens, dots. 'ＫＴ－ins 114' →
 * 'ktins114'. Two part numbers are equal if the results are equal.
 */
export const normalisePartNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
