/** Who pays for the delivery: the buyer, by the template of the shop; or nobody, because the weight of these goods is not charged. */
export const goodsFreightRules = { shop: { label: '按店铺运费模板' }, free: { label: '包邮' } } as const

/** The possible applications of a buyer after shipment. For unshipped units staff decide, as for all goods. */
export const goodsAfterSaleRules = {
  standard: { label: '按平台售后规则' },
  qualityOnly: { label: '仅质量问题可退换' },
  none: { label: '定制品，不退不换' },
} as const
export type GoodsAfterSaleRule = keyof typeof goodsAfterSaleRules
