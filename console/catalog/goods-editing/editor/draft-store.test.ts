import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { createDraftSku, type EditorDraft, toEditorDraft, toGoodsContent } from './draft.ts'
import { type AdoptedGoods, DraftStore, type GoodsDraftSaveResult } from './draft-store.ts'
import { mergeDrafts, proposeMergeDecisions } from './merge.ts'

const GOODS_ID = '00000000-0000-7000-8000-000000000001'
const SKU_ID = '00000000-0000-7000-8000-000000000002'
const empty = (): EditorDraft => toEditorDraft(GoodsContent.parse({}))
const answer = (rowVersion: number, skuIds: string[] = []): GoodsDraftSaveResult => ({
  goodsId: GOODS_ID,
  rowVersion,
  code: 'SP1',
  skuIds,
  problems: [],
})
const open = (send: ConstructorParameters<typeof DraftStore>[2], draft = empty()) =>
  new DraftStore(draft, { goodsId: undefined, rowVersion: 0, problems: [] }, send)
const naming = (name: string) => (was: EditorDraft) => ({ ...was, name })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('edits are saved once after a pause, and new goods and SKUs get their ids', async () => {
  const send = vi.fn(async () => answer(1, [SKU_ID]))
  const store = open(send)
  store.change(naming('U'))
  store.change((was) => ({ ...was, name: 'U84', rows: [createDraftSku({ code: 'KT-1' })] }))
  expect([store.read().state, store.isDirty()]).toEqual(['waiting', true])
  await vi.runAllTimersAsync()
  expect(send).toHaveBeenCalledOnce()
  expect(send).toHaveBeenCalledWith({ rowVersion: 0, content: expect.objectContaining({ name: 'U84' }) })
  expect(store.read()).toMatchObject({ state: 'saved', goodsId: GOODS_ID, rowVersion: 1 })
  expect(toGoodsContent(store.read().draft)).toMatchObject({ code: 'SP1', skus: [{ skuId: SKU_ID, code: 'KT-1' }] })
  expect(store.isDirty()).toBe(false)
})

test('edits made during a save are kept and saved afterwards', async () => {
  let arrive = (_: GoodsDraftSaveResult): void => undefined
  const sent: string[] = []
  const store = open(({ content }) => {
    sent.push(content.name)
    return sent.length === 1 ? new Promise((resolve) => (arrive = resolve)) : Promise.resolve(answer(2))
  })
  store.change(naming('first'))
  await vi.advanceTimersByTimeAsync(1_000)
  store.change(naming('second'))
  arrive(answer(1))
  await vi.runAllTimersAsync()
  expect(sent).toEqual(['first', 'second'])
  expect(store.read()).toMatchObject({ state: 'saved', rowVersion: 2, draft: { name: 'second' } })
})

test('what is typed while the published state is read stays and is saved afterwards, and nothing is sent meanwhile', async () => {
  const send = vi.fn(async () => answer(6))
  const store = open(send, { ...empty(), name: 'U84', subtitle: 'old' })
  let arrive = (_: AdoptedGoods): void => undefined
  const adopted = store.adopt(() => new Promise((resolve) => (arrive = resolve)))
  store.change((was) => ({ ...was, subtitle: 'typed' }))
  const flushed = store.flush()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(send).not.toHaveBeenCalled()
  arrive({ draft: { ...empty(), name: 'U84 fresh', subtitle: 'old' }, stored: { goodsId: GOODS_ID, rowVersion: 5, problems: [] } })
  await adopted
  expect(store.read().draft).toMatchObject({ name: 'U84 fresh', subtitle: 'typed' })
  expect(await flushed).toBe(true)
  await vi.runAllTimersAsync()
  expect(send).toHaveBeenCalledExactlyOnceWith({
    goodsId: GOODS_ID,
    rowVersion: 5,
    content: expect.objectContaining({ name: 'U84 fresh', subtitle: 'typed' }),
  })
  expect(store.read()).toMatchObject({ state: 'saved', rowVersion: 6 })
})

