/** The Chinese names of the input fields of reports, and of filters of lists that reports and the first page lead to. */
export const reportFieldLabels = {
  soldFrom: '成交开始日期',
  unclear: '结果不明',
  soldTo: '成交结束日期',
  grain: '统计粒度',
  quietDays: '未成交天数',
  averageDays: '日均天数',
  coverDays: '备货天数',
  urgent: '只看紧急',
} as const
