import * as z from 'zod/mini'
import { BankAccountNo } from '#contract/money/payments/typed-line-account.ts'
import { RequiredText } from '#contract/platform/core/fields.ts'
import { YuanUpTo } from '#contract/platform/core/money.ts'

export const OWN_ACCOUNT_SHORT_NAME_MAX = 20
export const OwnAccountShortName = RequiredText(OWN_ACCOUNT_SHORT_NAME_MAX, '请输入简称')
/** Besides the one that buyers see. */
export const OTHER_OWN_ACCOUNTS_MAX = 20

/** 收款账户: the fields of an account of the platform that every one has. */
export const ownAccountFields = {
  accountName: RequiredText(60, '请输入户名'),
  bankName: RequiredText(60, '请输入开户银行'),
  accountNo: BankAccountNo,
}

/** An account of the platform beside the one that buyers transfer to. One that is not enabled still takes statements of its past. */
export const OtherOwnAccount = z.strictObject({
  ...ownAccountFields,
  /** 联行号; empty: not known. An account that buyers see has one. */
  bankCode: z.string('请输入联行号').check(z.regex(/^(?:[0-9]{12})?$/, '联行号为 12 位数字')),
  shortName: OwnAccountShortName,
  enabled: z.boolean(),
})
export type OtherOwnAccount = z.output<typeof OtherOwnAccount>

/** An account of the platform, as lists name it. */
export const OwnAccountOption = z.object({
  accountNo: z.string(),
  /** '招商基本户（尾号 1234）'. */
  label: z.string(),
  enabled: z.boolean(),
  /** Buyers transfer to it. */
  isDefault: z.boolean(),
})
export type OwnAccountOption = z.output<typeof OwnAccountOption>

const TAIL_DIGITS_MIN = 4

/** The end of each number, at least four digits, and as many more as tell it from all others. */
export function getTellingAccountTails(numbers: readonly string[]): Map<string, string> {
  const distinct = [...new Set(numbers)]
  return new Map(
    distinct.map((one) => {
      let digits = TAIL_DIGITS_MIN
      while (distinct.some((other) => other !== one && other.slice(-digits) === one.slice(-digits))) digits++
      return [one, one.slice(-digits)]
    }),
  )
}

/** The label of each account by its number: its short name, and as many digits as tell it from the others. */
export function formatOwnAccountLabels(accounts: readonly { accountNo: string; shortName: string }[]): Map<string, string> {
  const tails = getTellingAccountTails(accounts.map(({ accountNo }) => accountNo))
  return new Map(accounts.map(({ accountNo, shortName }) => [accountNo, `${shortName}（尾号 ${tails.get(accountNo) ?? ''}）`]))
}

/** A short name for an account that nobody has named: that of its bank, with a number if another account has it. */
export function toOwnAccountShortName(bankName: string, taken: readonly string[]): string {
  const name = (no: number) =>
    no === 1 ? bankName.slice(0, OWN_ACCOUNT_SHORT_NAME_MAX) : `${bankName.slice(0, OWN_ACCOUNT_SHORT_NAME_MAX - 3)} ${no}`
  let no = 1
  while (taken.includes(name(no))) no++
  return name(no)
}

/** Why a list of accounts is refused. */
const OWN_ACCOUNTS_FAULT = '收款账户的账号和简称不能相同'

/** Whether no two accounts have a number or a short name in common. */
export function areOwnAccountsDistinct(accounts: readonly { accountNo: string; shortName?: string | undefined }[]): boolean {
  const isDistinct = (texts: readonly string[]) => new Set(texts).size === texts.length
  return isDistinct(accounts.map(({ accountNo }) => accountNo)) && isDistinct(accounts.flatMap(({ shortName }) => shortName ?? []))
}

interface GivenAccount {
  accountNo: string
  shortName?: string | undefined
}
export const distinctOwnAccounts = z.refine<GivenAccount & { others?: readonly GivenAccount[] | undefined }>(
  ({ others = [], ...shown }) => areOwnAccountsDistinct([shown, ...others]),
  { message: OWN_ACCOUNTS_FAULT, path: ['others'] },
)

/** The group of settings: the account that buyers transfer to, the others, and the limit of one person. */
export const bankSettings = z
  .strictObject({
    ...ownAccountFields,
    bankCode: z.string('请输入联行号').check(z.regex(/^[0-9]{12}$/, '联行号为 12 位数字')),
    /** Transfers above this amount are confirmed by two people. */
    secondAbove: YuanUpTo(100_000_000),
    /** Left out: it stays, and a new account is called by its bank. */
    shortName: z.optional(OwnAccountShortName),
    /** Left out: they stay, and so does an account with bank lines that buyers transferred to before. */
    others: z.optional(z.array(OtherOwnAccount).check(z.maxLength(OTHER_OWN_ACCOUNTS_MAX, `其他账户最多 ${OTHER_OWN_ACCOUNTS_MAX} 个`))),
  })
  .check(distinctOwnAccounts)
