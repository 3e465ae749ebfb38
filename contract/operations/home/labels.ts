/** The labels of the fields of the home page's sections. They are part of the list in contract/labels.ts. */
export const homeFieldLabels = {
  goodsCount: '显示几个商品',
  goodsRule: '商品来源',
  guests: '游客可见',
  levels: '可见的会员等级',
  preview: '预览',
  viewer: '身份',
} as const
