import { expect, test } from 'vitest'
import type { BankStatementRowResult } from '#contract/billing/bank/console-api.ts'
import { toBankImportResultTabs } from './import-view.ts'

const row = (result: BankStatementRowResult['result'], at: number): BankStatementRowResult => ({ row: at, result, text: '', lineId: null })

test('an import result lists problems first and omits outcomes with a count of zero', () => {
  const rows = [row('added', 2), row('refused', 3), row('known', 4), row('added', 5)]
  expect(toBankImportResultTabs(rows).map(({ label, count }) => `${label} ${count}`)).toEqual(['有误 1', '已导入 2', '已存在 1'])
  expect(toBankImportResultTabs([])).toEqual([])
})
