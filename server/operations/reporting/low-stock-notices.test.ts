import { expect, test } from 'vitest'
import { ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { notifyStaffOfLowStock } from './public.ts'

// Eight in the morning in Asia/Shanghai.
const mall = await openMall({ now: new Date('2026-11-18T00:00:00Z') })
const [admin, warehouse, finance] = [await mall.staff('admin'), await mall.staff('warehouse'), await mall.staff('finance')]
const [keeper, stranger] = [await mall.staff('catalogue'), await mall.staff('warehouse', 'support')]
const [first, second] = [await mall.newShop('一店'), await mall.newShop('二店')]

// Somebody who adjusts stock by a role of the mall's own.
const own = await mall.staff('marketing')
const { staffId } = await own.api.staff.me({})
await mall.db.updateTable('staff').set({ custom_codes: 'skuView,stock' }).where('id', '=', staffId).execute()

const keeps = async (name: string, shopId: string) => {
  const found = (await admin.api.consoleShop.staff({})).find((one) => one.name === name) ?? expect.fail(`no ${name}`)
  await admin.api.consoleShop.setStaff({ staffId: found.staffId, shopIds: [shopId], rowVersion: 0 })
}
await keeps('catalogue', first)
await keeps('warehouse,support', await mall.newShop('空店'))

const received = async (person: TestUser) =>
  (await person.api.consoleNotice.list({ pageSize: 100 })).dataList.filter(({ title }) => title.endsWith('个规格库存不足'))
const sends = () => notifyStaffOfLowStock(mall.db, mall.moment())

test('nobody gets a notice as long as nothing is low', async () => {
  await mall.createSku('常备齿', { code: 'FULL', shopId: first, stock: 500 })
  expect(await sends()).toBe(0)
  expect(await received(warehouse)).toEqual([])
})

test('whoever keeps stock reads once a day what is low in the shops that he keeps, however many servers and restarts there are', async () => {
  const marked = await mall.createSku('有预警的齿', { code: 'MARKED', shopId: first, stock: 40 })
  await mall.db.updateTable('sku').set({ low_stock: 50 }).where('id', '=', marked).execute()
  const unmarked = await mall.createSku('预警很低的齿', { code: 'CALM', shopId: first, stock: 4 })
  await mall.db.updateTable('sku').set({ low_stock: 3 }).where('id', '=', unmarked).execute()
  for (const at of [1, 2, 3, 4, 5, 6]) await mall.createSku(`二店的齿 ${at}`, { code: `SECOND-${at}`, shopId: second, stock: at })
  expect(await Promise.all([1, 2, 3].map(sends))).toEqual([3, 3, 3])
  const all = await received(warehouse)
  const listed = async (person: TestUser) => (await person.api.consoleSku.list({ lowStock: true })).total
  expect(all).toMatchObject([{ title: `${await listed(warehouse)} 个规格库存不足`, screen: '/skus?lowStock=1', readAt: null }])
  expect(all[0]?.content).toBe(
    `截至 2026-11-18 08:00：${[1, 2, 3, 4, 5].map((at) => `SECOND-${at} 二店的齿 ${at}（可售 ${at}，预警 20）`).join('；')} 等 7 个规格。`,
  )
  expect(await received(keeper)).toMatchObject([
    { title: '1 个规格库存不足', content: '截至 2026-11-18 08:00：MARKED 有预警的齿（可售 40，预警 50）。' },
  ])
  expect(await listed(keeper)).toBe(1)
  expect(await received(own)).toEqual(all.map((notice) => expect.objectContaining({ title: notice.title, content: notice.content })))
  for (const other of [admin, finance, stranger]) expect(await received(other)).toEqual([])
})

test('the next day brings the next notice, and the statements are as many for seven SKUs as for fifty', async () => {
  const count = async () => (await mall.queriesOf(sends)).length
  mall.clock.forward(ONE_DAY_MS)
  const few = await count()
  for (let at = 10; at < 53; at++) await mall.createSku(`一店的齿 ${at}`, { code: `MORE-${at}`, shopId: first, stock: 1 })
  mall.clock.forward(ONE_DAY_MS)
  expect(await count()).toBe(few)
  await mall.renew()
  expect((await received(keeper)).map(({ title }) => title)).toEqual(['44 个规格库存不足', '1 个规格库存不足', '1 个规格库存不足'])
})
