/**
 * A number without what people write or leave out as they please: case, width, blanks, hyphens, dots. 'ＫＴ－ins 114' → 'ktins114'. Two numbers
 * are the same where this is.
 */
export const normalisePartNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
