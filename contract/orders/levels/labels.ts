/** What fields of member levels are called in front of people; contract/labels.ts has them all. */
export const levelLabels = {
  giftSkuId: '赠送商品',
  giftTemplateId: '赠送优惠券',
  giftUnits: '赠送数量',
  gold: '黄金门槛',
  platinum: '铂金门槛',
  silver: '白银门槛',
  tempDays: '临时额度天数',
  tempPercent: '临时额度比例',
  templateIds: '每月优惠券',
} as const satisfies Record<string, string>
