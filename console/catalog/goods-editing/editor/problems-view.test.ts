import { expect, test } from 'vitest'
import { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { emptyChoiceReasons, type GoodsProblem } from '#contract/catalog/goods-editing/problems.ts'
import { toFieldProblemsByPath } from './editor-context.ts'
import { formatRowOfSkuProblem, getSectionOfPath, listEditorProblems } from './problems-view.ts'

const facts = { attributes: [], published: null, ordered: new Set<string>() }
const content = GoodsContent.parse({ code: 'SP1', name: 'U84', unit: '支', skus: [{ code: 'KT-1' }] })
const list = (now: GoodsContent, found: readonly GoodsProblem[], invalid = new Map<string, string>()) =>
  listEditorProblems({ content: now, saved: content, found, facts, invalid })

test('what is not there yet is told apart from what is wrong', () => {
  const known = list(content, [], new Map([['skus.0.minimum', '请填写整数']]))
  expect(known.map(({ path, missing = false }) => `${path} ${missing}`)).toEqual([
    'skus.0.minimum false',
    'shopId true',
    'categoryId true',
    'pictures true',
    'skus.0.salePrice true',
  ])
})

test('goods that were never saved lack no code, because their first save makes one', () => {
  const fresh = GoodsContent.parse({})
  const paths = (unsaved: boolean) =>
    listEditorProblems({ content: fresh, saved: fresh, found: [], facts, invalid: new Map(), unsaved }).map(({ path }) => path)
  expect([paths(true).includes('code'), paths(false).includes('code')]).toEqual([false, true])
  expect(paths(true)).toContain('name')
})

test('where there is nothing to choose from, the step that makes it is named once, instead of a choice', () => {
  const found = [{ path: 'shopId', reason: emptyChoiceReasons.shops, missing: true as const }]
  const reasons = list(content, found).map(({ reason }) => reason)
  expect(reasons.filter((reason) => reason.includes('店铺'))).toEqual(['商城还没有店铺，请先在开店准备中新增店铺'])
  expect(reasons).toContain('请选择分类')
})

test('what only the server knows stays until its field changes', () => {
  const taken = { path: 'skus.0.code', reason: '规格编码 KT-1 已用于商品“U82”' }
  const after = { ...content, skus: content.skus.map((sku) => ({ ...sku, code: 'KT-2' })) }
  expect(list(content, [taken])).toContainEqual(taken)
  expect(list(after, [taken])).not.toContainEqual(taken)
})

test('each problem is told at its field, and one of a picture at the pictures', () => {
  const told = toFieldProblemsByPath([
    { path: 'pictures.2', reason: '第 3 张图片不存在，请重新上传' },
    { path: 'relations.1', reason: '关联的商品重复' },
    { path: 'skus.0.code', reason: '请填写规格编码' },
    { path: 'skus.0.code', reason: '第二个' },
  ])
  expect(told.get('pictures')).toBe('第 3 张图片不存在，请重新上传')
  expect(told.get('skus.0.code')).toBe('请填写规格编码')
  expect([told.has('skus'), told.has('relations')]).toEqual([false, false])
})

test('a problem is in the section of its field, and one of a SKU in its row', () => {
  expect(['documents.0', 'attributes.x', 'machineModelIds', 'code'].map(getSectionOfPath)).toEqual([
    'documents',
    'attributes',
    'relations',
    'basic',
  ])
  expect([formatRowOfSkuProblem({ path: 'skus.2.code', reason: '' }), formatRowOfSkuProblem({ path: 'code', reason: '' })]).toEqual([
    '第 3 行：',
    '',
  ])
})
