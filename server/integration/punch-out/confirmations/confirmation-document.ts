import { formatPayloadId, writeCxml, writeCxmlHeader } from '#server/integration/punch-out/cxml/cxml-envelope.ts'
import { toUnitCode } from '#server/integration/punch-out/items.ts'
import type { ConfirmableOrder } from '#server/integration/punch-out/orders/order-store.ts'
import type { PunchOutSetupRecord } from '#server/integration/punch-out/setup/setup-store.ts'
import { type WrittenXml, writeXmlElement } from '#server/integration/xml/public.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type Confirmation, type ConfirmedLine, unitStatuses } from './confirmed-lines.ts'

function writeItem({ lineNumber, quantity, unit, units }: ConfirmedLine, setup: ConfirmationDocument['setup']): WrittenXml {
  const measure = writeXmlElement('UnitOfMeasure', {}, toUnitCode(unit, 'CXML', setup))
  const statuses = unitStatuses
    .filter((type) => units[type] > 0)
    .map((type) => writeXmlElement('ConfirmationStatus', { quantity: String(units[type]), type }, measure))
  return writeXmlElement('ConfirmationItem', { lineNumber: String(lineNumber), quantity: String(quantity) }, measure, ...statuses)
}

/** What refers to another message. */
const writeReference = (payloadId: string): WrittenXml => writeXmlElement('DocumentReference', { payloadID: payloadId })

export interface ConfirmationDocument {
  id: string
  order: ConfirmableOrder
  confirmation: Confirmation
  setup: Pick<PunchOutSetupRecord, 'fromDomain' | 'fromIdentity' | 'unitCodes'>
  /** The numbers and states of our orders, for people. */
  comments: string
  /** The host of the mall's address. */
  host: string
}

/**
 * Writes a ConfirmationRequest. A later one of the same order is an update with the same confirmID, which says everything again and refers to
 * the one before. The secret of the receiver is empty: it is written when it is sent, so that it is kept nowhere in a message.
 */
export function writeConfirmation(moment: Moment, { id, order, confirmation, setup, comments, host }: ConfirmationDocument): string {
  const { type, lines } = confirmation
  const { orderId, orderDate, payloadId, seller, confirmation: before } = order
  const operation = before ? 'update' : 'new'
  const header = writeXmlElement(
    'ConfirmationHeader',
    { confirmID: order.tradeId, operation, type, noticeDate: moment.now.toISOString() },
    ...(before ? [writeReference(formatPayloadId(before.id, host))] : []),
    writeXmlElement('Comments', { 'xml:lang': 'zh-CN' }, comments),
  )
  const date: Record<string, string> = orderDate === null ? {} : { orderDate }
  const request = writeXmlElement(
    'ConfirmationRequest',
    {},
    header,
    writeXmlElement('OrderReference', { orderID: orderId, ...date }, writeReference(payloadId)),
    ...(type === 'accept' || type === 'reject' ? [] : lines.map((line) => writeItem(line, setup))),
  )
  return writeCxml(
    moment,
    { payloadId: formatPayloadId(id, host), documentType: 'Fulfill' },
    writeCxmlHeader({ seller, buyer: { domain: setup.fromDomain, identity: setup.fromIdentity } }, writeXmlElement('SharedSecret', {})),
    writeXmlElement('Request', { deploymentMode: 'production' }, request),
  )
}
