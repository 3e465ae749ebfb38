import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { subscribeToScreenLeave } from './on-leave.ts'

test('links, Back and a new address of the same screen leave it, a replaced entry on its path does not', () => {
  const history = createMemoryHistory({ initialEntries: ['/orders'] })
  let left = 0
  const end = subscribeToScreenLeave(history, () => left++)
  const after = (go: () => void): number => {
    left = 0
    go()
    return left
  }
  expect(after(() => history.push('/order?orderNo=1'))).toBe(1)
  expect(after(() => history.push('/order?orderNo=2'))).toBe(1)
  expect(after(() => history.replace('/order?orderNo=2&tab=parcels'))).toBe(0)
  expect(after(() => history.back())).toBe(1)
  expect(after(() => history.replace('/login'))).toBe(1)
  end()
  expect(after(() => history.push('/orders'))).toBe(0)
})
