import { keysOf } from '#contract/platform/core/lifecycle.ts'

/** 科目类别: what a journal account is, and the side on which its balance usually stands. `memo` accounts (表外) are in no balance sheet. */
export const journalAccountTypes = {
  asset: { label: '资产', side: 'debit' },
  liability: { label: '负债', side: 'credit' },
  common: { label: '共同', side: 'credit' },
  equity: { label: '所有者权益', side: 'credit' },
  income: { label: '收入', side: 'credit' },
  expense: { label: '费用', side: 'debit' },
  memo: { label: '表外', side: 'debit' },
} as const
export type JournalAccountType = keyof typeof journalAccountTypes

/** 科目 in the chart: digits only, the first four of which name the account of the first level. */
export interface JournalAccount {
  code: string
  name: string
  type: JournalAccountType
}

/** What an account is for. Each set of standards says which account of its own that is. */
export const journalAccountRoles = [
  'bank',
  'claims',
  'gateway',
  'bills',
  'receivable',
  'interestDue',
  'wallet',
  'suspense',
  'opening',
  'contract',
  'deferredTax',
  'outputTax',
  'sales',
  'interestIncome',
  'badDebt',
  'financeCost',
  'provision',
  'held',
  'commitment',
] as const
export type JournalAccountRole = (typeof journalAccountRoles)[number]

const tax = {
  deferredTax: { code: '222106', name: '应交税费—待转销项税额', type: 'liability' },
  outputTax: { code: '22210107', name: '应交税费—应交增值税（销项税额）', type: 'liability' },
} as const

interface Standard {
  label: string
  accounts: Record<JournalAccountRole, JournalAccount>
}

const memo = {
  held: { code: '9001', name: '赊销占用', type: 'memo' },
  commitment: { code: '9002', name: '授信承诺', type: 'memo' },
} as const

/** 会计准则: the charts that a mall can begin with. */
export const journalStandards = {
  enterprise: {
    label: '企业会计准则',
    accounts: {
      bank: { code: '1002', name: '银行存款', type: 'asset' },
      claims: { code: '1015', name: '到账认领过渡', type: 'asset' },
      gateway: { code: '1012', name: '其他货币资金', type: 'asset' },
      bills: { code: '1121', name: '应收票据', type: 'asset' },
      receivable: { code: '1122', name: '应收账款', type: 'asset' },
      interestDue: { code: '1132', name: '应收利息', type: 'asset' },
      wallet: { code: '2203', name: '预收账款', type: 'liability' },
      suspense: { code: '2241', name: '其他应付款', type: 'liability' },
      opening: { code: '3999', name: '期初迁入', type: 'common' },
      contract: { code: '2205', name: '合同负债', type: 'liability' },
      ...tax,
      sales: { code: '6001', name: '主营业务收入', type: 'income' },
      interestIncome: { code: '6051', name: '其他业务收入', type: 'income' },
      badDebt: { code: '6702', name: '信用减值损失', type: 'expense' },
      financeCost: { code: '6603', name: '财务费用', type: 'expense' },
      provision: { code: '1231', name: '坏账准备', type: 'asset' },
      ...memo,
    },
  },
  small: {
    label: '小企业会计准则',
    accounts: {
      bank: { code: '1002', name: '银行存款', type: 'asset' },
      claims: { code: '1015', name: '到账认领过渡', type: 'asset' },
      gateway: { code: '1012', name: '其他货币资金', type: 'asset' },
      bills: { code: '1121', name: '应收票据', type: 'asset' },
      receivable: { code: '1122', name: '应收账款', type: 'asset' },
      interestDue: { code: '1132', name: '应收利息', type: 'asset' },
      wallet: { code: '2203', name: '预收账款', type: 'liability' },
      suspense: { code: '2241', name: '其他应付款', type: 'liability' },
      opening: { code: '3999', name: '期初迁入', type: 'equity' },
      contract: { code: '220302', name: '预收账款—未发货订单', type: 'liability' },
      ...tax,
      sales: { code: '5001', name: '主营业务收入', type: 'income' },
      interestIncome: { code: '5051', name: '其他业务收入', type: 'income' },
      badDebt: { code: '5711', name: '营业外支出', type: 'expense' },
      financeCost: { code: '5603', name: '财务费用', type: 'expense' },
      provision: { code: '1231', name: '坏账准备', type: 'asset' },
      ...memo,
    },
  },
} as const satisfies Record<string, Standard>
export type JournalStandard = keyof typeof journalStandards
export const DEFAULT_JOURNAL_STANDARD: JournalStandard = 'enterprise'

/** The accounts of a set of standards, by code. */
export const listAccountsOfJournalStandard = (standard: JournalStandard): JournalAccount[] =>
  keysOf(journalStandards[standard].accounts)
    .map((role) => journalStandards[standard].accounts[role])
    .sort((one, other) => (one.code < other.code ? -1 : 1))
