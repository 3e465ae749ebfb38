import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { type Column, countColumn, customColumn, instantColumn, moneyColumn } from './columns.tsx'

interface Row {
  amount: ReturnType<typeof fen> | null
  units: number
  at: Date | null
}
const row: Row = { amount: fen(123_456_789), units: 12_345, at: new Date('2026-11-20T16:00:30.000Z') }
const drawn = ({ cell }: Column<Row>, of: Row) => renderToStaticMarkup(cell(of))

test('money is right-aligned in tabular digits, and a missing price is a dash', () => {
  const price = moneyColumn<Row>({ title: '金额', value: ({ amount }) => amount })
  expect(price.align).toBe('right')
  expect(drawn(price, row)).toBe('<span class="num">¥1,234,567.89</span>')
  expect(drawn(price, { ...row, amount: null })).toBe('—')
})

test('numbers have thousands separators', () => {
  const units = countColumn<Row>({ title: '数量', value: ({ units }) => units })
  expect(units.align).toBe('right')
  expect(drawn(units, row)).toBe('<span class="num">12,345</span>')
})

test('times are shown in Shanghai time', () => {
  const at = instantColumn<Row>({ title: '时间', value: ({ at }) => at })
  expect(drawn(at, row)).toContain('2026-11-21 00:00')
  expect(drawn(at, { ...row, at: null })).toBe('—')
})

test('a column has its configured width', () => {
  expect(customColumn<Row>({ title: '名称', value: () => 'x', width: 90 }).width).toBe(90)
  expect(customColumn<Row>({ title: '名称', value: () => 'x' })).not.toHaveProperty('width')
})
