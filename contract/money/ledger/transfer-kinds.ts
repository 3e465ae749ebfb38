/**
 * The posting table (domain §6): every kind of transfer, from which account to which. Buyers' accounts have a balance of their own, the
 * others are only names. A transfer lowers `from` and raises `to`, so the ledger always sums to zero.
 */
export const buyerLedgerAccounts = {
  wallet: { label: '现金钱包' },
  creditHeld: { label: '赊销占用' },
  creditDrawn: { label: '赊销已用' },
  interest: { label: '逾期利息' },
} as const
export type BuyerLedgerAccount = keyof typeof buyerLedgerAccounts

export const platformLedgerAccounts = {
  bank: { label: '银行存款' },
  gateway: { label: '支付机构' },
  acceptance: { label: '应收票据' },
  sales: { label: '销售收入' },
  commitment: { label: '授信承诺' },
  interestIncome: { label: '利息收入' },
  badDebt: { label: '坏账损失' },
  /** 财务费用: what banks keep of acceptance bills. */
  financeCost: { label: '财务费用' },
  /** 坏账准备: what is set aside for bad debts. It bears write-offs first, and what is recovered goes back to it. */
  provision: { label: '坏账准备' },
  /** 待查: money that has arrived with an unknown or no longer valid purpose. */
  suspense: { label: '待查款项' },
  /** 期初: what companies brought along from an older system. */
  opening: { label: '期初余额' },
} as const
export type PlatformLedgerAccount = keyof typeof platformLedgerAccounts
export type LedgerAccountName = BuyerLedgerAccount | PlatformLedgerAccount

