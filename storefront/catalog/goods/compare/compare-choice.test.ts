import { beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#ui/stub-storage.ts'

const shown = vi.hoisted(() => [] as string[])
vi.mock('#storefront/platform/components/notify.ts', () => ({ showError: (message: string) => void shown.push(message) }))

const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const one = (at: number) => ({ skuId: idOf(at), name: `商品 ${at}` })
const open = async (stored?: string) => {
  const kept = stubStorage()
  if (stored !== undefined) kept.set('yanfeng.compare', stored)
  vi.resetModules()
  return { kept, ...(await import('./compare-choice.ts')) }
}
beforeEach(() => void shown.splice(0))

test('up to four SKUs are kept on the device, and a fifth is refused with a hint', async () => {
  const { kept, addSkuToComparison, removeSkuFromComparison, listComparedSkuChoices } = await open()
  for (const at of [1, 2, 3, 4]) expect(addSkuToComparison(one(at))).toBe(true)
  expect(addSkuToComparison(one(2))).toBe(true)
  expect(shown).toEqual([])
  expect(addSkuToComparison(one(5))).toBe(false)
  expect(shown).toEqual(['最多同时对比 4 种商品，请先在对比栏移除一种'])
  expect(JSON.parse(kept.get('yanfeng.compare') ?? '')).toEqual([1, 2, 3, 4].map(one))
  removeSkuFromComparison(idOf(2))
  expect(addSkuToComparison(one(5))).toBe(true)
  expect(listComparedSkuChoices()).toEqual([1, 3, 4, 5].map(one))
})

test('SKUs chosen in another tab count towards the limit', async () => {
  const { kept, addSkuToComparison, listComparedSkuChoices } = await open()
  kept.set('yanfeng.compare', JSON.stringify([1, 2, 3, 4].map(one)))
  expect(addSkuToComparison(one(5))).toBe(false)
  expect(listComparedSkuChoices()).toHaveLength(4)
})

test.each([
  ['no JSON', '{', []],
  ['no list', '{"skuId":1}', []],
  ['strange entries', JSON.stringify([{ skuId: 'x', name: '甲' }, null, one(1), { skuId: idOf(2) }]), [one(1)]],
  ['too many', JSON.stringify([1, 2, 3, 4, 5].map(one)), [1, 2, 3, 4].map(one)],
])('a stored choice with %s is tolerated', async (_, stored, kept) => {
  expect((await open(stored)).listComparedSkuChoices()).toEqual(kept)
})

test('the address holds the SKU ids, and invalid ids are ignored', async () => {
  const { toCompareSearchParams, parseComparedSkuIds } = await open()
  const ids = [1, 2, 3, 4, 5].map(idOf)
  expect(toCompareSearchParams([])).toEqual({})
  expect(parseComparedSkuIds(toCompareSearchParams(ids.slice(0, 2)).skuIds)).toEqual(ids.slice(0, 2))
  expect(parseComparedSkuIds([...ids, ids[0], 'x', ''].join())).toEqual(ids.slice(0, 4))
  expect(parseComparedSkuIds(undefined)).toEqual([])
})
