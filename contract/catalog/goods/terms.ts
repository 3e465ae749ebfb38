/** Who pays the delivery: the buyer by the template of the shop, or nobody, because the weight of these goods is not charged. */
export const goodsFreightRules = { shop: { label: '按店铺运费模板' }, free: { label: '包邮' } } as const

/** What a buyer may apply for once goods are shipped. Of what is not shipped yet, staff decide as of all goods. */
export const afterSaleRules = {
  standard: { label: '按平台售后规则' },
  qualityOnly: { label: '仅质量问题可退换' },
  none: { label: '定制品，不退不换' },
} as const
export type AfterSaleRule = keyof typeof afterSaleRules
