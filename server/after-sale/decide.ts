import { afterSaleTypes, RETURN_DAYS } from '../../contract/after-sale/after-sale-lifecycle.ts'
import type { consoleAfterSale } from '../../contract/after-sale/console-api.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { say as phrase } from '../../contract/messaging/texts/texts.ts'
import { type Fen, least, minus, sum, ZERO } from '../../contract/money.ts'
import { Refusal } from '../../contract/refusal.ts'
import { refuse } from '../../contract/refusals.ts'
import { addHours } from '../../contract/shanghai.ts'
import { planBack } from '../fulfilment/public.ts'
import type { Line, Order } from '../ordering/public.ts'
import { type Db, inTransaction, type Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { priceUnits, type Quote, type Units } from './claims.ts'
import { addEntry, tellBuyer } from './history.ts'
import { type Case, demandMove, letGo, lockCase, step } from './move.ts'
import { type AfterSaleRef, findLateReturns, setLine } from './rows.ts'

type Approval = InputOf<typeof consoleAfterSale.approve> & { staffId: string }

/** What staff agree to of each line; a line that they do not name is agreed to whole. */
function acceptedOf({ asked, lines: ordered }: Case, given: Approval['lines']) {
  for (const { lineNo, stage } of given)
    if (!asked.some((one) => one.lineNo === lineNo && one.stage === stage))
      refuse('AFTER_SALE_TOO_MANY', { msg: `第 ${lineNo} 行没有申请售后`, lineNo })
  return asked.map((line) => {
    const accepted = given.find(({ lineNo, stage }) => lineNo === line.lineNo && stage === line.stage)?.quantity ?? line.asked
    const name = ordered.find(({ lineNo }) => lineNo === line.lineNo)?.goodsName ?? ''
    if (accepted > line.asked)
      refuse('AFTER_SALE_TOO_MANY', { msg: `「${name}」申请 ${line.asked}，最多同意 ${line.asked}`, most: line.asked })
    return { ...line, accepted }
  })
}

/** 同意: perhaps fewer units than were asked for, and as much of the freight as staff say. What is not agreed to is let go. */
export async function approve(tx: Tx, moment: Moment, { staffId, lines: given, freight, note, ...ref }: Approval): Promise<void> {
  const opened = await lockCase(tx, ref)
  demandMove(opened, 'approve')
  const { afterSale, order, lines } = opened
  const accepted = acceptedOf(opened, given)
  const units = accepted
    .map(({ lineNo, stage, accepted: quantity }) => ({ lineNo, stage, quantity }))
    .filter(({ quantity }) => quantity > 0)
  const freightFen = afterSale.type === 'EXCHANGE' ? ZERO : freight
  const freightLeft = minus(order.freightFen, order.freightRefundedFen)
  if (freightFen > freightLeft) refuse('AFTER_SALE_TOO_MANY', { msg: `运费最多还可退 ¥${freightLeft / 100}`, most: freightLeft / 100 })
  if (units.length === 0 && freightFen === 0) refuse('AFTER_SALE_TOO_MANY', { msg: '同意的数量全部为 0，请改为驳回并说明原因' })
  const money = async () => (await quoteUnits(tx, order, lines, { units, freightFen })).totalFen > 0
  if (afterSale.type !== 'EXCHANGE' && !(await money())) refuse('AFTER_SALE_NO_MONEY')
  await letGo(
    tx,
    order,
    accepted.map((line) => ({ ...line, accepted: line.asked - line.accepted })),
  )
  for (const line of accepted) await setLine(tx, ref, line)
  const actor = { kind: 'staff', staffId } as const
  await step(tx, moment, opened, { verb: 'approve', actor, text: note, change: { freightFen } })
  const next = afterSale.type === 'REFUND' ? '正在为您退款' : `请在 ${RETURN_DAYS} 天内寄回商品并填写退货物流`
  const says = phrase('afterSaleApproved', { number: afterSale.afterSaleNo, type: afterSaleTypes[afterSale.type].label, next })
  await tellBuyer(tx, moment, { afterSale, order, says })
}

/** What units come to as things stand: of what left on credit at most what disputes have left of the parcels' drawdowns. */
export async function quoteUnits(
  db: Db,
  order: Order,
  lines: readonly Line[],
  wanted: { units: readonly Units[]; freightFen: Fen },
): Promise<Quote> {
  const quote = priceUnits(order, lines, wanted)
  const sentFen = minus(quote.totalFen, quote.unsentFen)
  if (order.method !== 'credit' || sentFen === 0) return quote
  const sent = quote.lines.filter(({ stage }) => stage === 'sent').map(({ lineNo, amountFen }) => ({ lineNo, amountFen }))
  const sentFreightFen = minus(sentFen, sum(sent.map(({ amountFen }) => amountFen)))
  const back = [...sent, { lineNo: null, amountFen: sentFreightFen }]
  const parts = await planBack(db, { enterpriseId: order.enterpriseId, orderId: order.id, back })
  const borne = (of: number | null) => sum(parts.filter(({ lineNo }) => lineNo === of).map(({ amountFen }) => amountFen))
  const takenFen = minus(sentFen, sum(parts.map(({ amountFen }) => amountFen)))
  return {
    ...{ ...quote, parts, takenFen, totalFen: minus(quote.totalFen, takenFen) },
    lines: quote.lines.map((line) => (line.stage === 'sent' ? { ...line, amountFen: borne(line.lineNo) } : line)),
    freightFen: sentFreightFen > 0 ? borne(null) : quote.freightFen,
  }
}

/** What is agreed to of a case as it stands, and what that comes to. The freight is at most what is left of it. */
export async function quoteCase(db: Db, { afterSale, order, lines, asked }: Case): Promise<Quote> {
  const units = asked.map(({ lineNo, stage, accepted: quantity }) => ({ lineNo, stage, quantity })).filter(({ quantity }) => quantity > 0)
  const freightLeft = minus(order.freightFen, order.freightRefundedFen)
  const wanted = afterSale.state === 'APPLIED' && afterSale.freightAsked ? freightLeft : afterSale.freightFen
  return quoteUnits(db, order, lines, { units, freightFen: least(wanted, freightLeft) })
}

/** 驳回: everything that was asked about is as it was. */
export async function reject(
  tx: Tx,
  moment: Moment,
  { staffId, reason, ...ref }: AfterSaleRef & { staffId: string; reason: string },
): Promise<void> {
  const opened = await lockCase(tx, ref)
  demandMove(opened, 'reject')
  const { afterSale, order, asked } = opened
  await letGo(tx, order, asked)
  await step(tx, moment, opened, { verb: 'reject', actor: { kind: 'staff', staffId }, text: reason })
  await tellBuyer(tx, moment, { afterSale, order, says: phrase('afterSaleRejected', { number: afterSale.afterSaleNo, reason }) })
}

/** 撤销申请, before anything was sent back or paid out. */
export async function withdraw(tx: Tx, moment: Moment, { userId, ...ref }: AfterSaleRef & { userId: string }): Promise<void> {
  const opened = await lockCase(tx, ref)
  demandMove(opened, 'withdraw')
  await letGo(tx, opened.order, opened.asked)
  await step(tx, moment, opened, { verb: 'withdraw', actor: { kind: 'member', userId }, text: '' })
}

async function expireReturn(tx: Tx, moment: Moment, ref: AfterSaleRef): Promise<void> {
  const opened = await lockCase(tx, ref)
  demandMove(opened, 'expireReturn')
  const { afterSale, order, asked } = opened
  await letGo(tx, order, asked)
  const text = `${RETURN_DAYS} 天内没有寄回商品，售后已关闭`
  await step(tx, moment, opened, { verb: 'expireReturn', actor: { kind: 'clock' }, text })
  await tellBuyer(tx, moment, { afterSale, order, says: phrase('afterSaleLapsed', { number: afterSale.afterSaleNo, reason: text }) })
}

/** Every agreed return whose goods nobody has sent in time is over, one transaction each; who was quicker is left alone. */
export async function expireReturns(db: Db, moment: Moment): Promise<number> {
  const due = await findLateReturns(db, addHours(moment.now, -RETURN_DAYS * 24))
  let over = 0
  for (const ref of due) {
    over += await inTransaction(db, (tx) => expireReturn(tx, moment, ref)).then(
      () => 1,
      (error) => {
        if (error instanceof Refusal) return 0
        throw error
      },
    )
  }
  return over
}

const SAYINGS_MAX = 300

/** A word to the other side. To the buyer it comes as a message too. */
export async function say(
  tx: Tx,
  moment: Moment,
  { text, by, ...ref }: AfterSaleRef & { text: string; by: { userId: string } | { staffId: string } },
): Promise<void> {
  const { afterSale, order } = await lockCase(tx, ref)
  if (afterSale.entries >= SAYINGS_MAX) refuse('AFTER_SALE_MOVED', { msg: '留言已达上限，请电话联系客服' })
  const actor = 'userId' in by ? ({ kind: 'member', userId: by.userId } as const) : ({ kind: 'staff', staffId: by.staffId } as const)
  await addEntry(tx, moment, ref, { verb: 'say', actor, text })
  if (actor.kind === 'staff')
    await tellBuyer(tx, moment, { afterSale, order, says: phrase('afterSaleSaid', { number: afterSale.afterSaleNo, words: text }) })
}
