import { computeDueAmountsOfStatement } from '#contract/money/statements/amounts.ts'
import { consoleStatementEndpoints } from '#contract/money/statements/console-api.ts'
import { disputeLifecycle } from '#contract/money/statements/dispute-lifecycle.ts'
import { computeAmountOfDisputedUnits, type DisputedGoods, type DisputedUnits } from '#contract/money/statements/disputed-units.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney, minFen, subtractFen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { getStatementDueDay, toShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { reduceInvoicesAfterRefund } from '#server/billing/invoices/public.ts'
import { findTransfer } from '#server/money/ledger/public.ts'
import {
  computeDisputedRestFen,
  type EnterpriseDebtByMonths,
  findStatement,
  isInterestChargedSince,
  listStatementLines,
  lockAndBringDebtsUpToDate,
  lockAndReadDebtsUpToDate,
  type NewDispute,
  type ReverseDrawdownInput,
  rechargeMissingInterest,
  recordDispute,
  recordDisputeDecision,
  recordDisputeWithdrawal,
  reverseDrawdown,
  reverseInterestOfLoweredDebt,
  type StatementLine,
  updateStatementConfirmedColumns,
} from '#server/money/statements/public.ts'
import { findGoodsSummariesByParcel, findOrderIdsOfParcels } from '#server/orders/fulfilment/public.ts'
import { bindFile } from '#server/people/files/public.ts'
import { findLastStaffChange, refuseNamingColleague } from '#server/people/staff/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { createStatementMessageTarget, sendCreditMessagesToPermittedMembers } from './credit-messages.ts'

interface MonthRef {
  enterpriseId: string
  month: string
}

/** 对账: the buyer confirms the statement of a month. After that no line of it can be disputed. */
export async function confirmStatementMonth(
  tx: Tx,
  moment: Moment,
  { enterpriseId, month, userId }: MonthRef & { userId: string },
): Promise<void> {
  await lockAndBringDebtsUpToDate(tx, moment, [enterpriseId])
  const statement = (await findStatement(tx, enterpriseId, month)) ?? refuse('STATEMENT_NOT_FOUND')
  const lines = await listStatementLines(tx, { enterpriseId, month })
  if (lines.some(({ dispute }) => dispute === 'OPEN')) refuse('STATEMENT_DISPUTED')
  if (statement.confirmedAt === null) await updateStatementConfirmedColumns(tx, moment, { enterpriseId, month, userId })
}

/**
 * Computes the amount of units of a drawdown's parcel, at most what is left of the drawdown, and names their goods. Refuses DISPUTE_UNITS_NOT_SENT if the parcel does
 * not have them, and DISPUTE_UNITS_REFUNDED if nothing is left of them.
 */
async function readDisputedGoods(
  tx: Tx,
  { enterpriseId, id }: { enterpriseId: string; id: string },
  { units, leftFen }: { units: readonly DisputedUnits[]; leftFen: Fen },
): Promise<{ amountFen: Fen; goods: DisputedGoods[] }> {
  const draw = (await findTransfer(tx, enterpriseId, id)) ?? refuse('STATEMENT_LINE_NOT_FOUND')
  const parcel = (await findGoodsSummariesByParcel(tx, enterpriseId, [draw.document])).get(draw.document)
  const lines = parcel?.lines ?? []
  const unitsFen = computeAmountOfDisputedUnits(lines, units) ?? refuse('DISPUTE_UNITS_NOT_SENT')
  const amountFen = minFen(unitsFen, leftFen)
  if (amountFen === 0) refuse('DISPUTE_UNITS_REFUNDED')
  const goods = units.flatMap(({ lineNo, quantity }) => {
    const line = lines.find((known) => known.lineNo === lineNo)
    return line ? [{ lineNo, quantity, goodsName: line.goodsName, unit: line.unit }] : []
  })
  return { amountFen, goods }
}

interface DrawdownDisputeInput extends MonthRef, Omit<NewDispute, 'amountFen' | 'units'> {
  id: string
  units: readonly DisputedUnits[] | null
  /** The part that is disputed, unless `units` says it; undefined: the whole rest. */
  amountFen?: Fen | undefined
}

/**
 * The buyer disputes one drawdown, or a part of its rest: from today on that is not due, has no interest, and is left out of repayments. The
 * part is an amount, or units of the parcel at the price that was charged. Refuses also FILE_NOT_FOUND for a picture that is not his.
 */
