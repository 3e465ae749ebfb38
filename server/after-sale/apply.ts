import { afterSaleTypes } from '../../contract/after-sale/after-sale-lifecycle.ts'
import type { afterSale } from '../../contract/after-sale/api.ts'
import type { RefundPreview } from '../../contract/after-sale/shapes.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { ZERO } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { bindFile } from '../files/public.ts'
import { demandOrder, findOrder, moveUnits, noteOrder, setAfterSale } from '../ordering/public.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { claimable, demandClaimable, describeQuote, priceUnits, type Quote } from './claims.ts'
import { addEntry } from './history.ts'
import { insertAfterSale } from './rows.ts'

export interface Applicant {
  enterpriseId: string
  userId: string
}

type Asked = Pick<InputOf<typeof afterSale.apply>, 'type' | 'lines' | 'freight'>

/** Money is what these two are for: without any there is nothing to ask for. */
const demandMoney = (type: Asked['type'], { totalFen }: Quote): void => {
  if (type !== 'EXCHANGE' && totalFen === 0) refuse('AFTER_SALE_NO_MONEY')
}

/** What a wish would bring back, and which way. */
export async function previewWish(
  db: Db,
  moment: Moment,
  { enterpriseId, orderNo, ...wish }: Asked & { enterpriseId: string; orderNo: string },
): Promise<RefundPreview> {
  const order = (await findOrder(db, enterpriseId, orderNo)) ?? refuse('ORDER_NOT_FOUND')
  const found = await claimable(db, moment, order)
  demandClaimable(found, wish)
  const lines = found.lines.map(({ line }) => line)
  const quote = priceUnits(order, lines, { units: wish.lines, freightFen: wish.freight ? found.freightLeftFen : ZERO })
  demandMoney(wish.type, quote)
  return describeQuote(order.method, wish.type === 'EXCHANGE' ? null : quote)
}

/** Asks for an after-sale. What has not left stays in the house until it is decided; nothing else of the order waits. */
export async function apply(
  tx: Tx,
  moment: Moment,
  { applicant, input }: { applicant: Applicant; input: InputOf<typeof afterSale.apply> },
): Promise<{ id: string; afterSaleNo: string }> {
  const { enterpriseId, userId } = applicant
  const { orderNo, type, freight, reason, description, pictures } = input
  const order = await demandOrder(tx, { enterpriseId, orderNo })
  const found = await claimable(tx, moment, order)
  demandClaimable(found, input)
  const lines = found.lines.map(({ line }) => line)
  demandMoney(type, priceUnits(order, lines, { units: input.lines, freightFen: freight ? found.freightLeftFen : ZERO }))
  const changes = input.lines.map(({ lineNo, stage, quantity }) =>
    stage === 'unsent' ? { lineNo, heldBack: quantity } : { lineNo, claimed: quantity },
  )
  await moveUnits(tx, order, changes)
  await setAfterSale(tx, moment, order, true)
  const id = moment.newId()
  for (const fileId of pictures) await bindFile(tx, { ...applicant, fileId, purpose: 'afterSale', boundTo: `after-sale:${id}` })
  const { id: orderId } = order
  const asked = { id, enterpriseId, orderId, userId, type, reason, description, freightAsked: freight, pictures, lines: input.lines }
  const afterSaleNo = await insertAfterSale(tx, moment, asked)
  const actor = { kind: 'member', userId } as const
  await addEntry(tx, moment, { enterpriseId, id }, { verb: 'apply', actor, text: reason })
  await noteOrder(tx, moment, order, { verb: 'afterSale', actor, note: `${afterSaleNo} 申请${afterSaleTypes[type].label}` })
  return { id, afterSaleNo }
}
