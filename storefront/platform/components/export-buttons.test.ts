import { createElement } from 'react'
import { expect, test } from 'vitest'
import { ExportButtons } from './export-buttons.tsx'
import { extractHtmlTextForTest, renderToHtmlForTest } from './render-for-test.ts'

const ask = async () => undefined

test.each([
  [ask, undefined, '导出 CSV导出 Excel'],
  [ask, 1, '导出 CSV导出 Excel'],
  [{ 订单: ask, 明细: ask }, 2, '导出订单 CSV导出订单 Excel导出明细 CSV导出明细 Excel'],
])('the export buttons of %o, with a total of %o', async (of, total, words) => {
  // And the single button on a phone.
  expect(extractHtmlTextForTest(await renderToHtmlForTest(() => createElement(ExportButtons, { ask: of, total })))).toBe(
    extractHtmlTextForTest(`${words}导出`),
  )
})

test('an empty list has no export buttons', async () => {
  expect(await renderToHtmlForTest(() => createElement(ExportButtons, { ask, total: 0 }))).toBe('')
})
