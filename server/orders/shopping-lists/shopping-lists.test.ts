import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { SHOPPING_LIST_LINES_MAX, SHOPPING_LISTS_PER_ENTERPRISE_MAX } from '#contract/orders/shopping-lists/api.ts'
import { createPriceAndShelfEdits } from '#server/platform/testing/console-edits.ts'
import { type Buyer, ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const pick = await mall.createSku('U84 采煤截齿', { code: 'KT-U84-22' })
const tooth = await mall.createSku('铣刨齿', { code: 'W6-20' })
const diesel = await mall.createSku('0 号柴油', { code: 'DIESEL-0', minimum: 200, step: 10, unit: '升', stock: 100_000 })
const NO_ONE = '00000000-0000-7000-8000-000000000000'
const { shoppingList } = contract

const linesOf = async (buyer: Buyer, id: string) =>
  (await buyer.api.shoppingList.detail({ id })).lines.map(({ sku, goodsNum, note }) => [sku.skuCode, goodsNum, note])

describe('a shopping list', () => {
  test('holds goods that an enterprise buys regularly, in its order, with notes', async () => {
    const lin = await mall.buyer('林')
    const { id } = await lin.api.shoppingList.add({ name: '掘进队月度', lines: [{ skuId: pick, goodsNum: 20, note: '3 号面' }] })
    expect(
      await lin.api.shoppingList.addLines({
        id,
        lines: [
          { skuId: tooth, goodsNum: 5 },
          { skuId: diesel, goodsNum: 200 },
        ],
      }),
    ).toEqual({
      added: 2,
      changed: 0,
    })
    // What is there already gets the new quantity and keeps its note.
    expect(await lin.api.shoppingList.addLines({ id, lines: [{ skuId: pick, goodsNum: 30, note: '别处' }] })).toEqual({
      added: 0,
      changed: 1,
    })
    expect(await linesOf(lin, id)).toEqual([
      ['KT-U84-22', 30, '3 号面'],
      ['W6-20', 5, ''],
      ['DIESEL-0', 200, ''],
    ])
    await lin.api.shoppingList.arrange({ id, skuIds: [diesel, NO_ONE, pick] })
    await lin.api.shoppingList.setLine({ id, skuId: tooth, goodsNum: 6, note: '备用' })
    expect(await linesOf(lin, id)).toEqual([
      ['DIESEL-0', 200, ''],
      ['KT-U84-22', 30, '3 号面'],
      ['W6-20', 6, '备用'],
    ])
    await lin.api.shoppingList.deleteLines({ id, skuIds: [diesel] })
    await lin.api.shoppingList.modify({ id, name: '掘进队' })
    expect(await lin.api.shoppingList.list({})).toMatchObject([{ id, name: '掘进队', lineCount: 2 }])
    await lin.api.shoppingList.delete({ id })
    expect(await lin.api.shoppingList.list({})).toEqual([])
  })

  test('is shared in the enterprise: 浏览商品 permits reading and 加入购物车 changes', async () => {
    const lin = await mall.buyer('林')
    const { id } = await lin.api.shoppingList.add({ name: '常备' })
    const [looks, adds] = [await mall.subAccount(lin, ['lookGoods']), await mall.subAccount(lin, ['lookGoods', 'addCart'])]
    expect(await looks.api.shoppingList.list({})).toMatchObject([{ id }])
    expect((await looks.post(shoppingList.addLines.path, { id, lines: [{ skuId: pick, goodsNum: 1 }] })).code).toBe(403)
    await adds.api.shoppingList.addLines({ id, lines: [{ skuId: pick, goodsNum: 1 }] })
    expect(await linesOf(looks, id)).toEqual([['KT-U84-22', 1, '']])
  })

  test('has a unique name, and there are at most fifty, also when created concurrently', async () => {
    const lin = await mall.buyer('林')
    const { id } = await lin.api.shoppingList.add({ name: '甲' })
    expect(await lin.post(shoppingList.add.path, { name: ' 甲 ' })).toMatchObject({
      code: 409,
      reason: 'LIST_NAME_TAKEN',
      detail: { field: 'name' },
    })
    const other = await lin.api.shoppingList.add({ name: '乙' })
    expect(await lin.post(shoppingList.modify.path, { id: other.id, name: '甲' })).toMatchObject({ reason: 'LIST_NAME_TAKEN' })
    await lin.api.shoppingList.modify({ id, name: '甲' })
    const answers = await Promise.all(
      Array.from({ length: SHOPPING_LISTS_PER_ENTERPRISE_MAX + 4 }, (_, at) => lin.post(shoppingList.add.path, { name: `清单 ${at}` })),
    )
    const outcomes = answers.map(({ code, reason }) => reason ?? code).toSorted()
    expect(outcomes).toEqual([...Array(SHOPPING_LISTS_PER_ENTERPRISE_MAX - 2).fill(200), ...Array(6).fill('LISTS_FULL')])
  })

  test('adds all lines or none, up to its maximum', async () => {
    const lin = await mall.buyer('林')
    const { id } = await lin.api.shoppingList.add({ name: '满' })
    expect(
      await lin.post(shoppingList.addLines.path, {
        id,
        lines: [
          { skuId: pick, goodsNum: 1 },
          { skuId: NO_ONE, goodsNum: 1 },
        ],
      }),
    ).toMatchObject({
      reason: 'SKU_NOT_FOUND',
    })
    expect(await linesOf(lin, id)).toEqual([])
    await mall.runInTransaction(async (tx) => {
      const skus = await tx.selectFrom('sku').select('goods_id').where('id', '=', pick).executeTakeFirstOrThrow()
      for (let at = 0; at < SHOPPING_LIST_LINES_MAX; at++) {
        const skuId = mall.moment().newId()
        const row = { id: skuId, goods_id: skus.goods_id, code: `L-${at}`, props: '{}', sale_price_fen: 1, credit_price_fen: null }
        await tx
          .insertInto('sku')
          .values({ ...row, minimum: 1, step: 1, weight_grams: 1, on_shelf: true, position: at } as never)
          .execute()
        await tx
          .insertInto('shopping_list_line')
          .values({ enterprise_id: lin.enterpriseId, list_id: id, sku_id: skuId, goods_num: 1, note: '', position: at })
          .execute()
      }
    })
    expect(await lin.post(shoppingList.addLines.path, { id, lines: [{ skuId: tooth, goodsNum: 1 }] })).toMatchObject({
      code: 422,
      reason: 'LIST_FULL',
    })
    expect((await lin.api.shoppingList.detail({ id })).lines).toHaveLength(SHOPPING_LIST_LINES_MAX)
  })

  test('shows goods that are off sale, which the cart refuses by name', async () => {
    const lin = await mall.buyer('林')
    const gone = await mall.createSku('停产截齿', { code: 'KT-GONE' })
    const { id } = await lin.api.shoppingList.add({
      name: '旧',
      lines: [
        { skuId: gone, goodsNum: 2 },
        { skuId: pick, goodsNum: 2 },
      ],
    })
    await createPriceAndShelfEdits(await mall.staff('catalogue')).setShelf({ skuId: gone, onShelf: false })
    const { lines } = await lin.api.shoppingList.detail({ id })
    expect(lines.map(({ sku }) => sku.onShelf)).toEqual([false, true])
    const added = await lin.api.cart.addMany({ lines: lines.map(({ sku, goodsNum }) => ({ skuId: sku.skuId, goodsNum })) })
    expect(added.lines.map((line) => [line.added, line.why])).toEqual([
      [false, '商品规格不存在或已下架'],
      [true, null],
    ])
  })
})

test('goods bought most often recently are suggested with their usual quantity', async () => {
  const lin = await mall.buyer('林', { wallet: '100000' })
  const buys = async (lines: { skuId: string; goodsNum: number }[]) => {
    const { quote } = await lin.api.order.preview({ lines, method: 'transfer' })
    return lin.api.order.submit({ lines, method: 'transfer', addressId: lin.addressId, quote })
  }
  expect(await lin.api.shoppingList.suggest({})).toEqual([])
  await buys([{ skuId: tooth, goodsNum: 999 }])
  mall.clock.forward(400 * ONE_DAY_MS)
  await mall.renew()
  for (const goodsNum of [10, 30, 20])
    await buys([{ skuId: pick, goodsNum }, ...(goodsNum === 20 ? [{ skuId: diesel, goodsNum: 300 }] : [])])
  const { orders } = await buys([{ skuId: diesel, goodsNum: 900 }])
  await lin.api.order.cancel({ orderNo: orders[0]?.orderNo ?? '', reason: '买错了' })
  const suggested = await lin.api.shoppingList.suggest({})
  expect(suggested.map(({ sku, orderCount, goodsNum }) => [sku.skuCode, orderCount, goodsNum])).toEqual([
    ['KT-U84-22', 3, 20],
    ['DIESEL-0', 1, 300],
  ])
  expect((await (await mall.subAccount(lin, ['lookGoods'])).post(shoppingList.suggest.path)).code).toBe(403)
  expect(await (await mall.buyer('陈')).api.shoppingList.suggest({})).toEqual([])
})
