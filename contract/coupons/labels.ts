/** What fields of coupons are called in front of people; contract/labels.ts has them all. */
export const couponLabels = {
  categoryIds: '适用分类',
  codes: '兑换码数量',
  couponCode: '兑换码',
  coupons: '优惠券',
  days: '有效天数',
  perEnterprise: '每家企业限领',
  scope: '适用范围',
  templateId: '优惠券',
  threshold: '使用门槛',
  total: '发放总量',
  way: '发放方式',
  withoutCoupons: '不用优惠券',
}
