import { type Fen, formatYuan } from '#contract/platform/core/money.ts'
import { cutToLength, type PunchOutItem, toUnitCode } from '#server/integration/punch-out/items.ts'
import type { ReturnFields } from '#server/integration/punch-out/punch-out-store.ts'
import type { PunchOutSetupRecord } from '#server/integration/punch-out/setup/setup-store.ts'

/** The lengths of the fields by OCI 4.0. */
const LENGTHS = {
  DESCRIPTION: 40,
  MATNR: 40,
  VENDOR: 10,
  VENDORMAT: 40,
  MANUFACTMAT: 40,
  MATGROUP: 10,
  EXT_PRODUCT_ID: 40,
  CUST_FIELD4: 20,
  CUST_FIELD5: 50,
}

/** Amounts and quantities have exactly three decimals and a point: '59900' fen → '599.000'. */
const formatOciAmount = (amount: Fen): string => `${formatYuan(amount)}0`

interface OciReturn {
  setup: Pick<PunchOutSetupRecord, 'vendorNumber' | 'materialGroup' | 'costCentre' | 'unitCodes'>
  /** undefined: the answer of a function, which belongs to no visit. */
  punchOutId?: string
}

function fieldsOfItem(item: PunchOutItem, at: number, { setup, punchOutId = '' }: OciReturn): [string, string][] {
  const indexed = (name: string, value: string): [string, string] => [`NEW_ITEM-${name}[${at}]`, value]
  const cut = (name: keyof typeof LENGTHS, value: string) => indexed(name, cutToLength(value, LENGTHS[name]))
  const fields = [
    cut('DESCRIPTION', item.title),
    cut('MATNR', item.materialCode ?? ''),
    indexed('QUANTITY', `${item.quantity}.000`),
    indexed('UNIT', toUnitCode(item.unit, 'OCI', setup)),
    indexed('PRICE', formatOciAmount(item.unitFen)),
    indexed('CURRENCY', 'CNY'),
    indexed('PRICEUNIT', '1'),
    // Whole days, with five digits at most.
    indexed('LEADTIME', item.leadDays === undefined ? '' : String(item.leadDays)),
    cut('VENDOR', setup.vendorNumber),
    cut('VENDORMAT', item.skuCode),
    cut('MANUFACTMAT', item.manufacturerNo),
    cut('MATGROUP', setup.materialGroup),
    // A good, not a service.
    indexed('SERVICE', ''),
    cut('EXT_PRODUCT_ID', item.skuId),
    cut('CUST_FIELD4', setup.costCentre),
    cut('CUST_FIELD5', punchOutId),
    // The name of this field has its number in the middle.
    [`NEW_ITEM-LONGTEXT_${at}:132[]`, `${item.title}，单位 ${item.unit}，卖家 ${item.shopName}`] as [string, string],
  ]
  return fields.filter(([name, value]) => value !== '' || name.includes('SERVICE'))
}

/** The fields of a form that gives goods to an OCI system. Lines are numbered from 1. An empty cart has no fields. */
export const toOciFields = (items: readonly PunchOutItem[], to: OciReturn): ReturnFields =>
  items.flatMap((item, at) => fieldsOfItem(item, at + 1, to))
