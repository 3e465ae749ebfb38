/** The labels of price and freight fields, for people. They are part of the list in contract/labels.ts. */
export const priceAndFreightFieldLabels = {
  creditPrice: '赊销价',
  enabled: '是否启用',
  freeFromFen: '包邮金额',
  from: '起订数量',
  freight: '运费',
  fromDay: '开始日期',
  level: '会员等级',
  listId: '价目表',
  priceMax: '最高价',
  priceMin: '最低价',
  prices: '价格',
  provinces: '省份',
  quote: '报价',
  salePrice: '现金价',
  seen: '核对码',
  untilDay: '结束日期',
}
