import type { TransferKind } from '#contract/money/ledger/transfer-kinds.ts'
import {
  computeRepayableTotal,
  type EnterpriseDebt,
  type OwedBadDebt,
  type RepaymentPart,
  splitRepaymentOverDebts,
} from '#contract/money/statements/repayment.ts'
import { type RepaymentSource, repaymentSources } from '#contract/money/statements/shapes.ts'
import { type Fen, fen, formatMoney, maxFen, minFen, subtractFen, sum, toYuan, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import {
  type BadDebtRecovery,
  readOpenBadDebtsSql,
  recordBadDebtRecoveries,
  recordBouncedRecoveries,
} from '#server/money/bad-debts/public.ts'
import { type LedgerTransfer, lockAndReadLedgerBalance, postTransfersOfEnterprise } from '#server/money/ledger/public.ts'
import { formatInsufficientWalletMessage } from '#server/money/wallet/public.ts'
import { awaitAllAndThrowFirstError, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { reverseExcessInterest, sumUnreversedInterestSinceDay } from './charge-interest.ts'
import {
  type EnterpriseDebtByMonths,
  isInterestChargedSince,
  lockAndReadDebtsUpToDate,
  lockAndReadDebtsWithExtraQuery,
  updateStatementStates,
} from './debt.ts'
import { findRepayment, insertRepayment, markRepaymentBounced, type RepaymentRow } from './repayments.ts'
import { recordReductionsAndUpdateStates } from './statement-entries.ts'

/** The transfers of a repayment by its source. A repayment from the wallet has no surplus. */
const kinds = {
  wallet: { badDebt: 'recoverByWallet', month: 'repayByWallet', interest: 'interestByWallet', wallet: undefined },
  bank: { badDebt: 'recoverByBank', month: 'repayByBank', interest: 'interestByBank', wallet: 'surplusFromBank' },
  gateway: { badDebt: 'recoverByGateway', month: 'repayByGateway', interest: 'interestByGateway', wallet: 'surplusFromGateway' },
  acceptance: {
    badDebt: 'recoverByAcceptance',
    month: 'repayByAcceptance',
    interest: 'interestByAcceptance',
    wallet: 'surplusFromAcceptance',
  },
  suspense: { badDebt: 'suspenseToRecovery', month: 'suspenseToCredit', interest: 'suspenseToInterest', wallet: 'suspenseToWallet' },
} as const satisfies Record<RepaymentSource, Record<RepaymentPart['to'], TransferKind | undefined>>

export interface RepaymentInput {
  enterpriseId: string
  source: RepaymentSource
  amountFen: Fen
  /** The value date: the day of a bank line, or of a provider's success. Today or earlier. */
  valueDay?: string
  /** The id of the payment, bank line or acceptance bill. The same id again returns the result of the first call and does nothing. */
  document: string
  /** Months that the buyer chose to repay first. */
  months?: readonly string[]
  /** What the bill has covered, which it repays before anything else. */
  covered?: readonly { month: string; amountFen: Fen }[]
  /** The person who pays; undefined for a job or a bank line. */
  userId?: string
  /** The text for the buyer. Default: the label of the source. */
  title?: string
}

const selectParts = (
  { badDebts, interestFen, months }: EnterpriseDebtByMonths,
  amountOf: (month: EnterpriseDebtByMonths['months'][number]) => Fen,
): EnterpriseDebt => ({
  badDebts,
  interestFen,
  months: months.map((one) => ({ ...one, disputedFen: fen(one.totalFen - one.settledFen - amountOf(one)), coveredFen: ZERO_FEN })),
  open: [],
})

/** Selects the due part of the debt, with all written-off claims. The rest is left out. */
export const selectDueDebtAndBadDebts = (debts: EnterpriseDebtByMonths): EnterpriseDebt => selectParts(debts, ({ dueFen }) => dueFen)

/** The same without what bills still cover: on the last day of a cover the bank may yet pay, and the day after costs nothing if it is repaid on it. */
export const selectDueDebtNotCoveredByBills = (debts: EnterpriseDebtByMonths): EnterpriseDebt =>
  selectParts(debts, ({ dueFen, dueCoveredFen }) => subtractFen(dueFen, dueCoveredFen))

function titleOf(part: RepaymentPart, words: string): string {
  if (part.to === 'badDebt') return `${words}-${part.month} 账单坏账收回`
  return part.to === 'interest' ? `${words}-逾期利息` : part.to === 'month' ? `${words}-${part.month} 账单` : `${words}-余款转入钱包`
}

const recoveriesOf = (parts: readonly RepaymentPart[]): BadDebtRecovery[] =>
  parts.flatMap((part) => (part.to === 'badDebt' ? [{ badDebtId: part.id, amountFen: part.amountFen }] : []))

const transfersOf = (parts: readonly RepaymentPart[], { source, document, valueDay, words }: Spending): LedgerTransfer[] =>
  parts.map((part, seq) => {
    const kind = kinds[source][part.to] ?? refuse('REPAY_TOO_MUCH')
    return { kind, amountFen: part.amountFen, document, seq, title: titleOf(part, words), valueDay }
  })

interface Spending {
  enterpriseId: string
  source: RepaymentSource
  amountFen: Fen
  document: string
  valueDay: string
  words: string
  userId: string | null
  automatic: boolean
}

/** Posts a plan, and lowers the claims and months that it repays. */
async function spend(tx: Tx, moment: Moment, parts: RepaymentPart[], spending: Spending): Promise<RepaymentRow> {
  const { enterpriseId, source, amountFen, document, valueDay, userId, automatic } = spending
  const entries = parts.flatMap((part) =>
    part.to === 'month' ? [{ month: part.month, kind: 'repay' as const, amountFen: part.amountFen, document, valueDay }] : [],
  )
  const of = (to: RepaymentPart['to']) => sum(parts.filter((part) => part.to === to).map((part) => part.amountFen))
  const made = { enterpriseId, id: document, source, amountFen, valueDay, userId, automatic }
  const recoveries = recoveriesOf(parts)
  const recovering = async () => {
    await recordBadDebtRecoveries(tx, moment, { enterpriseId, document, valueDay, recoveries })
    // A claim that is recovered settles its statement.
    if (recoveries.length > 0) await updateStatementStates(tx, moment, [enterpriseId])
  }
  await awaitAllAndThrowFirstError(
    postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers: transfersOf(parts, spending) }),
    recordReductionsAndUpdateStates(tx, moment, enterpriseId, entries),
    recovering(),
    insertRepayment(tx, moment, { ...made, interestFen: of('interest'), surplusFen: of('wallet') }),
  )
  return { id: document, source, amountFen, parts, valueDay, automatic, bouncedAt: null, undoneAt: null, at: moment.now }
}

