export { replaceFreightTemplate } from './freight-rows.ts'
export { findFreightTerms } from './freight-terms.ts'
