import { expect, test } from 'vitest'
import { computeCode128CheckSymbol, encodeCode128Bars, encodeCode128TextBars } from './code128.ts'

test('an order number is encoded as 9 symbols between start, check and stop', () => {
  const { bars, modules } = encodeCode128Bars('202611119695266918')
  expect(modules).toBe(11 * 11 + 13)
  expect(bars).toHaveLength(11 * 3 + 4)
  expect(bars[0]).toEqual({ at: 0, width: 2 })
  expect(bars.at(-1)).toEqual({ at: modules - 2, width: 2 })
})

test('the check symbol weights each symbol by its position', () =>
  expect(computeCode128CheckSymbol([12, 34])).toBe((105 + 12 + 2 * 34) % 103))

test('every symbol is eleven modules wide with an even number of dark ones, and all symbols differ', () => {
  const drawn = Array.from({ length: 100 }, (_, symbol) => {
    const { bars } = encodeCode128Bars(String(symbol).padStart(2, '0'))
    return bars.slice(3, 6).map(({ at, width }) => ({ at: at - 11, width }))
  })
  for (const bars of drawn) {
    expect(bars[0]?.at).toBe(0)
    expect(bars.reduce((dark, { width }) => dark + width, 0) % 2).toBe(0)
    expect((bars[2]?.at ?? 0) + (bars[2]?.width ?? 0)).toBeLessThan(11)
  }
  expect(new Set(drawn.map((bars) => JSON.stringify(bars))).size).toBe(100)
})

test('text that is not pairs of digits is refused', () => {
  expect(() => encodeCode128Bars('123')).toThrow(RangeError)
  expect(() => encodeCode128Bars('12a4')).toThrow(RangeError)
})

test('a part number is one symbol for each character, and the digits of a box are pairs with the last one apart', () => {
  const part = encodeCode128TextBars('KT-U84-22') ?? expect.fail('no bars')
  expect(part.modules).toBe((1 + 9 + 1) * 11 + 13)
  // Start B, then K: 104 + 43 is its first term of the check symbol.
  expect(computeCode128CheckSymbol([43], 104)).toBe((104 + 43) % 103)
  expect(part.bars.slice(0, 3)).toEqual([
    { at: 0, width: 2 },
    { at: 3, width: 1 },
    { at: 6, width: 1 },
  ])
  const box = encodeCode128TextBars('6901234567892') ?? expect.fail('no bars')
  expect(box.modules).toBe((1 + 6 + 1 + 1 + 1) * 11 + 13)
  expect(encodeCode128TextBars('202611119695266918')).toEqual(encodeCode128Bars('202611119695266918'))
  expect(encodeCode128TextBars('截齿')).toBeUndefined()
})