export const transferKinds = {
  /** 充值: money of a bank transfer or an online payment goes to the wallet. */
  topUpByBank: { from: 'bank', to: 'wallet', label: '转账充值' },
  topUpByGateway: { from: 'gateway', to: 'wallet', label: '在线充值' },
  payByWallet: { from: 'wallet', to: 'sales', label: '钱包支付' },
  payByBank: { from: 'bank', to: 'sales', label: '转账支付' },
  payByGateway: { from: 'gateway', to: 'sales', label: '在线支付' },
  /** 占用: paying on credit reduces what can be used, but nothing is owed yet. */
  hold: { from: 'commitment', to: 'creditHeld', label: '赊销占用' },
  /** 释放: the held amount of units that will not be shipped can be used again. */
  void: { from: 'creditHeld', to: 'commitment', label: '占用释放' },
  /** 入账, two rows in one transaction: the amount of a parcel is no longer held, and is owed. */
  postHeld: { from: 'creditHeld', to: 'commitment', label: '占用转赊销' },
  draw: { from: 'creditDrawn', to: 'sales', label: '赊销' },
  /** 还款: a drawn amount is repaid. */
  repayByWallet: { from: 'wallet', to: 'creditDrawn', label: '钱包还款' },
  repayByBank: { from: 'bank', to: 'creditDrawn', label: '转账还款' },
  repayByGateway: { from: 'gateway', to: 'creditDrawn', label: '在线还款' },
  repayByAcceptance: { from: 'acceptance', to: 'creditDrawn', label: '承兑汇票还款' },
  /** 退票: an acceptance bill bounced, and the amount that it repaid is owed again. */
  bounceRepay: { from: 'creditDrawn', to: 'acceptance', label: '承兑汇票退票' },
  /** 逾期利息: the charge of a day, its payment, and its reversal. */
  chargeInterest: { from: 'interest', to: 'interestIncome', label: '逾期利息' },
  interestByWallet: { from: 'wallet', to: 'interest', label: '钱包付息' },
  interestByBank: { from: 'bank', to: 'interest', label: '转账付息' },
  interestByGateway: { from: 'gateway', to: 'interest', label: '在线付息' },
  interestByAcceptance: { from: 'acceptance', to: 'interest', label: '承兑汇票付息' },
  bounceInterest: { from: 'interest', to: 'acceptance', label: '承兑汇票退票付息' },
  /** 收款: a part of a line of the bank paid the bill, at maturity or when it was bought; the fee and the interest that the bank kept. */
  collectAcceptance: { from: 'bank', to: 'acceptance', label: '承兑汇票收款' },
  acceptanceFee: { from: 'financeCost', to: 'acceptance', label: '承兑汇票手续费' },
  acceptanceDiscount: { from: 'financeCost', to: 'acceptance', label: '承兑汇票贴现息' },
  /** 追索: a bill that a bank had bought bounced, and the bank takes its amount back. */
  acceptanceRecourse: { from: 'acceptance', to: 'bank', label: '承兑汇票追索' },
  /** 兑付 without a line of the bank: by two people, or before lines were asked for. */
  honourAcceptance: { from: 'bank', to: 'acceptance', label: '承兑汇票例外兑付' },
  reverseInterest: { from: 'interestIncome', to: 'interest', label: '利息冲回' },
  /** 利息退回: a repayment with an earlier value date returns interest that was already paid. */
  returnInterest: { from: 'interestIncome', to: 'wallet', label: '利息退回' },
  /** 利息补收: the bank's file says a later day than the one that was typed, and the days between cost interest. */
  rechargeInterest: { from: 'interest', to: 'interestIncome', label: '利息补收' },
  waiveInterest: { from: 'interestIncome', to: 'interest', label: '利息减免' },
  /** 减免冲回: waived interest of a day is reversed, and nobody paid it; so the waiver goes back with it. Its own `reverseInterest` stands beside it. */
  reverseWaiver: { from: 'interest', to: 'interestIncome', label: '利息减免冲回' },
  /** 核销: the part of a write-off that the provision bears, the rest, and unpaid interest. The claim is kept off these books (bad_debt). */
  writeOffProvided: { from: 'provision', to: 'creditDrawn', label: '坏账核销（冲减准备）' },
  writeOff: { from: 'badDebt', to: 'creditDrawn', label: '坏账核销' },
  writeOffInterest: { from: 'badDebt', to: 'interest', label: '逾期利息核销' },
  /** 坏账收回: money for a claim that was written off, and its reversal when a bill bounces. */
  recoverByWallet: { from: 'wallet', to: 'provision', label: '钱包坏账收回' },
  recoverByBank: { from: 'bank', to: 'provision', label: '转账坏账收回' },
  recoverByGateway: { from: 'gateway', to: 'provision', label: '在线坏账收回' },
  recoverByAcceptance: { from: 'acceptance', to: 'provision', label: '承兑汇票坏账收回' },
  bounceRecovery: { from: 'provision', to: 'acceptance', label: '承兑汇票退票坏账收回' },
  /** 计提 and 转回: the provision of a month, once a month, of the platform. */
  provide: { from: 'badDebt', to: 'provision', label: '计提坏账准备' },
  releaseProvision: { from: 'provision', to: 'badDebt', label: '转回坏账准备' },
  /** 对账调整: a disputed drawdown was decided for the buyer. */
  adjust: { from: 'sales', to: 'creditDrawn', label: '对账调整' },
  /** 退款 to where the payment came from. */
  refundToCredit: { from: 'sales', to: 'creditDrawn', label: '退款冲减' },
  refundToWallet: { from: 'sales', to: 'wallet', label: '退款到钱包' },
  refundToGateway: { from: 'sales', to: 'gateway', label: '原路退款' },
  /** The part of a repayment or refund above the debt goes to the wallet. */
  surplusFromBank: { from: 'bank', to: 'wallet', label: '转账还款余款' },
  surplusFromGateway: { from: 'gateway', to: 'wallet', label: '在线还款余款' },
  surplusFromAcceptance: { from: 'acceptance', to: 'wallet', label: '承兑汇票余款' },
  /** 待查: money that cannot be used for its purpose, and where it goes later. */
  bankToSuspense: { from: 'bank', to: 'suspense', label: '转账待查' },
  gatewayToSuspense: { from: 'gateway', to: 'suspense', label: '在线待查' },
  suspenseToWallet: { from: 'suspense', to: 'wallet', label: '待查转入钱包' },
  suspenseToSales: { from: 'suspense', to: 'sales', label: '待查转订单' },
  suspenseToCredit: { from: 'suspense', to: 'creditDrawn', label: '待查转还款' },
  suspenseToInterest: { from: 'suspense', to: 'interest', label: '待查转付息' },
  suspenseToRecovery: { from: 'suspense', to: 'provision', label: '待查转坏账收回' },
  suspenseToBank: { from: 'suspense', to: 'bank', label: '待查退回银行' },
  suspenseToGateway: { from: 'suspense', to: 'gateway', label: '待查原路退回' },
  /** 撤销到账: on its day, what a part of a line of the bank has done goes back, and the line waits again. Its own `undoClaim` is of the platform. */
  undoTopUp: { from: 'wallet', to: 'bank', label: '撤销转账充值' },
  undoPayment: { from: 'sales', to: 'bank', label: '撤销转账支付' },
  undoRepay: { from: 'creditDrawn', to: 'bank', label: '撤销转账还款' },
  undoInterest: { from: 'interest', to: 'bank', label: '撤销转账付息' },
  undoSurplus: { from: 'wallet', to: 'bank', label: '撤销转账还款余款' },
  undoClaim: { from: 'bank', to: 'suspense', label: '撤销到账认领' },
  /** 期初: what a company had and owed in an older system. `openDraw` has no statement yet and is included in one of ours. */
  openWallet: { from: 'opening', to: 'wallet', label: '期初钱包' },
  openStatement: { from: 'creditDrawn', to: 'opening', label: '期初账单' },
  openDraw: { from: 'creditDrawn', to: 'opening', label: '期初未出账' },
  openInterest: { from: 'interest', to: 'opening', label: '期初利息' },
} as const satisfies Record<string, { from: LedgerAccountName; to: LedgerAccountName; label: string }>
export type TransferKind = keyof typeof transferKinds

/** Debts that have no statement until the close of the month in which they were posted. */
export const drawdownTransferKinds = ['draw', 'openDraw'] as const satisfies readonly TransferKind[]
/** The payments of interest. */
export const interestPaymentTransferKinds = [
  ...(['interestByWallet', 'interestByBank', 'interestByGateway', 'interestByAcceptance', 'suspenseToInterest'] as const),
] as const satisfies readonly TransferKind[]
/** What a write-off posts, and what recovers its claim. */
export const writeOffTransferKinds = ['writeOffProvided', 'writeOff', 'writeOffInterest'] as const satisfies readonly TransferKind[]
export const badDebtRecoveryTransferKinds = [
  ...(['recoverByWallet', 'recoverByBank', 'recoverByGateway', 'recoverByAcceptance', 'suspenseToRecovery'] as const),
] as const satisfies readonly TransferKind[]
export const openingBalanceTransferKinds = [
  'openWallet',
  'openStatement',
  'openDraw',
  'openInterest',
] as const satisfies readonly TransferKind[]

export const isBuyerLedgerAccount = (name: LedgerAccountName): name is BuyerLedgerAccount => name in buyerLedgerAccounts
