import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { createPhoto } from '#server/platform/testing/uploads.ts'
import { MAIN } from '#tools/demo/people.ts'
import { chooseOption } from './choose-option.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi, typePaymentPassword } from './people.ts'
import { type OpenedPage, openPage, openTestMall, type ScreenSize, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'
import { expectTooLargeQuantityToHoldBack } from './too-large-quantity.ts'

const CODE = 'KT-U92-25'
const RIG = '1 号掘进机'

let testMall: TestMall
beforeAll(async () => {
  testMall = await openTestMall()
})
afterAll(() => testMall?.close())

/** Creates a project with a budget that the first order exceeds. */
async function opensProject(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '新建项目' }).click()
  const form = page.getByRole('dialog', { name: '新建项目' })
  await form.getByRole('button', { name: '保存' }).click()
  await waitForFormRefusal(form.getByText('请输入项目名称'))
  await form.getByRole('textbox', { name: '项目名称' }).fill(name)
  await form.getByRole('textbox', { name: '项目地址' }).fill('广东省韶关市曲江区')
  await form.getByRole('textbox', { name: '预算（元）' }).fill('1')
  await chooseOption(form.getByRole('combobox', { name: '项目经理' }), '黄志远')
  await form.getByRole('checkbox', { name: '陈敏' }).click()
  await form.getByRole('button', { name: '保存' }).click()
  const card = page.getByRole('listitem').filter({ hasText: name })
  await card.getByText('项目经理 黄志远').waitFor()
  await card.getByText('成员 1 人：陈敏').waitFor()
}

/** A patrol of the project finds a worn part, with a picture. The goods for the repair are added to the cart. */
async function patrols({ page, go }: OpenedPage, name: string): Promise<void> {
  await go('/patrol')
  await page.getByRole('button', { name: '记录巡检' }).click()
  const round = page.getByRole('dialog', { name: '记录巡检' })
  await round.getByRole('textbox', { name: '路线或地点' }).fill(`${name}巡线`)
  await chooseOption(round.getByRole('combobox', { name: '项目' }), name)
  await round.getByRole('button', { name: '保存' }).click()
  await page.getByText('没有发现问题').waitFor()
  await page.getByRole('button', { name: '添加问题' }).click()
  const found = page.getByRole('dialog', { name: '添加问题' })
  await found.getByRole('textbox', { name: '发现的问题' }).fill('刀头磨平')
  await chooseOption(found.getByRole('combobox', { name: '严重程度' }), '紧急')
  await chooseOption(found.getByRole('combobox', { name: '设备' }), RIG)
  await found.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await createPhoto() })
  await found.getByRole('img', { name: '已上传的照片' }).waitFor()
  await found.getByRole('textbox', { name: '查找需要的商品' }).fill(CODE)
  await page.keyboard.press('Enter')
  await found.getByRole('button', { name: new RegExp(`${CODE}$`) }).click()
  const save = found.getByRole('button', { name: '保存' })
  await expectTooLargeQuantityToHoldBack(page, found.getByRole('textbox', { name: /数量$/ }), save)
  await save.click()
  await page.getByRole('img', { name: '刀头磨平 的照片' }).waitFor()
  await page.getByRole('button', { name: '刀头磨平 加入购物车' }).click()
  await page.getByText('1 种商品已加入购物车').waitFor()
}

