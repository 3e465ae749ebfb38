import type { PunchOutProtocol } from '#contract/integration/integration/punch-out/shapes.ts'
import { type CartItem, type CartShop, cartLineOrderingFaults } from '#contract/orders/cart/api.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import type { PunchOutSetupRecord } from '#server/integration/punch-out/setup/setup-store.ts'

/** A line of a cart, as a procurement system gets it. */
export interface PunchOutItem {
  skuId: string
  /** The seller's part number. */
  skuCode: string
  /** The buyer's own number; null: none. */
  materialCode: string | null
  name: string
  /** The name with the properties of the SKU. */
  title: string
  shopName: string
  /** The number of its maker; '': none is known. */
  manufacturerNo: string
  /** In how many days it arrives if it is paid for now; undefined: no day is promised. */
  leadDays: number | undefined
  /** As the mall writes it: 件. */
  unit: string
  quantity: number
  unitFen: Fen
}

/** UN/ECE Recommendation 20 codes. Pieces differ by protocol: SAP knows them as PCE, cXML examples as EA. */
const isoUnits: ReadonlyMap<string, string> = new Map([
  ['套', 'SET'],
  ['副', 'PR'],
  ['双', 'PR'],
  ['对', 'PR'],
  ['升', 'LTR'],
  ['毫升', 'MLT'],
  ['公斤', 'KGM'],
  ['千克', 'KGM'],
  ['克', 'GRM'],
  ['吨', 'TNE'],
  ['米', 'MTR'],
  ['平方米', 'MTK'],
  ['立方米', 'MTQ'],
  ['桶', 'DR'],
  ['箱', 'CT'],
  ['包', 'PK'],
  ['袋', 'BG'],
  ['瓶', 'BO'],
  ['罐', 'CA'],
  ['卷', 'RO'],
])
const PIECES: Record<PunchOutProtocol, string> = { OCI: 'PCE', CXML: 'EA' }

/**
 * The code of a unit: that of the company's system, else the usual one. What has no code of its own counts as pieces: price and quantity are both
 * of one unit, so no amount changes.
 */
export const toUnitCode = (unit: string, protocol: PunchOutProtocol, { unitCodes }: Pick<PunchOutSetupRecord, 'unitCodes'>): string =>
  unitCodes.find((one) => one.unit === unit)?.code ?? isoUnits.get(unit) ?? PIECES[protocol]

/** The unit price that a company buys at. Refuses NOT_ON_CREDIT for a line that is sold for cash only. */
function getUnitFen({ salePrice, creditPrice, goodsName }: CartItem, { onCredit }: Pick<PunchOutSetupRecord, 'onCredit'>): Fen {
  if (!onCredit) return salePrice
  return creditPrice ?? refuse('NOT_ON_CREDIT', { msg: `「${goodsName}」不支持赊销，请移除后再返回` })
}

/** A line at the price that the company buys at, before what else is known of its goods. */
export type PricedPunchOutItem = Omit<PunchOutItem, 'manufacturerNo' | 'leadDays'>

/** Describes cart lines for a procurement system, at the prices that the company buys at. Refuses PUNCH_OUT_LINE_FAULTY, NOT_ON_CREDIT. */
export const toPricedPunchOutItems = (shops: readonly CartShop[], setup: Pick<PunchOutSetupRecord, 'onCredit'>): PricedPunchOutItem[] =>
  shops.flatMap(({ shopName, cartList }) =>
    cartList.map((line) => {
      if (line.fault !== null)
        refuse('PUNCH_OUT_LINE_FAULTY', {
          msg: `「${line.goodsName}」${cartLineOrderingFaults[line.fault]}，请移除或修改后重试`,
          skuId: line.skuId,
        })
      return {
        skuId: line.skuId,
        skuCode: line.skuCode,
        materialCode: line.materialCode,
        name: line.goodsName,
        title: `${line.goodsName} ${formatSkuProps(line.skuProps)}`.trim(),
        shopName,
        unit: line.unit,
        quantity: line.goodsNum,
        unitFen: getUnitFen(line, setup),
      }
    }),
  )

/** Cuts a text to a field of `max` UTF-16 units, which is how SAP counts, and never through a character. */
export function cutToLength(text: string, max: number): string {
  let kept = ''
  for (const sign of text) {
    if (kept.length + sign.length > max) return kept
    kept += sign
  }
  return kept
}