/**
 * Repays (domain §6): written-off claims first, then interest, then the chosen months, then the oldest, then the open month; the rest goes to the wallet. It counts
 * from its value date: it pays only the interest of the days before, and excess interest of later days is reversed. From the wallet no more
 * than the debt can be repaid. Refuses REPAY_TOO_MUCH, WALLET_SHORT.
 */
export async function repayDebt(tx: Tx, moment: Moment, repayment: RepaymentInput): Promise<RepaymentRow> {
  const { enterpriseId, source, amountFen, document } = repayment
  const today = toShanghaiDay(moment.now)
  const valueDay = repayment.valueDay !== undefined && repayment.valueDay < today ? repayment.valueDay : today
  const [debts, [known, balanceFen]] = await lockAndReadDebtsWithExtraQuery(tx, moment, enterpriseId, () =>
    awaitAllAndThrowFirstError(
      findRepayment(tx, enterpriseId, document),
      source === 'wallet' ? lockAndReadLedgerBalance(tx, enterpriseId, 'wallet') : Promise.resolve(undefined),
    ),
  )
  if (known) return known
  if (balanceFen !== undefined) requireWalletRepayment({ debts, amountFen, balanceFen })
  const since = isInterestChargedSince(debts, valueDay) ? await sumUnreversedInterestSinceDay(tx, enterpriseId, valueDay) : ZERO_FEN
  const asOfThen = { ...debts, interestFen: maxFen(ZERO_FEN, subtractFen(debts.interestFen, since)) }
  const words = repayment.title ?? repaymentSources[source].label
  const parts = splitRepaymentOverDebts(asOfThen, amountFen, { pointed: repayment.months ?? [], covered: repayment.covered ?? [] })
  const spending = { enterpriseId, source, amountFen, document, valueDay, words, userId: repayment.userId ?? null, automatic: false }
  const made = await spend(tx, moment, parts, spending)
  await reverseInterestOfLoweredDebt(tx, moment, debts, { enterpriseId, fromDay: valueDay, document })
  return made
}