/** The part is ordered for the project and the rig, above the budget, and paid from the wallet. */
async function orders({ page, go }: OpenedPage, name: string): Promise<void> {
  await go('/cart')
  const all = page.getByRole('region', { name: '结算' }).getByRole('checkbox', { name: '全选' })
  if (!(await all.isChecked())) await all.click()
  await all.click()
  await page.getByText('已选 0 种').waitFor()
  await page.getByRole('checkbox', { name: new RegExp(`^选择 .*${CODE}$`) }).click()
  await page.getByText('已选 1 种').waitFor()
  await page.getByRole('button', { name: '去结算' }).click()
  await chooseOption(page.getByRole('combobox', { name: '项目', exact: true }), name)
  await page.getByText(/^本单将超出本月预算/).waitFor()
  await page.getByText('按商品指定设备（选填）').click()
  await chooseOption(page.getByRole('combobox', { name: new RegExp(`${CODE} 用于设备$`) }), RIG)
  await page.getByRole('radiogroup', { name: '支付方式' }).getByText('钱包支付', { exact: true }).click()
  await page.getByRole('button', { name: '提交订单' }).click()
  const dialog = page.getByRole('dialog', { name: '输入支付密码' })
  await typePaymentPassword(dialog)
  await dialog.getByRole('button', { name: '确认支付' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** The amounts of a row of the cost table: of this month, and in total. */
async function costOf(page: Page, name: string): Promise<(string | null)[]> {
  const cells = page.getByRole('region', { name: '费用表' }).getByRole('row', { name }).getByRole('cell')
  await cells.first().waitFor()
  return (await cells.allTextContents()).slice(-2)
}

test.each(selectJourneyScreenSizes('mall'))(
  'parts for a patrol finding are ordered for its project and appear in its costs, on a %s',
  async (size: ScreenSize) => {
    const name = `曲江露天矿 ${size}`
    const token = await logInBuyerByApi(testMall, MAIN)
    const buyer = createTypedApiClients(testMall, token)
    const mall = await openPage(testMall, { size, token, path: '/project' })
    const { page, go } = mall
    const inspector = createScreenInspector(mall)
    await opensProject(page, name)
    await patrols(mall, name)
    const faults = size === 'desk' ? await inspector.faults('finding') : []
    await orders(mall, name)

    // The order shows its project, and can be searched by it.
    const project = (await buyer.project.list({})).find((one) => one.name === name) ?? expect.fail('no project')
    const { dataList } = await buyer.order.list({ projectId: project.id })
    const order = await buyer.order.detail({ orderNo: dataList[0]?.orderNo ?? '' })
    expect(order.lines.map(({ skuCode, equipmentName }) => [skuCode, equipmentName])).toEqual([[CODE, RIG]])
    await go('/my_order')
    await chooseOption(page.getByRole('combobox', { name: '项目' }), name)
    await expect.poll(() => page.getByText(/^项目 /).allTextContents()).toEqual([`项目 ${name}`])

    // The project's costs are exactly this amount, without freight; and the finding is done.
    const today = toShanghaiDay(new Date()).slice(0, 7)
    await go('/project?view=costs')
    expect(await costOf(page, name)).toEqual([formatMoney(order.goodsAmount), formatMoney(order.goodsAmount)])
    const tabs = page.getByRole('navigation', { name: '项目与设备' })
    expect(await tabs.locator('[aria-current="page"]').allTextContents()).toEqual(['费用'])
    await page.getByRole('button', { name: '按设备' }).click()
    const { rows, equipment } = await buyer.project.costs({ monthFrom: today, monthTo: today })
    const rig = equipment.find((one) => one.name === RIG)?.id
    const spent = rows.filter(({ equipmentId }) => equipmentId === rig).reduce((sum, { net }) => sum + net, 0)
    expect((await costOf(page, RIG))[0]?.replace(/\D/g, '')).toBe(String(spent))
    if (size === 'phone') faults.push(...(await inspector.faults('costs')))
    await go(`/patrol?project=${project.id}`)
    await page.getByRole('link', { name: `${name}巡线` }).click()
    await page.getByText('已下单', { exact: true }).waitFor()
    await page.getByRole('link', { name: order.orderNo }).waitFor()
    expect([...faults, ...mall.problems]).toEqual([])
    await mall.context.close()
  },
)

test('all invariants hold', async () => expect(await findInvariantBreaches(testMall.ownerUrl)).toEqual({}))