test('a save under way ends before the published state is read; a read that fails leaves the draft to be saved', async () => {
  let arrive = (_: GoodsDraftSaveResult): void => undefined
  const sent: string[] = []
  const store = open(({ content }) => {
    sent.push(content.name)
    return sent.length === 1 ? new Promise((resolve) => (arrive = resolve)) : Promise.resolve(answer(9))
  })
  store.change(naming('first'))
  await vi.advanceTimersByTimeAsync(1_000)
  const read = vi.fn(() => Promise.reject(new Error('网络连接失败')))
  const adopted = store.adopt(read)
  const refused = expect(adopted).rejects.toThrow('网络连接失败')
  store.change(naming('second'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(read).not.toHaveBeenCalled()
  arrive(answer(1))
  await refused
  expect(await store.flush()).toBe(true)
  expect([sent, store.read().rowVersion]).toEqual([['first', 'second'], 9])
})

test('a save that fails in transit is retried; a refused save waits for the next edit', async () => {
  const send = vi.fn<ConstructorParameters<typeof DraftStore>[2]>()
  send.mockRejectedValueOnce(new Error('网络连接失败')).mockResolvedValueOnce(answer(1))
  const store = open(send)
  store.change(naming('U84'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(store.read()).toMatchObject({ state: 'failed', draft: { name: 'U84' } })
  await vi.runAllTimersAsync()
  expect(store.read().state).toBe('saved')
  send.mockRejectedValueOnce(new Refusal('GOODS_STATE_WRONG', { code: 409, msg: '商品已归档，不能修改' }))
  store.change(naming('U85'))
  await vi.runAllTimersAsync()
  expect(store.read()).toMatchObject({ state: 'failed', fault: '商品已归档，不能修改', draft: { name: 'U85' } })
  expect(send).toHaveBeenCalledTimes(3)
})

test('a version conflict stops saving until it is resolved', async () => {
  const detail = {
    rowVersion: 5,
    by: '小工',
    at: '2026-11-23T08:00:00.000Z',
    what: '编辑草稿',
    differences: [{ path: 'name', label: '商品名称', from: 'mine', to: 'theirs' }],
  }
  const send = vi.fn<ConstructorParameters<typeof DraftStore>[2]>()
  send.mockRejectedValueOnce(new Refusal('ROW_CHANGED', { code: 409, msg: '小工 已修改', detail })).mockResolvedValue(answer(6))
  const store = open(send)
  store.change(naming('mine'))
  await vi.runAllTimersAsync()
  expect(store.read()).toMatchObject({ state: 'collided', collision: { by: '小工' } })
  store.change((was) => ({ ...was, unit: '支' }))
  await vi.runAllTimersAsync()
  expect(send).toHaveBeenCalledOnce()
  store.resolve(store.read().draft, 5)
  await vi.runAllTimersAsync()
  expect(send).toHaveBeenLastCalledWith(expect.objectContaining({ rowVersion: 5 }))
  expect(store.read()).toMatchObject({ state: 'saved', rowVersion: 6, draft: { name: 'mine', unit: '支' } })
})

test('an unchanged draft can be sent again explicitly', async () => {
  const send = vi.fn<ConstructorParameters<typeof DraftStore>[2]>().mockResolvedValue(answer(2))
  const store = open(send)
  expect([await store.compare(), store.read().rowVersion, store.isDirty()]).toEqual([true, 2, false])
  expect(send).toHaveBeenCalledOnce()
})

test('an invalid text counts as unsaved until its error is cleared', () => {
  const store = open(async () => answer(1))
  store.mark('skus.0.salePrice', '金额最多两位小数')
  expect([store.isDirty(), store.read().state]).toEqual([true, 'saved'])
  store.mark('skus.0.salePrice', undefined)
  expect(store.isDirty()).toBe(false)
})

test('a merge decision takes a field, a SKU or a field of a SKU from the other version', () => {
  const sku = (code: string, minimum: number) => createDraftSku({ skuId: code, code, minimum })
  const saved: EditorDraft = { ...empty(), name: 'old', rows: [sku('a.1', 1), sku('b', 1)] }
  const draft: EditorDraft = { ...saved, name: 'mine' }
  const theirs: EditorDraft = { ...saved, name: 'theirs', unit: '支', rows: [sku('a.1', 7), sku('c', 1)] }
  const paths = ['name', 'unit', 'skus.a.1.minimum', 'skus.b', 'skus.c']
  const differences = paths.map((path) => ({ path, label: path, from: '', to: '' }))
  expect(proposeMergeDecisions(differences, { draft, saved })).toEqual({
    name: 'mine',
    unit: 'theirs',
    'skus.a.1.minimum': 'theirs',
    'skus.b': 'theirs',
    'skus.c': 'theirs',
  })
  const merged = mergeDrafts(draft, theirs, proposeMergeDecisions(differences, { draft, saved }))
  expect(merged).toMatchObject({ name: 'mine', unit: '支' })
  expect(merged.rows.map(({ sku: { code, minimum } }) => `${code} ${minimum}`)).toEqual(['a.1 7', 'c 1'])
})
