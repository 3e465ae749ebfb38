export {
  changeLimit,
  listAgreements,
  listEndingLimits,
  listLimitChanges,
  lockCredit,
  readCredit,
  recordAgreement,
} from './credit-accounts.ts'
export { describeCredit } from './credit-view.ts'
export { demandCredit, drawCredit, holdCredit, voidHold, whyNoCredit } from './hold-credit.ts'
export { listLimitRequests } from './limit-requests.ts'
