import pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADM, FIN, OPS } from '#tools/demo/people.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const opens = async (path: string, email: string = OPS) =>
  openPage(mall, { app: 'console', path, size: 'desk', token: await logInStaffByApi(mall, email) })
const press = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('button', { name, exact: true }).click()
const colleague = async () => createTypedApiClients(mall, await logInStaffByApi(mall, ADM))
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
const saved = (page: Page) => page.getByText('已保存').first().waitFor()

test('a shop is created and paused, as its goods pages show; an edit conflict is reported', async () => {
  const { page, problems } = await opens('/shops')
  await press(page, '新增店铺')
  const drawer = page.getByRole('dialog', { name: '新增店铺' })
  await press(drawer, /^保\s*存$/)
  await waitForFormRefusal(drawer.getByText('请填写店铺名称'))
  await drawer.getByLabel('店铺名称').fill('岩锋钻具')
  await drawer.getByLabel('所在城市').fill('株洲')
  await press(drawer, /^保\s*存$/)
  await saved(page)
  await row(page, '岩锋钻具').getByText('营业中').waitFor()

  await press(page, '修改岩锋钻具')
  const editing = page.getByRole('dialog', { name: '修改店铺' })
  await editing.getByLabel('公告').fill('国庆照常发货')
  const { consoleShop } = await colleague()
  const [shop] = (await consoleShop.list({ keyword: '岩锋钻具' })).dataList
  const { goodsCount: _, createdAt: __, state: ___, ...seen } = shop ?? expect.fail('no shop')
  await consoleShop.save({ ...seen, city: '长沙' })
  await press(editing, /^保\s*存$/)
  await editing.getByRole('alert').getByText('城市 由 株洲 改为 长沙').waitFor()
  expect(await editing.getByLabel('公告').inputValue()).toBe('国庆照常发货')
  await press(editing, /^保\s*存$/)
  await editing.waitFor({ state: 'hidden' })
  expect(await consoleShop.detail({ shopId: seen.shopId })).toMatchObject({ notice: '国庆照常发货', rowVersion: 2 })

  await press(page, '岩锋油料暂停营业')
  await page.getByRole('dialog').getByRole('button', { name: '暂停营业' }).click()
  await row(page, '岩锋油料').getByText('暂停营业', { exact: true }).first().waitFor()
  const guest = createTypedApiClients(mall)
  const { dataList } = await guest.goods.list({ keyword: '柴油' })
  const goodsId = dataList[0]?.goodsId ?? expect.fail('no diesel')
  await expect.poll(async () => (await guest.goods.detail({ goodsId })).shopPaused).toBe(true)
  const buying = await openPage(mall, { path: `/detail?goodsId=${goodsId}`, size: 'desk' })
  await buying.page.getByText('店铺「岩锋油料」暂停营业，暂时不能购买').first().waitFor()
  expect(await buying.page.getByRole('button', { name: '加入购物车' }).first().isDisabled()).toBe(true)
  await press(page, '岩锋油料恢复营业')
  await page.getByRole('dialog').getByRole('button', { name: '恢复营业' }).click()
  await expect.poll(async () => (await guest.goods.detail({ goodsId })).shopPaused).toBe(false)
  expect([...problems, ...buying.problems]).toEqual([])
})

