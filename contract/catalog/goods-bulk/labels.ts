/** The labels of the fields of the bulk edit, for people. */
export const goodsBulkEditFieldLabels = {
  by: '方式',
  change: '修改内容',
  direction: '上调或下调',
  filter: '筛选条件',
  goodsIds: '商品',
  kind: '修改内容',
  onSale: '上架或下架',
  percent: '百分比',
  prices: '价格',
  rounding: '取整',
  step: '幅度',
}
