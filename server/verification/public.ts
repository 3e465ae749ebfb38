export { forgetRejected } from './across-companies.ts'
