import { expect, test } from 'vitest'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import type { QuickOrderMatches } from '#contract/orders/quick-order/api.ts'
import { addMatchesToDraft, EMPTY_PROPOSAL_DRAFT, findDraftFault } from './proposal-draft.ts'

const sku = (skuId: string) =>
  ({ skuId, skuCode: skuId, minimum: 10, step: 10, unit: '个', stock: 500, onShelf: true, shopPaused: false }) as SkuBrief
type Row = QuickOrderMatches['rows'][number]
const row = (given: Partial<Row>) =>
  ({ rowNo: 1, status: 'READY', skuId: null, goodsNum: null, candidates: [], why: null, ...given }) as Row
const found = (rows: Row[]) => ({ rows, skus: ['a', 'b'].map((id) => sku(id)) }) as QuickOrderMatches
const typed = (text: string, quantity = '') => new Map([[1, { text, quantity }]])

test('rows that wait for a choice stay when the next goods are looked up, each with a number of its own', () => {
  const unclear = found([row({ status: 'AMBIGUOUS' as Row['status'], candidates: [{ skuId: 'b', goodsNum: 20 }] as Row['candidates'] })])
  const first = addMatchesToDraft(EMPTY_PROPOSAL_DRAFT, unclear, typed('球齿'))
  const second = addMatchesToDraft(first, unclear, typed('截齿'))
  const third = addMatchesToDraft(second, found([row({ skuId: 'a', goodsNum: 30 })]), typed('a', '30'))
  expect(third.open.map(({ rowNo, text }) => [rowNo, text])).toEqual([
    [1, '球齿'],
    [2, '截齿'],
  ])
  expect(third.lines.map(({ quantity }) => quantity)).toEqual(['30'])
  expect(findDraftFault(third)).toBe('还有 2 行没有确定商品，请选择或删除')
})

test('without a quantity a line begins with the smallest one; a quantity that cannot be read is left empty with the reason', () => {
  const why = '不能把「2箱」换算成个，请填写个数'
  const none = addMatchesToDraft(EMPTY_PROPOSAL_DRAFT, found([row({ skuId: 'a', why: '没有填写数量' })]), typed('a'))
  expect(none.lines).toMatchObject([{ quantity: '10' }])
  const unread = addMatchesToDraft(EMPTY_PROPOSAL_DRAFT, found([row({ skuId: 'a', why })]), typed('a 2箱', '2箱'))
  expect(unread.lines).toMatchObject([{ quantity: '', why: `a 2箱：${why}` }])
  expect(findDraftFault(unread)).toMatch(/^第 1 行/)
})
