/** The first line of a document that is generated. */
export const GENERATED_DOCUMENT_NOTICE = '<!-- Written by tools/draw.ts. Do not edit; run npm run docs. -->\n\n'