export async function createDrawdownDispute(tx: Tx, moment: Moment, input: DrawdownDisputeInput): Promise<void> {
  const { enterpriseId, month, id, userId, units, pictures, reason } = input
  for (const fileId of pictures) await bindFile(tx, { enterpriseId, userId, fileId, purpose: 'dispute', boundTo: `dispute:${id}` })
  const debts = await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)
  const statement = (await findStatement(tx, enterpriseId, month)) ?? refuse('STATEMENT_NOT_FOUND')
  const [line] = await listStatementLines(tx, { enterpriseId, month, id })
  if (!line) refuse('STATEMENT_LINE_NOT_FOUND')
  if (statement.confirmedAt !== null) refuse('STATEMENT_CONFIRMED')
  if (line.dispute !== null) refuse('ALREADY_DISPUTED')
  const leftFen = subtractFen(line.amountFen, line.refundedFen)
  const chosen = units === null ? undefined : await readDisputedGoods(tx, { enterpriseId, id }, { units, leftFen })
  const amountFen = chosen?.amountFen ?? input.amountFen
  if (amountFen !== undefined && amountFen > leftFen)
    refuse('DISPUTE_AMOUNT_TOO_LARGE', { msg: `最多可对 ${formatMoney(leftFen)} 提出异议` })
  // Without an amount it is about the whole line, so that a later refund leaves nothing that is due.
  const dispute = { userId, amountFen: amountFen ?? line.amountFen, units: chosen?.goods ?? null, pictures, reason }
  await recordDispute(tx, moment, { enterpriseId, month, id, ...dispute })
  // Under a number of its own: what the decision reverses is under that of the line.
  const reversal = { enterpriseId, fromDay: toShanghaiDay(moment.now), document: moment.newId() }
  await reverseInterestOfLoweredDebt(tx, moment, debts, reversal)
  await lockAndBringDebtsUpToDate(tx, moment, [enterpriseId])
}

/**
 * The buyer withdraws a dispute that is not decided: from today on the drawdown is due like the rest of its month and bears interest, for
 * the days before it does not. It cannot be disputed again.
 */
export async function withdrawDispute(
  tx: Tx,
  moment: Moment,
  { enterpriseId, month, id, userId }: MonthRef & { id: string; userId: string },
): Promise<void> {
  const debts = await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)
  if (!(await findStatement(tx, enterpriseId, month))) refuse('STATEMENT_NOT_FOUND')
  const [line] = await listStatementLines(tx, { enterpriseId, month, id })
  if (!line) refuse('STATEMENT_LINE_NOT_FOUND')
  if (line.dispute !== 'OPEN') refuse('DISPUTE_DECIDED')
  await recordDisputeWithdrawal(tx, moment, { enterpriseId, month, id, userId })
  const firstDay = toShanghaiDay(moment.now)
  // The job of midnight has charged today without the drawdown, if the withdrawal waited for it.
  if (isInterestChargedSince(debts, firstDay))
    await rechargeMissingInterest(tx, moment, { enterpriseId, months: [month], firstDay, document: moment.newId() })
  await lockAndBringDebtsUpToDate(tx, moment, [enterpriseId])
}

/** Formats the consequences for what was not granted of a dispute. The repaid part is not due again. */
async function formatUpheldResult(
  tx: Tx,
  { enterpriseId, month }: MonthRef,
  { deferredDay, grantedFen }: { deferredDay: string | null; grantedFen: Fen | null },
): Promise<string> {
  const statement = await findStatement(tx, enterpriseId, month)
  const isDue = statement !== undefined && computeDueAmountsOfStatement(statement).some(({ day }) => day === deferredDay)
  const checked = grantedFen === null ? '核实无误' : '其余核实无误'
  return isDue
    ? `${checked}，延至 ${deferredDay} 到期，不补计利息`
    : `${checked}，${grantedFen === null ? '该笔已还清，账款不变' : '已还清'}`
}

export interface DisputeDecisionInput extends MonthRef {
  id: string
  forBuyer: boolean
  /** The part that is granted, only with `forBuyer`; undefined: all that is in dispute. */
  amountFen?: Fen | undefined
  opinion: string
  staffId: string
}

/**
 * What a decision grants of a dispute: nothing, a part, or all that is left of the disputed amount. Refuses DISPUTE_AMOUNT_TOO_LARGE. A
 * dispute whose line was refunded meanwhile can be granted without an amount.
 */
