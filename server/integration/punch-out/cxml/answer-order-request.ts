import * as z from 'zod/mini'
import { BUYER_REFERENCE_LENGTH_MAX, BuyerReference } from '#contract/orders/orders/buyer-references.ts'
import { REMARK_LENGTH_MAX, Remark } from '#contract/platform/core/fields.ts'
import { type Fen, parseYuan } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { cutToLength } from '#server/integration/punch-out/items.ts'
import { type PunchOutOrderRequest, placePunchOutOrder } from '#server/integration/punch-out/orders/place-punch-out-order.ts'
import type { PunchOutSetupRecord } from '#server/integration/punch-out/setup/setup-store.ts'
import { findXmlElement, readXmlText, type XmlElement } from '#server/integration/xml/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'
import { listItemOuts, readProductId, readQuantity } from './answer-setup-request.ts'
import type { CxmlRequest } from './cxml-envelope.ts'

/** The unit price of a line in fen: 120.5, 120.5000. Refuses PUNCH_OUT_REQUEST for other currencies and parts of a fen. */
function readUnitPrice(item: XmlElement): Fen {
  const money = findXmlElement(item, 'ItemDetail', 'UnitPrice', 'Money')
  const text = money?.text.trim() ?? ''
  if (money?.attributes.get('currency') !== 'CNY') refuse('PUNCH_OUT_REQUEST', { msg: '单价的币种应为 CNY' })
  // Systems write as many decimals as they like, and zeros change nothing.
  return parseYuan(text.replace(/(\.\d\d)0{1,6}$/, '$1')) ?? refuse('PUNCH_OUT_REQUEST', { msg: `单价不正确：${cutToLength(text, 40)}` })
}

/** The number of a line in the buyer's order; one that has none is counted. */
function readLineNumber(item: XmlElement, index: number): number {
  const text = item.attributes.get('lineNumber')?.trim() ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : index + 1
}

const DATE_SHAPE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/

/** Reads an order. Changes and cancellations are not taken: they are made in the mall, where the state of the order is seen. */
function readOrder({ request, payloadId, to }: CxmlRequest): PunchOutOrderRequest {
  const header = request.children.find(({ name }) => name === 'OrderRequestHeader')
  const orderId = z.safeParse(BuyerReference, header?.attributes.get('orderID') ?? '')
  const type = header?.attributes.get('type') ?? 'new'
  if (type !== 'new') refuse('PUNCH_OUT_NOT_OFFERED', { msg: '不支持以报文修改或取消订单，请在商城的订单中办理' })
  if (!orderId.success || orderId.data === '')
    refuse('PUNCH_OUT_REQUEST', { msg: `orderID 应为 1 到 ${BUYER_REFERENCE_LENGTH_MAX} 个字符` })
  const lines = listItemOuts(request).map((item, index) => ({
    lineNumber: readLineNumber(item, index),
    productId: readProductId(item),
    quantity: readQuantity(item),
    unitFen: readUnitPrice(item),
  }))
  if (lines.length === 0) refuse('PUNCH_OUT_REQUEST', { msg: '订单没有商品行' })
  const comments = [...readXmlText(header, 'Comments').replace(/\s+/g, ' ')].slice(0, REMARK_LENGTH_MAX).join('')
  const date = header?.attributes.get('orderDate')?.trim() ?? ''
  const orderDate = DATE_SHAPE.test(date) ? date : null
  return { orderId: orderId.data, payloadId, orderDate, seller: to, remark: z.parse(Remark, comments), lines }
}

interface OrderCall {
  keys: Keys
  setup: PunchOutSetupRecord
  message: CxmlRequest
  origin: RequestOrigin
}

/** Answers an OrderRequest: places the order, and names its numbers in the text of the status. */
export async function answerOrderRequest(db: Db, moment: Moment, { keys, setup, message, origin }: OrderCall): Promise<string> {
  const orderNos = await placePunchOutOrder(db, moment, { keys, setup, origin, order: readOrder(message) })
  return `已下单：${orderNos.join('、')}`
}
