/** The labels of the fields of moving in, for people. */
export const movingInFieldLabels = {
  companies: '企业数',
  drawdowns: '未出账赊销合计',
  interest: '未付利息合计',
  limits: '额度合计',
  result: '结果',
  statements: '期初账单合计',
  wallet: '期初钱包合计',
}
