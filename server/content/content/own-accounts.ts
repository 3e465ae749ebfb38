// Reads and writes the table `own_account`: the bank accounts of the platform. Which of them buyers transfer to is in the setting `bank`.
import { sql } from 'kysely'
import {
  formatOwnAccountLabels,
  type OtherOwnAccount,
  type OwnAccountOption,
  toOwnAccountShortName,
} from '#contract/billing/bank/own-accounts.ts'
import type { Settings } from '#contract/operations/settings/console-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfTextsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** The account that buyers transfer to and the limit of one person, as the setting has them and the release before knows them. */
export type DefaultOwnAccount = Pick<Settings['bank'], 'accountName' | 'bankName' | 'accountNo' | 'bankCode' | 'secondAbove'>

/** The values of the group with nothing left out. */
export interface CompleteBankSettings extends DefaultOwnAccount {
  shortName: string
  others: OtherOwnAccount[]
}

const rows = (db: Db) =>
  db
    .selectFrom('own_account')
    .select(['account_no as accountNo', 'short_name as shortName', 'account_name as accountName', 'bank_name as bankName'])
    .select(['bank_code as bankCode', 'enabled'])
    .orderBy('enabled', 'desc')
    .orderBy('added_at')
    .orderBy('account_no')

/** Completes the default account to the values of its group: its short name, and the other accounts, those in use first. */
export async function attachOtherOwnAccounts(db: Db, account: DefaultOwnAccount): Promise<CompleteBankSettings> {
  const all = await rows(db).execute()
  const known = all.find(({ accountNo }) => accountNo === account.accountNo)
  const others = all.filter((one) => one !== known)
  const taken = others.map(({ shortName }) => shortName)
  // The release before has set an account that this table does not have yet.
  return { ...account, shortName: known?.shortName ?? toOwnAccountShortName(account.bankName, taken), others }
}

/** Writes the accounts of a group as it was saved. An account that it does not name is removed: the caller has checked that it has no lines. */
export async function replaceOwnAccounts(tx: Tx, moment: Moment, bank: Settings['bank']): Promise<void> {
  const { accountNo, accountName, bankName, bankCode, others = [] } = bank
  const shortName = bank.shortName ?? toOwnAccountShortName(bankName, [])
  const all: OtherOwnAccount[] = [{ accountNo, accountName, bankName, bankCode, shortName, enabled: true }, ...others]
  const numbers = all.map((account) => account.accountNo)
  await tx
    .deleteFrom('own_account')
    .where(sql<boolean>`not (${sql.ref('account_no')} = ${anyOfTextsSql(numbers)})`)
    .execute()
  const values = all.map((account) => ({
    account_no: account.accountNo,
    short_name: account.shortName,
    account_name: account.accountName,
    bank_name: account.bankName,
    bank_code: account.bankCode,
    enabled: account.enabled,
    added_at: moment.now,
  }))
  await tx
    .insertInto('own_account')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('account_no').doUpdateSet((eb) => ({
        short_name: eb.ref('excluded.short_name'),
        account_name: eb.ref('excluded.account_name'),
        bank_name: eb.ref('excluded.bank_name'),
        bank_code: eb.ref('excluded.bank_code'),
        enabled: eb.ref('excluded.enabled'),
      })),
    )
    .execute()
}

/** An account of the platform with its label. */
export type OwnAccount = OwnAccountOption & Pick<OtherOwnAccount, 'shortName' | 'bankName'>

/** Lists the accounts that a group names, the default first and those that are not enabled last. */
export function toOwnAccounts({ accountNo, bankName, shortName, others }: CompleteBankSettings): OwnAccount[] {
  const all = [{ accountNo, bankName, shortName, enabled: true, isDefault: true }, ...others.map((one) => ({ ...one, isDefault: false }))]
  const labels = formatOwnAccountLabels(all)
  return all.map((one) => ({
    accountNo: one.accountNo,
    label: labels.get(one.accountNo) ?? '',
    enabled: one.enabled,
    isDefault: one.isDefault,
    shortName: one.shortName,
    bankName: one.bankName,
  }))
}

/** Finds an account of the platform by its number. Refuses BANK_ACCOUNT_NOT_OWN. */
export const requireOwnAccount = (accounts: readonly OwnAccount[], accountNo: string): OwnAccount =>
  accounts.find((one) => one.accountNo === accountNo) ?? refuse('BANK_ACCOUNT_NOT_OWN')
