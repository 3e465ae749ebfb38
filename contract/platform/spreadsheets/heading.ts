/** How the headings of columns are compared, whoever wrote the sheet. */

/** A heading without stars, blanks and punctuation, in half-width lower case; brackets stay: '*收（付）方 名称：' → '收(付)方名称'. */
export const compactHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*:_.-]/g, '')

/** A compact heading without what stands in brackets beside it: '数量(支)' → '数量'. */
export const bareHeading = (compact: string): string => compact.replace(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】/g, '')
