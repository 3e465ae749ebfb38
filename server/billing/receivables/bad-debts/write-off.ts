import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney, minFen, subtractFen, sum } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createStatementMessageTarget, sendCreditMessagesToPermittedMembers } from '#server/billing/receivables/credit-messages.ts'
import { insertBadDebt } from '#server/money/bad-debts/public.ts'
import { type LedgerTransfer, postTransfersOfEnterprise } from '#server/money/ledger/public.ts'
import { lockAndReadProvisionBalance } from '#server/money/provisions/public.ts'
import {
  type EnterpriseDebtByMonths,
  findStatement,
  recordReductionsAndUpdateStates,
  reverseInterestOfLoweredDebt,
} from '#server/money/statements/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

interface WriteOff {
  enterpriseId: string
  /** That of its request, and of the claim. */
  id: string
  month: string
  amountFen: Fen
  interestFen: Fen
}

/**
 * 核销: takes an amount off the receivable and keeps the claim (账销案存). The provision bears it as far as it reaches, the rest and the interest
 * are a loss. The caller has locked the company's debts, which `debts` are, and checked that the amounts are owed.
 */
export async function postStatementWriteOff(
  tx: Tx,
  moment: Moment,
  debts: EnterpriseDebtByMonths,
  { enterpriseId, id, month, amountFen, interestFen }: WriteOff,
): Promise<void> {
  const { dueDay } = (await findStatement(tx, enterpriseId, month)) ?? refuse('STATEMENT_NOT_FOUND')
  const providedFen = minFen(amountFen, await lockAndReadProvisionBalance(tx))
  const title = `${month} 账单核销`
  const transfers: LedgerTransfer[] = [
    { kind: 'writeOffProvided', amountFen: providedFen, document: id, title },
    { kind: 'writeOff', amountFen: subtractFen(amountFen, providedFen), document: id, title },
    { kind: 'writeOffInterest', amountFen: interestFen, document: id, title: `${month} 账单逾期利息核销` },
  ]
  // First, because the state of the statement depends on it.
  await insertBadDebt(tx, moment, { enterpriseId, id, month, principalFen: amountFen, interestFen, providedFen, dueDay })
  await postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers })
  await recordReductionsAndUpdateStates(tx, moment, enterpriseId, [{ month, kind: 'writeOff', amountFen, document: id }])
  await reverseInterestOfLoweredDebt(tx, moment, debts, { enterpriseId, fromDay: toShanghaiDay(moment.now), document: id })
  const says = createMessageTextWithValues('badDebtKept', { month, amount: formatMoney(sum([amountFen, interestFen])) })
  await sendCreditMessagesToPermittedMembers(tx, moment, [{ enterpriseId, target: createStatementMessageTarget(month), says }])
}
