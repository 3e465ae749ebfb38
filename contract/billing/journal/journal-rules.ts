import { type TransferKind, transferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type JournalAccountRole, type JournalStandard, journalStandards } from './standards.ts'

/**
 * 记账规则, by kind of transfer: the account that is debited, and the one that is credited. A transfer lowers `from` and raises `to`; an
 * accountant debits what stands for `from`, because the ledger keeps what the platform owes as positive.
 *
 * Money of the bank has one line in the books of the bank: it comes when the bank brings it (`bankToSuspense`), and goes when it is sent back
 * (`returnToBank`). What happens between, when a receipt is assigned, goes over `claims`, which is empty at the end of every day.
 */
const roles = {
  topUpByBank: ['claims', 'wallet'],
  topUpByGateway: ['gateway', 'wallet'],
  payByWallet: ['wallet', 'sales'],
  payByBank: ['claims', 'sales'],
  payByGateway: ['gateway', 'sales'],
  hold: ['commitment', 'held'],
  void: ['held', 'commitment'],
  postHeld: ['held', 'commitment'],
  draw: ['receivable', 'sales'],
  repayByWallet: ['wallet', 'receivable'],
  repayByBank: ['claims', 'receivable'],
  repayByGateway: ['gateway', 'receivable'],
  repayByAcceptance: ['bills', 'receivable'],
  bounceRepay: ['receivable', 'bills'],
  chargeInterest: ['interestDue', 'interestIncome'],
  interestByWallet: ['wallet', 'interestDue'],
  interestByBank: ['claims', 'interestDue'],
  interestByGateway: ['gateway', 'interestDue'],
  interestByAcceptance: ['bills', 'interestDue'],
  bounceInterest: ['interestDue', 'bills'],
  collectAcceptance: ['claims', 'bills'],
  acceptanceFee: ['financeCost', 'bills'],
  acceptanceDiscount: ['financeCost', 'bills'],
  acceptanceRecourse: ['bills', 'bank'],
  honourAcceptance: ['bank', 'bills'],
  reverseInterest: ['interestIncome', 'interestDue'],
  returnInterest: ['interestIncome', 'wallet'],
  rechargeInterest: ['interestDue', 'interestIncome'],
  waiveInterest: ['interestIncome', 'interestDue'],
  reverseWaiver: ['interestDue', 'interestIncome'],
  writeOff: ['badDebt', 'receivable'],
  writeOffProvided: ['provision', 'receivable'],
  writeOffInterest: ['badDebt', 'interestDue'],
  recoverByWallet: ['wallet', 'provision'],
  recoverByBank: ['claims', 'provision'],
  recoverByGateway: ['gateway', 'provision'],
  recoverByAcceptance: ['bills', 'provision'],
  bounceRecovery: ['provision', 'bills'],
  provide: ['badDebt', 'provision'],
  releaseProvision: ['provision', 'badDebt'],
  adjust: ['sales', 'receivable'],
  refundToCredit: ['sales', 'receivable'],
  refundToWallet: ['sales', 'wallet'],
  refundToGateway: ['sales', 'gateway'],
  surplusFromBank: ['claims', 'wallet'],
  surplusFromGateway: ['gateway', 'wallet'],
  surplusFromAcceptance: ['bills', 'wallet'],
  bankToSuspense: ['bank', 'suspense'],
  gatewayToSuspense: ['gateway', 'suspense'],
  suspenseToWallet: ['suspense', 'wallet'],
  suspenseToSales: ['suspense', 'sales'],
  suspenseToCredit: ['suspense', 'receivable'],
  suspenseToInterest: ['suspense', 'interestDue'],
  suspenseToRecovery: ['suspense', 'provision'],
  suspenseToBank: ['suspense', 'claims'],
  suspenseToGateway: ['suspense', 'gateway'],
  undoTopUp: ['wallet', 'claims'],
  undoPayment: ['sales', 'claims'],
  undoRepay: ['receivable', 'claims'],
  undoInterest: ['interestDue', 'claims'],
  undoSurplus: ['wallet', 'claims'],
  undoClaim: ['claims', 'suspense'],
  openWallet: ['opening', 'wallet'],
  openStatement: ['receivable', 'opening'],
  openDraw: ['receivable', 'opening'],
  openInterest: ['interestDue', 'opening'],
} as const satisfies Record<TransferKind, readonly [debit: JournalAccountRole, credit: JournalAccountRole]>

/** 退回付款人 or 登记作废: a transfer `suspenseToBank` by which money leaves the bank, unlike the one of a receipt that is assigned. */
const returned = { returnToBank: ['suspense', 'bank'] } as const satisfies Record<string, readonly [JournalAccountRole, JournalAccountRole]>

/**
 * 价税分离 (decision 200). What a transfer moves into or out of revenue stands in four accounts: what is not delivered yet in the debit accounts of
 * these two rules, 合同负债 without its tax and 待转销项税额; what is delivered in the account of the transfer's own rule without its tax, and in
 * 销项税额, the credit account of the second. `recognise` also makes entries of its own, when goods are delivered.
 */
const split = {
  recognise: ['contract', 'sales'],
  recogniseTax: ['deferredTax', 'outputTax'],
} as const satisfies Record<string, readonly [JournalAccountRole, JournalAccountRole]>

export type JournalRuleKey = TransferKind | keyof typeof returned | keyof typeof split
const rolesByKey: Record<JournalRuleKey, readonly [debit: JournalAccountRole, credit: JournalAccountRole]> = {
  ...roles,
  ...returned,
  ...split,
}

/** The rules in the order in which a day has its entries. */
export const journalRuleKeys: readonly JournalRuleKey[] = [...keysOf(transferKinds), ...keysOf(returned), ...keysOf(split)]

/** The name of a rule, which is the summary (摘要) of its entries. */
export const journalRuleLabels: Readonly<Record<JournalRuleKey, string>> = {
  ...(Object.fromEntries(keysOf(transferKinds).map((kind) => [kind, transferKinds[kind].label])) as Record<TransferKind, string>),
  suspenseToBank: '到账认领',
  returnToBank: '到账退回',
  recognise: '确认收入',
  recogniseTax: '确认销项税额',
}

/** The codes of the two accounts of a rule. */
export interface JournalRule {
  debit: string
  credit: string
}
export type JournalRules = Record<JournalRuleKey, JournalRule>

/** The rules that a set of standards begins with. */
export function getDefaultRulesOfJournalStandard(standard: JournalStandard): JournalRules {
  const { accounts } = journalStandards[standard]
  return Object.fromEntries(
    journalRuleKeys.map((key) => {
      const [debit, credit] = rolesByKey[key]
      return [key, { debit: accounts[debit].code, credit: accounts[credit].code }]
    }),
  ) as JournalRules
}
