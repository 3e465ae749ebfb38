import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { catalogue, content, sku, fresh } = await createGoodsEditor(mall)
const guest = mall.guest()
const { api } = catalogue

const attribute = async (
  code: string,
  name: string,
  given: { kind: 'number' | 'choice' | 'text'; compared?: boolean; makesSkus?: boolean },
) =>
  (
    await api.consoleAttribute.save({
      code,
      name,
      unit: given.kind === 'number' ? 'mm' : '',
      decimals: 0,
      multiple: false,
      lower: null,
      upper: null,
      rowVersion: 0,
      required: false,
      filterable: false,
      compared: false,
      makesSkus: false,
      onCard: false,
      choices: given.kind === 'choice' ? ['YG8', 'YG11C'].map((choice) => ({ name: choice, synonyms: [] })) : [],
      ...given,
    })
  ).id

test('goods of a category without attributes are compared by their parameter table', async () => {
  const { skuId } = await fresh({ parameters: [['材质', '42CrMo']] })
  expect((await guest.api.goodsCompare.compare({ skuIds: [skuId] })).rows).toEqual([{ name: '材质', values: ['42CrMo'] }])
})

test('goods off sale are marked as such, and goods that were never on sale are left out', async () => {
  const { goodsId, skuId } = await fresh({ name: '旧款' })
  const { rowVersion } = await api.consoleGoods.detail({ goodsId })
  await api.consoleGoods.takeOff({ goodsId, rowVersion })
  const { skuIds } = await api.consoleGoods.save({ content: content({ name: '草稿' }) })
  expect(skuIds).toHaveLength(1)
  const { skus } = await guest.api.goodsCompare.compare({ skuIds: [skuId, mall.shopId, ...skuIds] })
  expect(skus).toMatchObject([{ skuId, goodsName: '旧款', onShelf: false }])
})

test('a comparison lists the compared attributes of the category with the values of goods and SKUs', async () => {
  const tip = await attribute('tip', '刀头直径', { kind: 'number', compared: true })
  const grade = await attribute('grade', '牌号', { kind: 'choice', makesSkus: true, compared: true })
  const shank = await attribute('shank', '柄径', { kind: 'number', compared: true })
  const note = await attribute('note', '备注', { kind: 'text' })
  const flags = { required: false, filterable: false, compared: true, makesSkus: false, onCard: false }
  const { id: setId } = await api.consoleAttributeSet.save({
    name: '截齿',
    rowVersion: 0,
    lines: [
      { attributeId: tip, ...flags },
      { attributeId: grade, ...flags, makesSkus: true },
      { attributeId: shank, ...flags },
      { attributeId: note, ...flags, compared: false },
    ],
  })
  await api.consoleAttributeSet.assign({ categoryId: 2, setId, rowVersion: 0 })
  const [yg8, yg11] = (await api.consoleAttribute.detail({ id: grade })).choices.map(({ choiceId }) => choiceId)
  const brandId = (await api.consoleBrand.save({ name: '岩锋', origin: '', certificates: '', pictureId: null, rowVersion: 0 })).brandId
  const { id: machineModelId } = await api.consoleMachineModel.save({ maker: '三一', model: 'EBZ160', kind: '掘进机', rowVersion: 0 })
  const one = await fresh({
    name: '甲',
    brandId,
    machineModelIds: [machineModelId],
    attributes: [
      { attributeId: tip, number: 22 },
      { attributeId: note, text: '不参与' },
    ],
    skus: [yg8, yg11].map((choice = '') => sku({ weightGrams: 900, choices: [{ attributeId: grade, choiceIds: [choice] }] })),
  })
  const other = await fresh({
    name: '乙',
    attributes: [{ attributeId: tip, number: 25 }],
    skus: [sku({ choices: [{ attributeId: grade, choiceIds: [yg8 ?? ''] }], salePrice: yuanTextToFen('12.00'), creditPrice: null })],
  })
  const [first = '', second = ''] = one.skuIds
  const { skus, rows } = await guest.api.goodsCompare.compare({ skuIds: [other.skuId, second, first, second] })
  expect(skus).toMatchObject([
    { skuId: other.skuId, goodsName: '乙', salePrice: yuanTextToFen('12.00'), creditPrice: null, brand: null, onShelf: true },
    { skuId: second, goodsName: '甲', brand: { brandId, name: '岩锋' }, weightGrams: 900, stock: 0, unit: '支' },
    { skuId: first },
  ])
  expect(rows).toEqual([
    { name: '刀头直径', values: ['25 mm', '22 mm', '22 mm'] },
    { name: '牌号', values: ['YG8', 'YG11C', 'YG8'] },
    { name: '适用机型', values: [null, '三一 EBZ160', '三一 EBZ160'] },
  ])
})

test('an enterprise sees its own prices in a comparison', async () => {
  const skuId = await mall.createSku('协议商品', { sale: '38.50', credit: '40.40' })
  const lin = await mall.buyer('林')
  const { listId } = await api.consolePrice.add({ name: '协议', fromDay: '2026-01-01', enterpriseId: lin.enterpriseId })
  await api.consolePrice.setPrices({
    skuId,
    listId,
    prices: [{ from: 1, salePrice: yuanTextToFen('36.00'), creditPrice: null }],
    rowVersion: 0,
  })
  const pays = async (by: Pick<typeof guest, 'api'>) =>
    (await by.api.goodsCompare.compare({ skuIds: [skuId] })).skus.map(({ salePrice, stock }) => [salePrice, stock])
  expect([await pays(lin), await pays(guest)]).toEqual([[[yuanTextToFen('36.00'), 1_000]], [[yuanTextToFen('38.50'), 1_000]]])
})

test.each([
  [[], '请选择要对比的商品'],
  [Array.from({ length: 5 }, () => mall.shopId), '最多同时对比 4 种商品'],
  [['x'], '编号格式不正确'],
])('%j is refused', async (skuIds, msg) => {
  expect(await guest.post(contract.goodsCompare.compare.path, { skuIds })).toMatchObject({ code: 400, msg })
})
