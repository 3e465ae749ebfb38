/**
 * The posting table (domain §6): every way that money moves, from which account to which. Buyer-side accounts have a balance of
 * their own; the others are names. A transfer lowers `from` and raises `to`, so the books sum to zero whatever is posted.
 */
export const buyerAccounts = {
  wallet: { label: '现金钱包' },
  creditHeld: { label: '赊销占用' },
  creditDrawn: { label: '赊销已用' },
  interest: { label: '逾期利息' },
} as const
export type BuyerAccount = keyof typeof buyerAccounts

export const platformAccounts = {
  bank: { label: '银行存款' },
  gateway: { label: '支付机构' },
  sales: { label: '销售收入' },
  commitment: { label: '授信承诺' },
} as const
export type PlatformAccount = keyof typeof platformAccounts
export type AccountName = BuyerAccount | PlatformAccount

export const transferKinds = {
  /** 充值: money of a bank transfer reaches the wallet. */
  topUpByBank: { from: 'bank', to: 'wallet', label: '转账充值' },
  payByWallet: { from: 'wallet', to: 'sales', label: '钱包支付' },
  refundToWallet: { from: 'sales', to: 'wallet', label: '退款到钱包' },
  /** 占用: paying on credit takes the amount off what is usable, but nothing is owed yet. */
  hold: { from: 'commitment', to: 'creditHeld', label: '赊销占用' },
  /** 释放: what will not be shipped is usable again. */
  void: { from: 'creditHeld', to: 'commitment', label: '占用释放' },
  /** 入账, in two rows of one transaction: a parcel's share stops being held and is owed. */
  postHeld: { from: 'creditHeld', to: 'commitment', label: '占用转用信' },
  draw: { from: 'creditDrawn', to: 'sales', label: '用信' },
} as const satisfies Record<string, { from: AccountName; to: AccountName; label: string }>
export type TransferKind = keyof typeof transferKinds

export const isBuyerAccount = (name: AccountName): name is BuyerAccount => name in buyerAccounts
