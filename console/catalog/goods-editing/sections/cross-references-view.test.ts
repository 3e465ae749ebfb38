import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createDraftSku, type DraftSku } from '#console/catalog/goods-editing/editor/draft.ts'
import { CROSS_REFERENCES_PER_SKU_MAX, CrossReference } from '#contract/catalog/goods/cross-reference.ts'
import { moveCrossReference } from './cross-references-view.ts'

const reference = (partNumber: string) => z.decode(CrossReference, { brand: '甲锐', partNumber })
const row = (key: string, numbers: readonly string[], archived = false): DraftSku => {
  const { sku } = createDraftSku()
  return { key, sku: { ...sku, archived, crossReferences: numbers.map(reference) } }
}
const numbersOf = (rows: readonly DraftSku[]) => rows.map(({ sku }) => sku.crossReferences.map(({ partNumber }) => partNumber))

test('a row moves to the end of another SKU, but not to one that is archived or full', () => {
  const full = Array.from({ length: CROSS_REFERENCES_PER_SKU_MAX }, (_, at) => `F-${at}`)
  const rows = [row('a', ['A-1', 'A-2']), row('b', ['B-1']), row('full', full), row('old', [], true)]
  expect(numbersOf(moveCrossReference(rows, { from: 'a', at: 0, to: 'b' })).slice(0, 2)).toEqual([['A-2'], ['B-1', 'A-1']])
  for (const to of ['a', 'full', 'old', 'none']) expect(moveCrossReference(rows, { from: 'a', at: 0, to })).toBe(rows)
  // Out of an archived one it may go.
  const old = [row('a', []), row('old', ['O-1'], true)]
  expect(numbersOf(moveCrossReference(old, { from: 'old', at: 0, to: 'a' }))).toEqual([['O-1'], []])
})
