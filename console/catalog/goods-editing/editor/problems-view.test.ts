import { expect, test } from 'vitest'
import { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { emptyShopAndCategoryHints, type GoodsPublishingProblem } from '#contract/catalog/goods-editing/problems.ts'
import { toFieldProblemsByPath } from './editor-context.ts'
import { formatSkuProblemPosition, getSectionOfPath, listEditorProblems } from './problems-view.ts'

const facts = { attributes: [], published: null, ordered: new Set<string>() }
const content = GoodsContent.parse({ code: 'SP1', name: 'U84', unit: '支', skus: [{ code: 'KT-1' }] })
const list = (now: GoodsContent, found: readonly GoodsPublishingProblem[], invalid = new Map<string, string>()) =>
  listEditorProblems({ content: now, saved: content, found, facts, invalid })

test('missing values are distinguished from invalid ones', () => {
  const known = list(content, [], new Map([['skus.0.minimum', '请填写整数']]))
  expect(known.map(({ path, missing = false }) => `${path} ${missing}`)).toEqual([
    'skus.0.minimum false',
    'shopId true',
    'categoryId true',
    'pictures true',
    'skus.0.salePrice true',
  ])
})

test('goods that were never saved need no code, because the first save generates one', () => {
  const fresh = GoodsContent.parse({})
  const paths = (unsaved: boolean) =>
    listEditorProblems({ content: fresh, saved: fresh, found: [], facts, invalid: new Map(), unsaved }).map(({ path }) => path)
  expect([paths(true).includes('code'), paths(false).includes('code')]).toEqual([false, true])
  expect(paths(true)).toContain('name')
})

test('an empty choice list shows once which setup step fills it, instead of asking for a choice', () => {
  const found = [{ path: 'shopId', reason: emptyShopAndCategoryHints.shops, missing: true as const }]
  const reasons = list(content, found).map(({ reason }) => reason)
  expect(reasons.filter((reason) => reason.includes('店铺'))).toEqual(['商城还没有店铺，请先在开店准备中新增店铺'])
  expect(reasons).toContain('请选择分类')
})

test('a problem reported by the server stays until its field changes', () => {
  const taken = { path: 'skus.0.code', reason: '规格编码 KT-1 已用于商品“U82”' }
  const after = { ...content, skus: content.skus.map((sku) => ({ ...sku, code: 'KT-2' })) }
  expect(list(content, [taken])).toContainEqual(taken)
  expect(list(after, [taken])).not.toContainEqual(taken)
})

test('each problem is shown at its field, and a picture problem at the picture list', () => {
  const received = toFieldProblemsByPath([
    { path: 'pictures.2', reason: '第 3 张图片不存在，请重新上传' },
    { path: 'relations.1', reason: '关联的商品重复' },
    { path: 'skus.0.code', reason: '请填写规格编码' },
    { path: 'skus.0.code', reason: '第二个' },
  ])
  expect(received.get('pictures')).toBe('第 3 张图片不存在，请重新上传')
  expect(received.get('skus.0.code')).toBe('请填写规格编码')
  expect([received.has('skus'), received.has('relations')]).toEqual([false, false])
})

test('a problem belongs to the section of its field, and a SKU problem to its row', () => {
  expect(['documents.0', 'attributes.x', 'machineModelIds', 'code'].map(getSectionOfPath)).toEqual([
    'documents',
    'attributes',
    'relations',
    'basic',
  ])
  expect([formatSkuProblemPosition({ path: 'skus.2.code', reason: '' }), formatSkuProblemPosition({ path: 'code', reason: '' })]).toEqual([
    '第 3 行：',
    '',
  ])
})
