import { expect, test } from 'vitest'
import { QUOTATION_LINES_MAX, QUOTATION_TEXT_LENGTH_MAX } from '#contract/orders/quotations/shapes.ts'
import {
  addDraftDrawings,
  addDraftLines,
  appendNotesToRemark,
  changeDraftLine,
  chooseDraftCandidate,
  EMPTY_QUOTATION_DRAFT,
  removeDraftLine,
} from './quotation-draft.ts'

const withTwo = addDraftLines(EMPTY_QUOTATION_DRAFT, [
  { skuId: 'a', quantity: 20 },
  { name: '非标齿座', quantity: 2 },
]).draft

test('goods that are in the draft get the new quantity and keep what was typed; parts in words are always added', () => {
  const wished = changeDraftLine(withTwo, 1, { wished: '35' })
  const { draft, left } = addDraftLines(wished, [
    { skuId: 'a', quantity: 50 },
    { name: '非标齿座', quantity: 2 },
  ])
  expect(left).toBe(0)
  expect(draft.lines.map(({ key, skuId, name, quantity, wished: hope }) => [key, skuId, name, quantity, hope])).toEqual([
    [1, 'a', '', 50, '35'],
    [2, null, '非标齿座', 2, ''],
    [3, null, '非标齿座', 2, ''],
  ])
})

test('a removed line leaves the others as they are, and a new line never takes over its key', () => {
  const { draft } = addDraftLines(removeDraftLine(withTwo, 1), [{ skuId: 'b', quantity: 1 }])
  expect(draft.lines.map(({ key }) => key)).toEqual([2, 3])
})

test('a line in words becomes one of the goods that it may mean, and is merged with a line of the same goods', () => {
  const candidates = [
    { skuId: 'a', goodsNum: 40, bought: true },
    { skuId: 'b', goodsNum: null, bought: false },
  ]
  const open = changeDraftLine(withTwo, 2, { candidates })
  const chosen = chooseDraftCandidate(open, 2, 'b')
  expect(chosen.lines[1]).toMatchObject({ key: 2, skuId: 'b', name: '', quantity: 2, candidates: [] })
  const drawing = { fileId: 'f', name: '图.pdf', mediaType: 'application/pdf', bytes: 1, lineKey: 2 }
  const merged = chooseDraftCandidate({ ...open, drawings: [drawing] }, 2, 'a')
  expect(merged.lines.map(({ key, skuId, quantity }) => [key, skuId, quantity])).toEqual([[1, 'a', 60]])
  expect(merged.drawings.map(({ lineKey }) => lineKey)).toEqual([1])
  expect(chooseDraftCandidate(open, 2, 'c')).toBe(open)
})

test('drawings are added up to the limit, and those of a removed line are of the whole request', () => {
  const drawings = Array.from({ length: 12 }, (_, at) => ({ fileId: `f${at}`, name: '图.pdf', mediaType: 'application/pdf', bytes: 1 }))
  const draft = addDraftDrawings(withTwo, drawings)
  expect(draft.drawings).toHaveLength(10)
  const owned = { ...draft, drawings: draft.drawings.map((one) => ({ ...one, lineKey: 2 })) }
  expect(removeDraftLine(owned, 2).drawings[0]?.lineKey).toBeNull()
})

test('lines beyond the limit are counted and not added', () => {
  const many = Array.from({ length: QUOTATION_LINES_MAX + 3 }, (_, at) => ({ skuId: `s${at}`, quantity: 1 }))
  const { draft, left } = addDraftLines(EMPTY_QUOTATION_DRAFT, many)
  expect([draft.lines.length, left]).toEqual([QUOTATION_LINES_MAX, 3])
})

test('what a pasted chat says besides goods goes to the remark, as far as there is room', () => {
  expect(appendNotesToRemark(withTwo, []).remark).toBe('')
  expect(appendNotesToRemark({ ...withTwo, remark: '急用' }, ['送到三号井', '下周三前']).remark).toBe('急用\n送到三号井\n下周三前')
  expect(appendNotesToRemark(withTwo, ['长'.repeat(QUOTATION_TEXT_LENGTH_MAX + 9)]).remark).toHaveLength(QUOTATION_TEXT_LENGTH_MAX)
})
