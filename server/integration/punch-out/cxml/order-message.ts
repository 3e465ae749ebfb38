import { formatYuan, multiplyFen, sum } from '#contract/platform/core/money.ts'
import { type PunchOutItem, toUnitCode } from '#server/integration/punch-out/items.ts'
import type { PunchOutVisit, ReturnFields } from '#server/integration/punch-out/punch-out-store.ts'
import type { PunchOutSetupRecord } from '#server/integration/punch-out/setup/setup-store.ts'
import { type WrittenXml, writeXmlElement } from '#server/integration/xml/public.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { formatPayloadId, writeCxml, writeCxmlHeader } from './cxml-envelope.ts'

const money = (yuan: string): WrittenXml => writeXmlElement('Money', { currency: 'CNY' }, yuan)

function writeItem(item: PunchOutItem, { visit, setup }: CxmlReturn): WrittenXml {
  const detail = writeXmlElement(
    'ItemDetail',
    {},
    writeXmlElement('UnitPrice', {}, money(formatYuan(item.unitFen))),
    writeXmlElement('Description', { 'xml:lang': 'zh-CN' }, item.title),
    writeXmlElement('UnitOfMeasure', {}, toUnitCode(item.unit, 'CXML', setup)),
    // The document type demands at least one. Without a group of the buyer's it says that there is none.
    writeXmlElement('Classification', { domain: 'MaterialGroup' }, setup.materialGroup === '' ? '0' : setup.materialGroup),
    ...(item.leadDays === undefined ? [] : [writeXmlElement('LeadTime', {}, String(item.leadDays))]),
  )
  // The second id comes back with an order, and tells which visit it is from.
  const id = writeXmlElement(
    'ItemID',
    {},
    writeXmlElement('SupplierPartID', {}, item.skuCode === '' ? item.skuId : item.skuCode),
    writeXmlElement('SupplierPartAuxiliaryID', {}, `${item.skuId}/${visit.id}`),
    ...(item.materialCode === null ? [] : [writeXmlElement('BuyerPartID', {}, item.materialCode)]),
  )
  return writeXmlElement('ItemIn', { quantity: String(item.quantity) }, id, detail)
}

interface CxmlReturn {
  visit: PunchOutVisit
  setup: PunchOutSetupRecord
  /** The host of the mall's address. */
  host: string
}

/** The field of the form that takes a cart to a cXML system: a PunchOutOrderMessage. An empty cart is a message without lines. */
export function toCxmlFields(moment: Moment, items: readonly PunchOutItem[], to: CxmlReturn): ReturnFields {
  const { visit, setup, host } = to
  const total = sum(items.map(({ unitFen, quantity }) => multiplyFen(unitFen, quantity)))
  const header = writeCxmlHeader({ seller: visit.seller, buyer: { domain: setup.fromDomain, identity: setup.fromIdentity } })
  const message = writeXmlElement(
    'PunchOutOrderMessage',
    {},
    writeXmlElement('BuyerCookie', {}, visit.buyerCookie),
    writeXmlElement('PunchOutOrderMessageHeader', { operationAllowed: 'edit' }, writeXmlElement('Total', {}, money(formatYuan(total)))),
    ...items.map((item) => writeItem(item, to)),
  )
  const payloadId = formatPayloadId(moment.newId(), host)
  return [['cxml-urlencoded', writeCxml(moment, { payloadId }, header, writeXmlElement('Message', {}, message))]]
}
