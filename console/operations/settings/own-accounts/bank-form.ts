import { parseAmountOrThrow } from '#console/platform/components/forms/rule.ts'
import type { OtherOwnAccount } from '#contract/billing/bank/own-accounts.ts'
import type { Settings } from '#contract/operations/settings/console-api.ts'
import { formatYuan } from '#contract/platform/core/money.ts'

export const shownAccountFields = ['accountName', 'bankName', 'accountNo', 'bankCode'] as const

/** The form values of the group: the account that buyers see, the others, and the limit as text. */
export interface BankFormValues extends Record<(typeof shownAccountFields)[number] | 'shortName' | 'secondAbove', string> {
  others: OtherOwnAccount[]
}

export const toBankFormValues = ({ secondAbove, shortName = '', others = [], ...account }: Settings['bank']): BankFormValues => ({
  ...account,
  shortName,
  others,
  secondAbove: formatYuan(secondAbove),
})

/** The values to save. Without a short name the account is called by the name of its bank. */
export function toBankSettings({ secondAbove, shortName, others, ...account }: BankFormValues): Settings['bank'] {
  const short = shortName?.trim()
  return {
    ...account,
    shortName: short === '' ? undefined : short,
    others: others.map((one) => Object.assign({}, one, { bankCode: one.bankCode?.trim() ?? '' })),
    secondAbove: parseAmountOrThrow(secondAbove),
  }
}

/** Makes one of the other accounts the one that buyers see. The one that they saw takes its place. */
export function showOtherAccount(values: BankFormValues, at: number): BankFormValues {
  const chosen = values.others[at]
  if (!chosen) return values
  const { secondAbove, others, ...seen } = values
  const { enabled: _, ...shown } = chosen
  return { ...shown, secondAbove, others: others.with(at, { ...seen, enabled: true }) }
}
