export {
  changeCreditLimit,
  findCreditAccount,
  listCreditAgreements,
  listExpiringLimits,
  listLimitChanges,
  lockCreditAccount,
  recordCreditAgreement,
} from './credit-accounts.ts'
export { describeCredit, describeNextDue } from './credit-view.ts'
export { drawCredit, findCreditBlockReason, holdCredit, requireCredit, voidCreditHold } from './hold-credit.ts'
export { listLimitRequests, readLimitsVersion } from './limit-requests.ts'
