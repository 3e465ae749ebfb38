/** The labels of coupon fields, for people. They are part of the list in contract/labels.ts. */
export const couponFieldLabels = {
  batchId: '批次',
  categoryIds: '适用分类',
  codeState: '兑换码状态',
  codes: '兑换码数量',
  couponCode: '兑换码',
  coupons: '优惠券',
  days: '有效天数',
  enterpriseIds: '企业',
  perEnterprise: '每家企业限领',
  scope: '适用范围',
  templateId: '优惠券',
  templateState: '优惠券状态',
  threshold: '使用门槛',
  total: '发放总量',
  way: '发放方式',
  withoutCoupons: '不用优惠券',
}