function computeGrant(line: StatementLine, { forBuyer, amountFen }: Pick<DisputeDecisionInput, 'forBuyer' | 'amountFen'>) {
  const disputedFen = computeDisputedRestFen(line)
  if (!forBuyer) return { grantedFen: null, whole: false }
  const grantedFen = amountFen ?? disputedFen
  if (grantedFen > disputedFen) refuse('DISPUTE_AMOUNT_TOO_LARGE', { msg: `最多可支持 ${formatMoney(disputedFen)}` })
  return { grantedFen: grantedFen === 0 ? null : grantedFen, whole: grantedFen === disputedFen }
}

/** Reverses the granted part of a drawdown as of its first day, returns its interest, and has its invoices reduced (折让). */
async function reverseGrantedPart(
  tx: Tx,
  moment: Moment,
  {
    enterpriseId,
    month,
    debts,
    draw,
    amountFen,
  }: MonthRef & { debts: EnterpriseDebtByMonths } & Pick<ReverseDrawdownInput, 'draw' | 'amountFen'>,
): Promise<void> {
  const reversal = { enterpriseId, draw, month, amountFen, document: draw.id, seq: 0, title: draw.title, kind: 'adjust' } as const
  await reverseDrawdown(tx, moment, debts, reversal)
  const orderIds = await findOrderIdsOfParcels(tx, enterpriseId, [draw.document])
  await reduceInvoicesAfterRefund(tx, moment, { enterpriseId, orderIds, reason: '04', note: `${month} 账单异议调整` })
}

/** Refuses DISPUTE_DECIDED, and says which colleague has decided it, when and how; or that the buyer has withdrawn it. */
async function refuseDecidedDispute(tx: Tx, moment: Moment, { id, dispute }: StatementLine): Promise<void> {
  if (dispute === 'WITHDRAWN') refuse('DISPUTE_DECIDED', { msg: '买家已撤回这笔异议' })
  const decided = Object.values(disputeLifecycle.verbs).find(({ to }) => to === dispute)
  const texts = { [consoleStatementEndpoints.decideDispute.path]: `处理这笔异议：${decided?.label ?? ''}` }
  const change = await findLastStaffChange(tx, moment, { objectId: id, texts })
  await refuseNamingColleague(tx, moment, { reason: 'DISPUTE_DECIDED', change })
}

/**
 * Decides a dispute. What is granted to the buyer is reversed as of the drawdown's first day, and its interest is returned. The rest of the
 * disputed amount is due on the 10th of next month, without interest until then. Refuses STATEMENT_NOT_FOUND, STATEMENT_LINE_NOT_FOUND,
 * DISPUTE_DECIDED, and DISPUTE_AMOUNT_TOO_LARGE if more is granted than is disputed.
 */
export async function decideDispute(tx: Tx, moment: Moment, decision: DisputeDecisionInput): Promise<void> {
  const { enterpriseId, month, id, opinion, staffId } = decision
  const debts = await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)
  if (!(await findStatement(tx, enterpriseId, month))) refuse('STATEMENT_NOT_FOUND')
  const [line] = await listStatementLines(tx, { enterpriseId, month, id })
  const draw = await findTransfer(tx, enterpriseId, id)
  if (!line || !draw) refuse('STATEMENT_LINE_NOT_FOUND')
  if (line.dispute !== 'OPEN') await refuseDecidedDispute(tx, moment, line)
  const { grantedFen, whole } = computeGrant(line, decision)
  const deferredDay = whole ? null : getStatementDueDay(toShanghaiMonth(moment.now))
  // Before the reversal, which computes the interest of earlier days with what is still withheld on them.
  await recordDisputeDecision(tx, moment, { enterpriseId, month, id, staffId, opinion, grantedFen, deferredDay })
  if (grantedFen !== null) await reverseGrantedPart(tx, moment, { enterpriseId, month, debts, draw, amountFen: grantedFen })
  await lockAndBringDebtsUpToDate(tx, moment, [enterpriseId])
  const upheld = whole ? '' : await formatUpheldResult(tx, { enterpriseId, month }, { deferredDay, grantedFen })
  const result = whole ? '已调整账款' : grantedFen === null ? upheld : `已调整账款 ${formatMoney(grantedFen)}，${upheld}`
  const facts = { month, what: draw.title, amount: formatMoney(line.disputedFen), result, opinion }
  const says = createMessageTextWithValues('disputeDecided', facts)
  const target = createStatementMessageTarget(month)
  await sendCreditMessagesToPermittedMembers(tx, moment, [{ enterpriseId, target, says, alert: 'statement' }])
}
