export { purgeRejected } from './review-queue.ts'
export { readCreditCode } from './submission-view.ts'
