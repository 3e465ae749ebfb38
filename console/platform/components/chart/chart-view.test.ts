import { expect, test } from 'vitest'
import { type ChartShape, formatAxisValue, formatChartPointText, toChartOption } from './chart-view.ts'

const shape: ChartShape = {
  names: ['11月1日', '11月2日'],
  series: [
    { name: '本期', kind: 'bar', values: [12, null], tone: 'jade' },
    { name: '上期', kind: 'line', values: [3], tone: 'steel', dashed: true },
  ],
  format: (value) => `${value} 元`,
}

test('values on an axis are in 万 when they are large', () => {
  expect([0, 9_999, 10_000, 12_000, -35_000, 1_234_567].map(formatAxisValue)).toEqual(['0', '9999', '1万', '1.2万', '-3.5万', '123万'])
})

test('the text beside the pointer names each value, and those that are not there', () => {
  expect(formatChartPointText(shape, '11月1日', 0)).toBe('11月1日\n本期  12 元\n上期  3 元')
  expect(formatChartPointText(shape, '11月2日', 1)).toBe('11月2日\n本期  —\n上期  —')
})

test('a value without neighbours is a point, because no line leads to it', () => {
  const drawn = (values: readonly (number | null)[]) =>
    toChartOption({ ...shape, series: [{ name: '去年', kind: 'line', tone: 'copper', values }] }, 800).series[0]?.showSymbol
  expect([drawn([1, null, 2, 3]), drawn([null, 2, 3]), drawn([4])]).toEqual([true, false, true])
})

test('a few places that are no times are all named, in the width that each of them has', () => {
  expect(toChartOption({ ...shape, namesAll: true }, 364).xAxis.axisLabel).toMatchObject({ interval: 0, width: 150, overflow: 'break' })
  expect(toChartOption(shape, 364).xAxis.axisLabel).not.toHaveProperty('interval')
})

test('nothing moves, and one series needs no legend', () => {
  expect(toChartOption(shape, 800)).toMatchObject({ animation: false, tooltip: { renderMode: 'richText' }, yAxis: { splitNumber: 5 } })
  expect(toChartOption({ ...shape, series: shape.series.slice(0, 1) }, 390)).not.toHaveProperty('legend')
})
