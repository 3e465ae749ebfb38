export { replaceTemplate } from './freight-rows.ts'
export { freightTerms } from './terms.ts'
