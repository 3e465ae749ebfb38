/** The labels of the fields of member levels, for people. They are part of the list in contract/labels.ts. */
export const levelFieldLabels = {
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
