export { forgetRejected } from './across-companies.ts'
export { readCreditCode } from './submission-view.ts'