function requireWalletRepayment({
  debts,
  amountFen,
  balanceFen,
}: {
  debts: EnterpriseDebtByMonths
  amountFen: Fen
  balanceFen: Fen
}): void {
  const owed = computeRepayableTotal(debts)
  if (amountFen > owed) refuse('REPAY_TOO_MUCH', { msg: `待还总额 ${formatMoney(owed)}，还款金额不能超过它`, owed: toYuan(owed) })
  if (balanceFen < amountFen) refuse('WALLET_SHORT', { msg: formatInsufficientWalletMessage(amountFen, balanceFen) })
}

/** 自动还款: repays the due amount as far as the wallet suffices. Returns the repayment; undefined if nothing is due or the wallet is empty. */
export async function repayDueFromWallet(tx: Tx, moment: Moment, enterpriseId: string): Promise<RepaymentRow | undefined> {
  const [debts, balanceFen] = await lockAndReadDebtsWithExtraQuery(tx, moment, enterpriseId, () =>
    lockAndReadLedgerBalance(tx, enterpriseId, 'wallet'),
  )
  const due = selectDueDebtNotCoveredByBills(debts)
  const amountFen = minFen(computeRepayableTotal(due), balanceFen)
  if (amountFen <= 0) return undefined
  const [document, valueDay] = [moment.newId(), toShanghaiDay(moment.now)]
  const spending = { enterpriseId, source: 'wallet', amountFen, document, valueDay, words: '自动还款' } as const
  const made = await spend(tx, moment, splitRepaymentOverDebts(due, amountFen), { ...spending, userId: null, automatic: true })
  await reverseInterestOfLoweredDebt(tx, moment, debts, { enterpriseId, fromDay: valueDay, document })
  return made
}

/**
 * 坏账收回: money has come into the wallet of a company with written-off claims. As much of it as they need goes on to them at once, the oldest
 * first. The caller has locked its debts.
 */
async function recoverBadDebtsFromWallet(
  tx: Tx,
  moment: Moment,
  { enterpriseId, badDebts, arrivedFen }: { enterpriseId: string; badDebts: readonly OwedBadDebt[]; arrivedFen: Fen },
): Promise<void> {
  const debt = { badDebts, interestFen: ZERO_FEN, months: [], open: [] }
  const amountFen = minFen(computeRepayableTotal(debt), arrivedFen)
  if (amountFen <= 0) return
  const document = moment.newId()
  const spending = { enterpriseId, source: 'wallet', amountFen, document, valueDay: toShanghaiDay(moment.now), words: '钱包还款' } as const
  await spend(tx, moment, splitRepaymentOverDebts(debt, amountFen), { ...spending, userId: null, automatic: true })
}

