/** Normalizes column headings so that they can be compared. */

/** A heading without asterisks, spaces and punctuation, in half-width lower case. Brackets stay: '*收（付）方 名称：' → '收(付)方名称'. */
export const compactHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*:_.-]/g, '')

/** A compact heading without text in brackets: '数量(支)' → '数量'. */
export const removeHeadingBrackets = (compact: string): string => compact.replace(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】/g, '')
