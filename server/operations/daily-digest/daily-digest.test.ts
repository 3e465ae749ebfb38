import { expect, test } from 'vitest'
import { computeSalesTotalsOfUnclosedDays } from '#server/operations/reports/public.ts'
import { ONE_DAY_MS, ONE_HOUR_MS, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { notifyStaffOfYesterday } from './public.ts'

// Half past eight in the morning in Asia/Shanghai, when yesterday had not begun to be added up.
const mall = await openMall({ now: new Date('2026-11-17T00:30:00Z') })
const [admin, finance, warehouse, marketing] = [
  await mall.staff('admin'),
  await mall.staff('finance'),
  await mall.staff('warehouse'),
  await mall.staff('marketing'),
]
const keeper = await mall.staff('support')
const sends = () => notifyStaffOfYesterday(mall.db, mall.moment())
const wants = (person: TestUser, wanted = true) => person.api.consoleContact.choose({ kind: 'digest', wanted, byMail: false })
const received = async (person: TestUser) =>
  (await person.api.consoleNotice.list({ pageSize: 100 })).dataList.filter(({ title }) => title.endsWith('每日摘要'))

/** Somebody orders two picks of a shop and pays. */
async function buys(shopId: string) {
  const buyer = await mall.buyer('林', { wallet: '5000' })
  const lines = [{ skuId: await mall.createSku('截齿', { shopId, sale: '600.00', stock: 5 }), goodsNum: 2 }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { tradeId } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote })
  await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
}

test('whoever has switched it on reads once a day what his permissions and his shops show, and nobody else gets one', async () => {
  const own = await mall.newShop('自己的店')
  const { staffId } = (await admin.api.consoleShop.staff({})).find(({ name }) => name === 'support') ?? expect.fail()
  await admin.api.consoleShop.setStaff({ staffId, shopIds: [own], rowVersion: 0 })
  await buys(own)
  await buys(mall.shopId)
  expect(await sends()).toBe(0)
  for (const person of [finance, warehouse, marketing, keeper]) await wants(person)
  mall.clock.forward(ONE_DAY_MS)
  await mall.renew()
  await computeSalesTotalsOfUnclosedDays(mall.db, mall.moment())
  // A company that the keeper looks after.
  const { enterpriseId } = await mall.buyer('吴')
  const followUp = { enterprise_id: enterpriseId, id: mall.moment().newId(), kind: 'phone' as const, text: '回电', at: mall.clock.now }
  await mall.db
    .insertInto('follow_up')
    .values({ ...followUp, staff_id: staffId, next_day: '2026-11-18' })
    .execute()
  await Promise.all([sends(), sends()])
  // Whoever has it is left out before anything is counted.
  const again = await mall.queriesOf(async () => expect(await sends()).toBe(0))
  expect(again.length).toBeLessThan(5)
  const texts = Object.fromEntries(
    await Promise.all(
      Object.entries({ admin, finance, warehouse, marketing, keeper }).map(async ([name, person]) => [
        name,
        (await received(person)).map(({ title, content }) => [title, ...content.split('\n')]),
      ]),
    ),
  )
  const title = '2026-11-17 每日摘要'
  expect(texts).toEqual({
    admin: [],
    finance: [
      [
        title,
        '昨日销售：2 单，成交 ¥2,400.00，退款 ¥0.00，净额 ¥2,400.00。',
        '应收账款：0 家企业共 ¥0.00，其中逾期 ¥0.00。',
        // The wallets of the story were topped up by hand.
        '待办：未经对账单确认的登记 2。',
      ],
    ],
    warehouse: [[title, '库存：2 个规格低于预警。', '待办：待发货订单 2、超期未发的订单 2。']],
    marketing: [[title, '昨日销售：2 单，成交 ¥2,400.00，退款 ¥0.00，净额 ¥2,400.00。', '待办：没有等您处理的工作。']],
    keeper: [[title, '昨日销售：1 单，成交 ¥1,200.00，退款 ¥0.00，净额 ¥1,200.00。', '库存：1 个规格低于预警。', '待办：今日跟进 1。']],
  })
})

test('totals that are missing are waited for until eleven, and then the digest says that they are', async () => {
  await wants(warehouse, false)
  mall.clock.forward(ONE_DAY_MS)
  await mall.renew()
  expect(await sends()).toBe(0)
  mall.clock.forward(3 * ONE_HOUR_MS)
  const few = await mall.queriesOf(sends)
  expect((await received(finance))[0]).toMatchObject({
    title: '2026-11-18 每日摘要',
    content: expect.stringContaining('昨日销售：2026-11-18 的合计还没有生成'),
  })
  expect(await received(warehouse)).toHaveLength(1)
  // As many statements for more people with the same shops.
  for (const role of ['finance', 'catalogue', 'warehouse'] as const) await wants(await mall.staff(role, 'marketing'))
  mall.clock.forward(ONE_DAY_MS)
  expect((await mall.queriesOf(sends)).length).toBe(few.length)
})