/**
 * Called after everything that lowers a debt from `fromDay` on, once it is recorded: of days that are charged already, what is now too much is reversed. What of
 * that goes to the wallet pays written-off claims, together with `arrivedFen`, which the act itself has sent there. `debts`: as they were before, locked;
 * `document`: of no other reversal.
 */
export async function reverseInterestOfLoweredDebt(
  tx: Tx,
  moment: Moment,
  debts: EnterpriseDebtByMonths,
  { enterpriseId, fromDay, document, arrivedFen = ZERO_FEN }: { enterpriseId: string; fromDay: string; document: string; arrivedFen?: Fen },
): Promise<void> {
  const returnedFen = isInterestChargedSince(debts, fromDay)
    ? await reverseExcessInterest(tx, moment, { enterpriseId, fromDay, document })
    : ZERO_FEN
  const badDebts = returnedFen > 0 ? await readOpenBadDebts(tx, enterpriseId) : debts.badDebts
  await recoverBadDebtsFromWallet(tx, moment, { enterpriseId, badDebts, arrivedFen: sum([arrivedFen, returnedFen]) })
}

const readOpenBadDebts = async (tx: Tx, enterpriseId: string): Promise<OwedBadDebt[]> =>
  (await readOpenBadDebtsSql(enterpriseId).execute(tx)).rows.map(({ id, month, fen: owed }) => ({ id, month, owedFen: fen(owed) }))

/**
 * Money that is not a repayment arrives in the wallet, such as a top-up. If the company has written-off claims, it goes on to them first.
 * Its debts are locked before the wallet, like everywhere.
 */
export async function addToWalletAndRecoverBadDebts(
  tx: Tx,
  moment: Moment,
  { enterpriseId, arrivedFen }: { enterpriseId: string; arrivedFen: Fen },
  arrive: () => Promise<void>,
): Promise<void> {
  if ((await readOpenBadDebts(tx, enterpriseId)).length === 0) return arrive()
  const { badDebts } = await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)
  await arrive()
  await recoverBadDebtsFromWallet(tx, moment, { enterpriseId, badDebts, arrivedFen })
}

/**
 * 退票: an acceptance bill bounced, and the amount that it repaid is owed again: since it was repaid, or, of a bill that was taken before
 * bills covered (`valueDay`), from that day on. The repayment must not have bounced before. Returns the months that it had repaid.
 */
export async function reverseRepaymentOfBouncedBill(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id, valueDay }: { enterpriseId: string; id: string; valueDay?: string | undefined },
): Promise<string[]> {
  await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)
  const made = await findRepayment(tx, enterpriseId, id)
  if (!made || made.bouncedAt !== null || made.source !== 'acceptance') throw new Error(`repayment ${id} cannot bounce`)
  const transfers = made.parts.map((part, seq): LedgerTransfer => {
    if (part.to === 'wallet') throw new Error(`the bill ${id} has brought more than was owed`)
    const words = titleOf(part, '承兑汇票退票')
    const kind = ({ badDebt: 'bounceRecovery', month: 'bounceRepay', interest: 'bounceInterest' } as const)[part.to]
    return { kind, amountFen: part.amountFen, document: id, seq, title: words }
  })
  await postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers })
  const entries = made.parts.flatMap((part) =>
    part.to === 'month'
      ? [
          {
            month: part.month,
            kind: 'bounce' as const,
            amountFen: subtractFen(ZERO_FEN, part.amountFen),
            document: id,
            valueDay: valueDay ?? made.valueDay,
          },
        ]
      : [],
  )
  await recordReductionsAndUpdateStates(tx, moment, enterpriseId, entries)
  const recoveries = recoveriesOf(made.parts)
  await recordBouncedRecoveries(tx, moment, { enterpriseId, document: id, recoveries })
  if (recoveries.length > 0) await updateStatementStates(tx, moment, [enterpriseId])
  await markRepaymentBounced(tx, moment, enterpriseId, id)
  return entries.map(({ month }) => month)
}
