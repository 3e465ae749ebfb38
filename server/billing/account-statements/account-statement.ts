import {
  ACCOUNT_STATEMENT_LINES_MAX,
  type AccountStatementAccount,
  type AccountStatementAccountSums,
  type AccountStatementOverview,
  accountStatementAccounts,
} from '#contract/billing/account-statements/api.ts'
import { transferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { formatShortDocumentNumber } from '#contract/money/statements/statement-parts.ts'
import { type Fen, negateFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, getStartOfNextShanghaiDay, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readOpenBadDebtFenAt } from '#server/money/bad-debts/public.ts'
import { readAccountMovementsAndBalances } from '#server/money/ledger/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface AccountStatementRequest {
  enterpriseId: string
  accounts: readonly AccountStatementAccount[]
  from: string
  to: string
}

/** A movement as the paper prints it. `amountFen` is signed: what the account grew by, as both sides count it. */
export interface AccountStatementLine {
  account: AccountStatementAccount
  day: string
  label: string
  title: string
  documentNo: string
  amountFen: Fen
}

export interface AccountStatement extends AccountStatementOverview {
  lines: AccountStatementLine[]
}

/** Refuses a day that is not over: its movements are not complete, and its paper would have another hash tomorrow. */
function requireDayOver(moment: Moment, day: string): void {
  if (day >= toShanghaiDay(moment.now))
    refuse('DAY_NOT_OVER', { msg: `截止日期最晚为昨天（${addDays(toShanghaiDay(moment.now), -1)}），当天的账务尚未完结` })
}

/** What is owed counts positive, as both sides speak of it; in the ledger a debt is a balance below zero. */
const countAsStated = (account: AccountStatementAccount, amount: Fen): Fen =>
  accountStatementAccounts[account].isOwed ? negateFen(amount) : amount

/** The claims as a line of a hash. Papers without any keep the hash that they had before. */
export const listWrittenOffHashLines = (writtenOffFen: Fen): string[] => (writtenOffFen > 0 ? [`writtenOff:${writtenOffFen}`] : [])

/** What claims came to before a time. They belong to what is owed, so who may not see that sees none. */
const readWrittenOff = async (
  db: Db,
  { enterpriseId, accounts }: Pick<AccountStatementRequest, 'enterpriseId' | 'accounts'>,
  before: Date,
): Promise<Fen> => (accounts.includes('creditDrawn') ? readOpenBadDebtFenAt(db, enterpriseId, before) : ZERO_FEN)

/** SHA-256 over the period, the balances and every line as it is printed, a line each, so that whoever has the paper can compute it. */
function hashStatement({ from, to, accounts, lines, writtenOff }: Omit<AccountStatement, 'hash'>): string {
  const text = [
    `${from}/${to}`,
    ...accounts.flatMap(({ account, opening, closing }) => [
      `${account}:${opening}`,
      ...lines.filter((line) => line.account === account).map((line) => `${line.day}:${line.documentNo}:${line.amountFen}`),
      `${account}:${closing}`,
    ]),
    ...listWrittenOffHashLines(writtenOff),
  ].join('\n')
  return sha256(text).toString('hex')
}

/**
 * Reads the accounts of a company over a period of Asia/Shanghai days, by the time of posting: 期初余额, every movement, 期末余额. Refuses DAY_NOT_OVER,
 * and EXPORT_TOO_LARGE above ACCOUNT_STATEMENT_LINES_MAX movements.
 */
export async function readAccountStatement(db: Db, moment: Moment, request: AccountStatementRequest): Promise<AccountStatement> {
  const { enterpriseId, accounts, from, to } = request
  requireDayOver(moment, to)
  const { opening, closing, movements } = await readAccountMovementsAndBalances(db, {
    enterpriseId,
    accounts,
    from: getStartOfShanghaiDay(from),
    until: getStartOfNextShanghaiDay(to),
    limit: ACCOUNT_STATEMENT_LINES_MAX + 1,
  })
  if (movements.length > ACCOUNT_STATEMENT_LINES_MAX)
    refuse('EXPORT_TOO_LARGE', { msg: `该期间超过 ${ACCOUNT_STATEMENT_LINES_MAX} 笔，请缩短期间`, most: ACCOUNT_STATEMENT_LINES_MAX })
  const lines = movements.map(({ account, kind, title, document, at, changeFen }): AccountStatementLine => {
    const stated = account as AccountStatementAccount
    const documentNo = formatShortDocumentNumber(document)
    return {
      account: stated,
      day: toShanghaiDay(at),
      label: transferKinds[kind].label,
      title,
      documentNo,
      amountFen: countAsStated(stated, changeFen),
    }
  })
  const sums = accounts.map((account): AccountStatementAccountSums => {
    const own = lines.filter((line) => line.account === account).map(({ amountFen }) => amountFen)
    return {
      account,
      label: accountStatementAccounts[account].label,
      opening: countAsStated(account, opening.get(account) ?? ZERO_FEN),
      increase: sum(own.filter((amount) => amount > 0)),
      decrease: negateFen(sum(own.filter((amount) => amount < 0))),
      closing: countAsStated(account, closing.get(account) ?? ZERO_FEN),
      movements: own.length,
    }
  })
  const writtenOff = await readWrittenOff(db, request, getStartOfNextShanghaiDay(to))
  const stated = { from, to, accounts: sums, writtenOff, lines }
  return { ...stated, hash: hashStatement(stated) }
}

/** What a confirmation letter asks to confirm. */
export interface ConfirmationLetterBalances {
  day: string
  balances: readonly { account: AccountStatementAccount; label: string; amountFen: Fen }[]
  /** What is still owed of written-off claims. */
  writtenOffFen: Fen
}

/** The balances of a company at the end of a day, for its confirmation letter. Refuses DAY_NOT_OVER. */
export async function readConfirmationLetterBalances(
  db: Db,
  moment: Moment,
  { enterpriseId, accounts, day }: { enterpriseId: string; accounts: readonly AccountStatementAccount[]; day: string },
): Promise<ConfirmationLetterBalances> {
  requireDayOver(moment, day)
  const end = getStartOfNextShanghaiDay(day)
  const { closing } = await readAccountMovementsAndBalances(db, { enterpriseId, accounts, from: end, until: end, limit: 0 })
  const balances = accounts.map((account) => ({
    account,
    label: accountStatementAccounts[account].label,
    amountFen: countAsStated(account, closing.get(account) ?? ZERO_FEN),
  }))
  return { day, balances, writtenOffFen: await readWrittenOff(db, { enterpriseId, accounts }, end) }
}
