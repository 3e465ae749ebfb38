/**
 * Who brings the goods, and who pays for it: a courier and the buyer, by the template of the shop; a courier and nobody, because their weight
 * is not charged; the platform's own tanker and the buyer. No courier's days are promised for a tanker.
 */
export const goodsFreightRules = {
  shop: { label: '按店铺运费模板' },
  free: { label: '包邮' },
  tanker: { label: '自有罐车配送，按店铺运费模板' },
} as const
export type GoodsFreightRule = keyof typeof goodsFreightRules

/** The field `byTanker` of goods and lines: true for the platform's own tanker; undefined, so left out, for a courier. */
export const toByTanker = (freight: GoodsFreightRule): true | undefined => (freight === 'tanker' ? true : undefined)

/** What buyers read instead of a promised day. */
export const TANKER_DELIVERY_TEXT = '罐车配送，发车前与您约定送达时间'

/** The possible applications of a buyer after shipment. For unshipped units staff decide, as for all goods. */
export const goodsAfterSaleRules = {
  standard: { label: '按平台售后规则' },
  qualityOnly: { label: '仅质量问题可退换' },
  none: { label: '定制品，不退不换' },
} as const
export type GoodsAfterSaleRule = keyof typeof goodsAfterSaleRules
