import { expect, test } from 'vitest'
import { describeBankStatementFormat } from './format-view.ts'

test('a format names the column of each field, also one without a heading, and leaves out what it does not have', () => {
  const columns = { day: 0, reference: 2, credit: 1, remarks: [3, 4] }
  expect(describeBankStatementFormat({ headings: ['办理日', '进账数', '', '事由', '补充'], columns })).toBe(
    '交易日期：办理日；流水号：第 3 列；收入金额：进账数；摘要附言：事由、补充',
  )
})
