// Which account of the platform a statement is of.
import { getTellingAccountTails } from '#contract/billing/bank/own-accounts.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { TextRows } from '#server/adapters/spreadsheets/public.ts'
import {
  type BankStatementColumnPlaces,
  findBankNameInBankStatement,
  listAccountsInBankStatement,
} from '#server/billing/bank/statement-columns.ts'
import { type OwnAccount, requireOwnAccount } from '#server/content/content/public.ts'

interface Given {
  /** All accounts of the platform; at least one. */
  accounts: readonly OwnAccount[]
  /** What a person has said. */
  chosenNo: string | undefined
  /** What the format of the file says. */
  formatNo: string | null | undefined
}

const listLabels = (accounts: readonly OwnAccount[]): string => accounts.map(({ label }) => label).join('、')

/** Refuses a statement of an account that is not ours, with as many digits as tell it from each of ours. */
function refuseForeignAccount(accountNo: string, bank: string, accounts: readonly OwnAccount[]): never {
  const tails = getTellingAccountTails([accountNo, ...accounts.map((own) => own.accountNo)])
  const ours = accounts.map((own) => `${own.shortName}，尾号 ${tails.get(own.accountNo) ?? ''}`)
  return refuse('BANK_FILE_UNREADABLE', {
    msg: `该对账单属于${bank}尾号 ${tails.get(accountNo) ?? ''} 的账户，不是收款账户（${ours.join('；')}）`,
  })
}

/**
 * Returns the account of a statement, and whether its file says so: what the file says above its headings or beside its rows, else what a person says, else what its
 * format says, else the only account there is. Refuses BANK_FILE_UNREADABLE, BANK_ACCOUNT_NOT_OWN, BANK_ACCOUNT_UNCLEAR.
 */
export function recogniseBankStatementAccount(
  rows: TextRows,
  found: { head: number; columns: BankStatementColumnPlaces },
  { accounts, chosenNo, formatNo }: Given,
): { account: OwnAccount; isWritten: boolean } {
  const chosen = chosenNo === undefined ? undefined : requireOwnAccount(accounts, chosenNo)
  const named = listAccountsInBankStatement(rows, found)
  const foreign = named.find((number) => !accounts.some(({ accountNo }) => accountNo === number))
  if (foreign !== undefined) refuseForeignAccount(foreign, findBankNameInBankStatement(rows, found) ?? '', accounts)
  const [written, ...more] = accounts.filter(({ accountNo }) => named.includes(accountNo))
  if (written && more.length > 0)
    refuse('BANK_FILE_UNREADABLE', { msg: `该文件有${listLabels([written, ...more])}的明细，请在网银按账户分别导出` })
  if (written && chosen && written !== chosen)
    refuse('BANK_FILE_UNREADABLE', { msg: `该对账单属于${written.label}，不是所选的${chosen.label}` })
  const known = written ?? chosen ?? accounts.find(({ accountNo }) => accountNo === formatNo)
  if (known) return { account: known, isWritten: known === written }
  const [only, ...others] = accounts
  if (only && others.length === 0) return { account: only, isWritten: false }
  const options = accounts.map(({ accountNo, label, enabled, isDefault }) => ({ accountNo, label, enabled, isDefault }))
  return refuse('BANK_ACCOUNT_UNCLEAR', { accounts: options })
}
