import { expect, test } from 'vitest'
import { insertSampleGoodsOnShelf } from '#server/catalog/goods/public.ts'
import { adjustStock } from '#server/catalog/inventory/public.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()

test('an enterprise orders on credit, staff ship, the buyer confirms, and the ledger accounts for every fen', async () => {
  const pick = await mall.createSku('U84 采煤截齿', { stock: 100, sale: '38.50', credit: '40.40' })
  const lin = await mall.buyer('林', { credit: '500000' })
  await lin.api.cart.add({ skuId: pick, goodsNum: 20 })
  const [shop] = await lin.api.cart.list({})
  const cartIds = shop?.cartList.map(({ id }) => id) ?? []

  const shown = await lin.api.order.preview({ cartIds, method: 'credit' })
  const trade = await lin.api.order.submit({ cartIds, method: 'credit', addressId: lin.addressId, quote: shown.quote })
  await lin.api.order.payByCredit({ tradeId: trade.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const orderNo = trade.orders[0]?.orderNo ?? ''
  const warehouse = await mall.staff('warehouse')
  const { enterpriseId } = lin
  await warehouse.api.consoleFulfilment.ship({
    enterpriseId,
    orderNo,
    carrier: '德邦快递',
    trackingNo: createWaybillNo(),
    lines: [{ lineNo: 1, quantity: 20 }],
  })
  await lin.api.order.receive({ orderNo })

  const order = await lin.api.order.detail({ orderNo })
  expect(order).toMatchObject({ state: 'WAIT_COMMENT', payable: yuanTextToFen('808.00'), freight: 0, method: 'credit' })
  expect(order.events.map(({ verb }) => verb)).toEqual(['submit', 'pay', 'shipRest', 'receive'])
  expect(await lin.api.account.account({})).toMatchObject({
    usedAmount: yuanTextToFen('808.00'),
    creditWaitReturnAmount: yuanTextToFen('808.00'),
    heldAmount: 0,
  })
  expect(await mall.countStock(pick)).toBe(80)
  expect((await lin.api.cart.count({})).count).toBe(0)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('the properties of a SKU have the order of the catalog everywhere', async () => {
  // Sorted by length or by letter they would stand otherwise.
  const props = { 螺纹规格: 'M30×2', 长: '155', 柄径: '38', A: '1', 合金: 'YG11C' }
  const shown = JSON.stringify(props)
  const [skuId = ''] = await mall.runInTransaction(async (tx) => {
    const { skuIds } = await insertSampleGoodsOnShelf(tx, mall.moment(), {
      slug: 'props',
      shopId: mall.shopId,
      categoryId: 2,
      name: '截齿',
      spec: '柄径 38',
      unit: '支',
      parameters: [],
      description: '',
      hardness: null,
      position: 99,
      skus: [
        {
          code: 'KT-PROPS',
          props,
          minimum: 1,
          step: 1,
          weightGrams: 1,
          salePriceFen: yuanTextToFen('10'),
          creditPriceFen: yuanTextToFen('11'),
        },
      ],
    })
    for (const sku of skuIds)
      await adjustStock(tx, mall.moment(), { skuId: sku, minimum: 1, change: 10, kind: 'receipt', reason: '期初', staffId: null })
    return skuIds
  })
  const chen = await mall.buyer('陈', { credit: '5000' })
  await chen.api.cart.add({ skuId, goodsNum: 2 })
  const [line] = (await chen.api.cart.list({})).flatMap(({ cartList }) => cartList)
  const cartIds = [line?.id ?? '']
  const preview = await chen.api.order.preview({ cartIds, method: 'credit' })
  const { quote } = preview
  const trade = await chen.api.order.submit({ cartIds, method: 'credit', addressId: chen.addressId, quote })
  await chen.api.order.payByCredit({ tradeId: trade.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const orderNo = trade.orders[0]?.orderNo ?? ''
  const parcel = {
    enterpriseId: chen.enterpriseId,
    orderNo,
    carrier: '德邦快递',
    trackingNo: createWaybillNo(),
    lines: [{ lineNo: 1, quantity: 2 }],
  }
  await (await mall.staff('warehouse')).api.consoleFulfilment.ship(parcel)
  const order = await chen.api.order.detail({ orderNo })
  const { dataList } = await (await mall.staff('catalogue')).api.consoleSku.list({ keyword: 'KT-PROPS' })

  expect([line, preview.shops[0]?.lines[0], order.lines[0], order.parcels[0]?.lines[0], dataList[0]].map((one) => one?.skuProps)).toEqual(
    Array(5).fill(shown),
  )
})

/** Columns that a rule of their own bounds: a limit above zero, and a product of two others. */
const BOUNDED_OTHERWISE = ['freight_free_from_fen', 'amount_fen']
const UNITS = ['shipped', 'held_back', 'dropped', 'claimed', 'returned', 'exchanged']

test('no amount of an order and no unit of its lines is ever negative, whatever the other rules say', async () => {
  const lin = await mall.buyer('林', { credit: '9999' })
  const lines = [{ skuId: await mall.createSku('截齿', { sale: '5.00' }), goodsNum: 2 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'credit' })
  await lin.api.order.submit({ lines, method: 'credit', addressId: lin.addressId, quote })
  const refused: string[] = []
  await withDatabaseClient(mall.ownerUrl, async (client) => {
    const list = async (text: string) => (await client.query<{ text: string }>(text)).rows.map((row) => row.text)
    await client.query('begin')
    for (const table of ['"order"', 'order_line']) {
      const others = await list(`select quote_ident(conname) as text from pg_constraint
        where conrelid = '${table}'::regclass and contype = 'c' and conname not like '%not_negative'`)
      await client.query(`alter table ${table} ${others.map((name) => `drop constraint ${name}`).join(', ')}`)
      const amounts = await list(`select attname as text from pg_attribute where attrelid = '${table}'::regclass and attname like '%_fen'`)
      for (const column of [...amounts, ...(table === 'order_line' ? UNITS : [])].filter((name) => !BOUNDED_OTHERWISE.includes(name))) {
        await client.query('savepoint before')
        await expect(client.query(`update ${table} set ${column} = -1`), column).rejects.toMatchObject({ code: '23514' })
        await client.query('rollback to before')
        refused.push(column)
      }
    }
    await client.query('rollback')
  })
  expect(refused).toHaveLength(20)
})
