import { formatYuan, multiplyFen, sum } from '#contract/platform/core/money.ts'
import { type PunchOutItem, toIsoUnit } from '#server/integration/punch-out/items.ts'
import type { PunchOutVisit, ReturnFields } from '#server/integration/punch-out/punch-out-store.ts'
import type { PunchOutSetupRecord } from '#server/integration/punch-out/setup/setup-store.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { writeCredential, writeCxml } from './cxml-envelope.ts'
import { type WrittenCxml, xml } from './write-xml.ts'

const USER_AGENT = 'yanfeng-mall'
const money = (yuan: string): WrittenCxml => xml('Money', { currency: 'CNY' }, yuan)

function writeItem(item: PunchOutItem, { visit, setup }: CxmlReturn): WrittenCxml {
  const detail = xml(
    'ItemDetail',
    {},
    xml('UnitPrice', {}, money(formatYuan(item.unitFen))),
    xml('Description', { 'xml:lang': 'zh-CN' }, item.title),
    xml('UnitOfMeasure', {}, toIsoUnit(item.unit, 'CXML')),
    // The document type demands at least one. Without a group of the buyer's it says that there is none.
    xml('Classification', { domain: 'MaterialGroup' }, setup.materialGroup === '' ? '0' : setup.materialGroup),
  )
  // The second id comes back with an order, and tells which visit it is from.
  const id = xml(
    'ItemID',
    {},
    xml('SupplierPartID', {}, item.skuCode === '' ? item.skuId : item.skuCode),
    xml('SupplierPartAuxiliaryID', {}, `${item.skuId}/${visit.id}`),
    ...(item.materialCode === null ? [] : [xml('BuyerPartID', {}, item.materialCode)]),
  )
  return xml('ItemIn', { quantity: String(item.quantity) }, id, detail)
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
  const header = xml(
    'Header',
    {},
    writeCredential('From', visit.seller),
    writeCredential('To', { domain: setup.fromDomain, identity: setup.fromIdentity }),
    writeCredential('Sender', visit.seller, xml('UserAgent', {}, USER_AGENT)),
  )
  const message = xml(
    'PunchOutOrderMessage',
    {},
    xml('BuyerCookie', {}, visit.buyerCookie),
    xml('PunchOutOrderMessageHeader', { operationAllowed: 'edit' }, xml('Total', {}, money(formatYuan(total)))),
    ...items.map((item) => writeItem(item, to)),
  )
  return [['cxml-urlencoded', writeCxml(moment, host, header, xml('Message', {}, message))]]
}
