/** The first line of a document that is generated. */
export const WRITTEN_HEAD = '<!-- Written by tools/draw.ts. Do not edit; run npm run docs. -->\n\n'
