export { findAllocation, paidTimes, unrefunded } from './payments.ts'
export { giveBack, settle } from './settle.ts'
