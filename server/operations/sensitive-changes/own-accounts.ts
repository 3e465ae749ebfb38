import type { OtherOwnAccount } from '#contract/billing/bank/own-accounts.ts'
import { formatOwnAccountLabels, toOwnAccountShortName } from '#contract/billing/bank/own-accounts.ts'
import type { Settings } from '#contract/operations/settings/console-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findAccountNumbersWithBankLines } from '#server/billing/bank/public.ts'
import type { CompleteBankSettings } from '#server/content/content/public.ts'
import type { Tx } from '#server/platform/core/db.ts'

type Bank = Settings['bank']

const listAccounts = (bank: Bank): OtherOwnAccount[] => [toOther(bank), ...(bank.others ?? [])]
const toOther = ({ accountNo, accountName, bankName, bankCode, shortName }: Bank): OtherOwnAccount => ({
  accountNo,
  accountName,
  bankName,
  bankCode,
  shortName: shortName ?? toOwnAccountShortName(bankName, []),
  enabled: true,
})

/**
 * Completes what was asked for: a short name and other accounts that are left out stay, and so does an account with bank lines that buyers
 * saw before. Returns besides which accounts with bank lines would be gone.
 */
async function complete(tx: Tx, stored: Bank | null, wanted: Bank): Promise<{ values: CompleteBankSettings; gone: OtherOwnAccount[] }> {
  const before = stored === null ? [] : listAccounts(stored)
  const used = await findAccountNumbersWithBankLines(
    tx,
    before.map(({ accountNo }) => accountNo),
  )
  const known = before.find(({ accountNo }) => accountNo === wanted.accountNo)
  const stays = before.filter(
    (one) => one.accountNo !== wanted.accountNo && (one.accountNo !== stored?.accountNo || used.has(one.accountNo)),
  )
  const others = wanted.others ?? stays
  const taken = others.map((one) => one.shortName)
  const shortName = wanted.shortName ?? known?.shortName ?? toOwnAccountShortName(wanted.bankName, taken)
  const named = new Set([wanted.accountNo, ...others.map(({ accountNo }) => accountNo)])
  const gone = before.filter(({ accountNo }) => used.has(accountNo) && !named.has(accountNo))
  return { values: { ...wanted, shortName, others }, gone }
}

/** Completes accounts as somebody asks for them. Refuses BANK_ACCOUNT_USED if one with bank lines would be gone: its number was changed, or it was removed. */
export async function completeOwnAccounts(tx: Tx, stored: Bank | null, wanted: Bank): Promise<CompleteBankSettings> {
  const { values, gone } = await complete(tx, stored, wanted)
  const [first] = gone
  if (first) {
    const label = formatOwnAccountLabels([...listAccounts(values), ...gone]).get(first.accountNo) ?? ''
    refuse('BANK_ACCOUNT_USED', { msg: `${label}已有流水，账号不能修改或删除，可以停用`, field: 'others' })
  }
  return values
}

/** Completes accounts that somebody has asked for earlier. One that got its first bank lines since then stays. */
export async function completeEarlierOwnAccounts(tx: Tx, stored: Bank | null, wanted: Bank): Promise<CompleteBankSettings> {
  const { values, gone } = await complete(tx, stored, wanted)
  return { ...values, others: [...values.others, ...gone] }
}
