import { expect, test } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

test('whoever holds the most of what can still make room makes it, and not who comes next', () => {
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

test('where nothing else can make room, whoever comes next does', () => {
  const budget = createByteBudget(200)
  const gone: string[] = []
  const [received, next] = ['A', 'B'].map((holder) => budget.open(holder, () => gone.push(holder)))
  received?.add(190)
  received?.complete()
  next?.add(30)
  expect(gone).toEqual(['B'])
  expect(budget.held()).toBe(190)
})
