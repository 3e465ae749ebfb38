import { expect, test } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

test('the holder of the most bytes that can still be dropped makes room, not the next caller', () => {
  const budget = createByteBudget(200)
  const gone: string[] = []
  const [received, coming, next] = ['A', 'B', 'C'].map((holder) => budget.open(holder, () => gone.push(holder)))
  received?.add(100)
  received?.complete()
  coming?.add(90)
  next?.add(30)
  expect(gone).toEqual(['B'])
  expect(budget.held()).toBe(130)
})

test('if nothing else can be dropped, the next caller is refused', () => {
  const budget = createByteBudget(200)
  const gone: string[] = []
  const [received, next] = ['A', 'B'].map((holder) => budget.open(holder, () => gone.push(holder)))
  received?.add(190)
  received?.complete()
  next?.add(30)
  expect(gone).toEqual(['B'])
  expect(budget.held()).toBe(190)
})
