/** The labels of the fields of quotations, for people. */
export const quotationFieldLabels = {
  drawingNo: '图纸',
  drawings: '图纸',
  leadDays: '交货天数',
  lineNos: '所选行',
  quotation: '报价单',
  quotationId: '询价单',
  unanswered: '买家留言待回复',
  validDays: '有效天数',
  wantedDay: '要求到货日',
  wishedPrice: '期望单价',
} as const satisfies Record<string, string>
