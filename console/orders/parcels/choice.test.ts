import { expect, test } from 'vitest'
import { type Choice, changeChoice, getRowsChosenOf } from './choice.ts'

const nothing: Choice<number> = { of: '30 天', rows: new Map() }
const choose = (choice: Choice<number>, of: string, key: string, row: number, yes = true) =>
  changeChoice(choice, { of, rows: [[key, row]], yes })
const list = (choice: Choice<number>, of: string) => [...getRowsChosenOf(choice, of).values()]

test('rows stay chosen in the sequence of choosing until they are chosen no longer', () => {
  const both = choose(choose(nothing, '30 天', 'b', 7), '30 天', 'a', 5)
  expect(list(both, '30 天')).toEqual([7, 5])
  expect(list(choose(both, '30 天', 'b', 7, false), '30 天')).toEqual([5])
})

test('what was chosen with other filters is not chosen, and does not come back with the next row', () => {
  const before = choose(nothing, '30 天', 'a', 5)
  expect(list(before, '60 天')).toEqual([])
  const after = choose(before, '60 天', 'b', 9)
  expect(list(after, '60 天')).toEqual([9])
  expect(list(after, '30 天')).toEqual([])
})
