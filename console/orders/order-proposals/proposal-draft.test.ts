import { expect, test } from 'vitest'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import type { QuickOrderMatches } from '#contract/orders/quick-order/api.ts'
import {
  addDraftLine,
  addMatchesToDraft,
  type DraftLine,
  EMPTY_PROPOSAL_DRAFT,
  findDraftFault,
  toRowsOfProposal,
} from './proposal-draft.ts'

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

test('the number of another maker by which goods were found stays beside the candidate, and beside the line', () => {
  const crossReference = { brand: '甲锐', partNumber: 'JR-1', fit: 'ask', note: '柄长 2 mm' } as const
  const reason = '竞品型号 JR-1（甲锐）对应：需确认，柄长 2 mm'
  const candidates = [{ skuId: 'b', goodsNum: 20, bought: false, crossReference }]
  const asked = addMatchesToDraft(EMPTY_PROPOSAL_DRAFT, found([row({ status: 'AMBIGUOUS' as Row['status'], candidates })]), typed('JR-1'))
  expect(asked.open[0]?.candidates).toMatchObject([{ reason }])
  const chosen = asked.open.flatMap((one) => one.candidates).reduce(addDraftLine, [] as DraftLine[])
  expect(chosen).toMatchObject([{ quantity: '20', reason }])
  const certain = addMatchesToDraft(EMPTY_PROPOSAL_DRAFT, found([row({ skuId: 'a', goodsNum: 30, crossReference })]), typed('JR-1', '30'))
  expect(certain.lines).toMatchObject([{ quantity: '30', reason }])
})

test('a copied proposal is looked up by the codes of now, and by its old ones for what is not sold any more', () => {
  const lines = [
    { sku: { ...sku('KT-NEW'), skuCode: 'KT-NEW' }, skuCode: 'KT-OLD', goodsNum: 20 },
    { sku: null, skuCode: 'KT-GONE', goodsNum: 5 },
  ] as Parameters<typeof toRowsOfProposal>[0]['lines']
  expect(toRowsOfProposal({ lines })).toEqual([
    { rowNo: 1, code: 'KT-NEW', quantity: '20' },
    { rowNo: 2, code: 'KT-GONE', quantity: '5' },
  ])
})