test('categories are created on two levels, sorted by keyboard and merged with their goods', async () => {
  const { page, problems } = await opens('/categories')
  const add = async (opener: string, name: string) => {
    await press(page, opener)
    const drawer = page.getByRole('dialog', { name: '新增分类' })
    await drawer.getByLabel('分类名称').fill(name)
    await press(drawer, /^保\s*存$/)
    await drawer.waitFor({ state: 'hidden' })
    await row(page, name).waitFor()
  }
  await add('新增一级分类', '钻具')
  await add('在钻具下新增子分类', '钻头')
  await add('在钻具下新增子分类', '钻杆')
  const { consoleCategory } = await colleague()
  const below = async () => ((await consoleCategory.list({})).find(({ name }) => name === '钻具')?.children ?? []).map(({ name }) => name)
  await page.getByRole('button', { name: '上移钻杆', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(below).toEqual(['钻杆', '钻头'])
  await press(page, '合并钻头')
  const merging = page.getByRole('dialog', { name: '合并分类' })
  await merging.getByText('0 个商品将并入所选分类').waitFor()
  await merging.getByLabel('并入').fill('钻杆')
  await page.getByTitle('钻具 / 钻杆').click()
  await press(merging, /^合\s*并$/)
  await page.getByText('已合并').waitFor()
  await expect.poll(below).toEqual(['钻杆'])
  expect(problems).toEqual([])
})

test('a brand is created, found and deleted', async () => {
  const { page, problems } = await opens('/brands')
  await page.getByRole('button', { name: '新增品牌' }).first().click()
  const drawer = page.getByRole('dialog', { name: '新增品牌' })
  await drawer.getByLabel('品牌名称').fill('山特')
  await drawer.getByLabel('产地').fill('瑞典')
  await press(drawer, /^保\s*存$/)
  await saved(page)
  await row(page, '山特').getByText('瑞典').waitFor()
  await press(page, '删除山特')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^删\s*除$/ })
    .click()
  await row(page, '山特').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

test('staff with assigned shops see only these', async () => {
  const { page, problems } = await opens('/shop_staff', ADM)
  const { consoleShop } = await colleague()
  const [first] = await consoleShop.staff({})
  const keeper = first ?? expect.fail('administrators alone')
  await press(page, `指定${keeper.name}负责的店铺`)
  const drawer = page.getByRole('dialog', { name: '负责店铺' })
  await drawer.getByLabel('店铺', { exact: true }).fill('硬质')
  await page.getByTitle('岩锋硬质合金').click()
  await press(drawer, /^保\s*存$/)
  await saved(page)
  await row(page, keeper.name).getByText('岩锋硬质合金').waitFor()
  expect((await consoleShop.staff({})).find(({ staffId }) => staffId === keeper.staffId)?.shopIds).toHaveLength(1)
  expect(problems).toEqual([])
})

test('staff limited to one shop see that a price list contains prices of others and can go to their own', async () => {
  const { consolePrice, consoleShop } = await colleague()
  const shops = (await consoleShop.list({})).dataList
  const [list] = (await consolePrice.lists({})).dataList
  const owner = new pg.Client({ connectionString: mall.ownerUrl })
  await owner.connect()
  await owner.query(`update staff set roles = 'catalogue' where email = $1`, [FIN])
  const { rows } = await owner.query<{ id: string }>('select id from staff where email = $1', [FIN])
  await owner.end()
  const [own, staffId] = [shops.at(-1)?.shopId ?? '', rows[0]?.id ?? '']
  const { rowVersion } = (await consoleShop.staff({})).find((one) => one.staffId === staffId) ?? expect.fail('no such person')
  await consoleShop.setStaff({ staffId, shopIds: [own], rowVersion })
  const { page, problems } = await opens('/price_lists', FIN)
  await press(row(page, list?.name ?? ''), /^修\s*改$/)
  const drawer = page.getByRole('dialog', { name: '修改价目表' })
  await drawer.getByLabel('名称').fill('新名称')
  await press(drawer, /^保\s*存$/)
  const received = drawer.getByRole('alert')
  await received.getByText('价目表里有其他店铺的价格，请由负责全部店铺的人修改').waitFor()
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/shared-desk.png` })
  expect(await drawer.getByLabel('名称').inputValue()).toBe('新名称')
  await received.getByRole('link', { name: '价目表价格' }).click()
  await page.getByRole('heading', { name: '价目表价格' }).waitFor()
  expect((await consolePrice.list({ listId: list?.listId ?? '' })).name).toBe(list?.name)
  expect(problems.filter((problem) => !problem.includes('403'))).toEqual([])
})
