import { formatYuan, multiplyFen, sum } from '#contract/platform/core/money.ts'
import { type PunchOutItem, toIsoUnit } from '#server/integration/punch-out/items.ts'
import type { PunchOutVisit, ReturnFields } from '#server/integration/punch-out/punch-out-store.ts'
import type { PunchOutSetupRecord } from '#server/integration/punch-out/setup/setup-store.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { writeCredential, writeCxml } from './cxml-envelope.ts'
import { type WrittenCxml, writeXmlElement } from './write-xml.ts'

const USER_AGENT = 'yanfeng-mall'
const money = (yuan: string): WrittenCxml => writeXmlElement('Money', { currency: 'CNY' }, yuan)

function writeItem(item: PunchOutItem, { visit, setup }: CxmlReturn): WrittenCxml {
  const detail = writeXmlElement(
    'ItemDetail',
    {},
    writeXmlElement('UnitPrice', {}, money(formatYuan(item.unitFen))),
    writeXmlElement('Description', { 'xml:lang': 'zh-CN' }, item.title),
    writeXmlElement('UnitOfMeasure', {}, toIsoUnit(item.unit, 'CXML')),
    // The document type demands at least one. Without a group of the buyer's it says that there is none.
    writeXmlElement('Classification', { domain: 'MaterialGroup' }, setup.materialGroup === '' ? '0' : setup.materialGroup),
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
  const header = writeXmlElement(
    'Header',
    {},
    writeCredential('From', visit.seller),
    writeCredential('To', { domain: setup.fromDomain, identity: setup.fromIdentity }),
    writeCredential('Sender', visit.seller, writeXmlElement('UserAgent', {}, USER_AGENT)),
  )
  const message = writeXmlElement(
    'PunchOutOrderMessage',
    {},
    writeXmlElement('BuyerCookie', {}, visit.buyerCookie),
    writeXmlElement('PunchOutOrderMessageHeader', { operationAllowed: 'edit' }, writeXmlElement('Total', {}, money(formatYuan(total)))),
    ...items.map((item) => writeItem(item, to)),
  )
  return [['cxml-urlencoded', writeCxml(moment, host, header, writeXmlElement('Message', {}, message))]]
}
