import { expect, test } from 'vitest'
import { replaceAttributeValuesOfGoods } from '#server/catalog/attributes/public.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { refreshSearchAfterAttributeChange, refreshSearchRowsOfGoods } from './public.ts'

const mall = await openMall()
await mall.createSku('合金截齿', { hardness: [4, 6] })
await mall.createSku('旋挖钻齿', { hardness: [1, 3] })
await mall.createSku('铣刨刀 W6', { hardness: [6, 9] })
const { api } = await mall.staff('catalogue')
/** A member's answers are computed anew each time. */
const lin = await mall.buyer('林')

const bands = async () => (await lin.api.goods.hardness({})).map(({ goodsCount }) => goodsCount)
const namesIn = async (hardness: 1 | 2 | 3 | 4 | 5) => (await lin.api.goods.list({ hardness })).dataList.map(({ name }) => name).sort()
const flags = { required: false, filterable: true, compared: false, makesSkus: false, onCard: false }
const typed = {
  ...flags,
  code: 'ROCK',
  name: '岩石硬度',
  unit: '',
  decimals: 0,
  lower: null,
  upper: null,
  multiple: true,
  kind: 'choice' as const,
}

/** Staff change the attribute, and the job that is told of it runs. */
async function marks(id: string, change: { choices: { choiceId: string; name: string }[]; ruler: boolean }) {
  const { rowVersion } = await api.consoleAttribute.detail({ id })
  await api.consoleAttribute.save({ id, ...typed, ...change, rowVersion })
  const events = await mall.db.selectFrom('outbox').select('payload').where('topic', '=', 'hardness.changed').execute()
  expect(events.at(-1)?.payload).toEqual({ attributeId: id })
  await refreshSearchAfterAttributeChange(mall.db, { attributeId: id })
}

test('the hardness ruler of the home page uses the attribute marked for it, and is absent without one', async () => {
  expect(await bands()).toEqual([])
  const names = ['f < 2', 'f 4–6', 'f > 8']
  const { id } = await api.consoleAttribute.save({ ...typed, choices: names.map((name) => ({ name })), ruler: true, rowVersion: 0 })
  // What an import has said in numbers.
  expect(await bands()).toEqual([1, 1, 1, 1, 1])

  const skuId = await mall.createSku('卡簧')
  const { goods_id: goodsId } = await mall.db.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()
  const choices = (await api.consoleAttribute.detail({ id })).choices.map(({ choiceId, name }) => ({ choiceId, name }))
  const chosen = choices.flatMap(({ choiceId, name }) => (name === 'f < 2' ? [] : [choiceId]))
  await mall.runInTransaction(async (tx) => {
    await tx.updateTable('goods').set({ hardness_from: null, hardness_to: null }).where('id', '=', goodsId).execute()
    await replaceAttributeValuesOfGoods(tx, goodsId, { values: [{ attributeId: id, choiceIds: chosen }], skuValues: [] })
    await refreshSearchRowsOfGoods(tx, [goodsId])
  })
  expect(await bands()).toEqual([1, 1, 2, 2, 2])
  expect(await namesIn(4)).toEqual(['卡簧', '铣刨刀 W6'])

  const renamed = choices.map(({ choiceId, name }) => ({ choiceId, name: name === 'f > 8' ? 'f 6' : name }))
  await marks(id, { choices: renamed, ruler: true })
  expect(await bands()).toEqual([1, 1, 2, 1, 1])

  await marks(id, { choices: renamed, ruler: false })
  expect(await bands()).toEqual([])
  expect(await namesIn(3)).toEqual(['合金截齿'])
})

test('a band lists the goods whose range overlaps it, as many as the ruler counts', async () => {
  const { dataList } = await api.consoleAttribute.list({ keyword: 'ROCK' })
  const { attributeId: id = '', choices = [] } = dataList[0] ? await api.consoleAttribute.detail({ id: dataList[0].attributeId }) : {}
  await marks(id, { choices: choices.map(({ choiceId, name }) => ({ choiceId, name })), ruler: true })
  expect([await namesIn(1), await namesIn(5)]).toEqual([['旋挖钻齿'], ['铣刨刀 W6']])
  for (const { band, goodsCount } of await lin.api.goods.hardness({}))
    expect({ band, total: (await lin.api.goods.list({ hardness: band })).total }).toEqual({ band, total: goodsCount })
})
