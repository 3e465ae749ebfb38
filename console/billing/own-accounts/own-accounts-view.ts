import type { OwnAccountOption } from '#contract/billing/bank/own-accounts.ts'

/** '招商基本户（尾号 1234），已停用'. */
const formatOwnAccountOption = ({ label, enabled, isDefault }: OwnAccountOption): string =>
  [label, ...(isDefault ? ['买家可见'] : []), ...(enabled ? [] : ['已停用'])].join('，')

export const toOwnAccountOptions = (accounts: readonly OwnAccountOption[]): { value: string; label: string }[] =>
  accounts.map((account) => ({ value: account.accountNo, label: formatOwnAccountOption(account) }))
