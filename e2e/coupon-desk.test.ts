import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleCouponReportEndpoints } from '#contract/operations/reports/coupon-report-api.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { FIN, OPS, TWO_SEATS } from '#tools/demo/people.ts'
import { chooseSearchedOption } from './choose-option.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
let staff: string
beforeAll(async () => {
  mall = await openTestMall()
  staff = await logInStaffByApi(mall, OPS)
})
afterAll(() => mall?.close())

test('staff create a coupon for one product, a buyer claims it, another is granted one, and it is stopped', async () => {
  const desk = await openPage(mall, { app: 'console', path: '/coupons', token: staff })
  const { page } = desk
  await page.getByRole('link', { name: '黄金会员满减' }).waitFor()
  await page.getByRole('button', { name: '新建优惠券' }).click()
  const form = page.getByRole('dialog', { name: '新建优惠券' })
  await form.getByRole('button', { name: /^保\s*存$/ }).click()
  await waitForFormRefusal(form.getByText('请填写优惠券名称'))
  const choose = async (label: string, option: string | RegExp) => {
    await form.getByRole('combobox', { name: label }).click()
    await form.page().getByTitle(option).last().click()
  }
  await choose('店铺', '岩锋截齿工具')
  await form.getByLabel('名称').fill('双十二满减')
  await form.getByLabel('减免金额').fill('1,000')
  await form.getByLabel(/^使用门槛/).fill('599')
  await form.getByText('门槛低于减免金额').waitFor()
  await form.getByLabel('减免金额').fill('10')
  await form.getByText('券面：全店 · 满 599 元减 10 元。').waitFor()
  await form.getByText('门槛按订单金额、').waitFor()
  await form.getByText('指定商品（商品券）').click()
  await form.getByText('门槛按指定商品金额、').waitFor()
  await form.getByRole('combobox', { name: '商品' }).fill('U84')
  await form.page().getByTitle(/U84/).first().click()
  await page.keyboard.press('Escape')
  await form.getByText('领取后若干天').click()
  await form.getByLabel('有效天数').fill('30')
  await form.getByLabel('发放总量').fill('2')
  expect(await createScreenInspector(desk).faults('新建优惠券')).toEqual([])
  await form.getByRole('button', { name: /^保\s*存$/ }).click()
  await page.getByText('已新建，立即生效').waitFor()
  await page.getByRole('link', { name: '双十二满减' }).click()
  await page.getByText('还没有企业领取').waitFor()
  await page.getByText('满 ¥599.00，按指定商品金额计算，不含运费').waitFor()

  const huang = createTypedApiClients(mall, await logInBuyerByApi(mall, TWO_SEATS))
  const [offer] = (await huang.coupon.centre({})).dataList
  expect(offer).toMatchObject({ name: '双十二满减', scope: 'goods', days: 30, left: 2, reason: null })
  await huang.coupon.claim({ templateId: offer?.templateId ?? '' })

  await page.getByRole('button', { name: '发放给企业' }).click()
  const giving = page.getByRole('dialog', { name: '发放给企业' })
  await chooseSearchedOption(giving.getByRole('combobox', { name: '企业' }), '鹏岩', '深圳市鹏岩矿业有限公司')
  await giving.getByRole('button', { name: /^发\s*放$/ }).click()
  await page.getByText('已发放给 1 家企业').waitFor()
  for (const name of ['广东穗隧建设工程有限公司', '深圳市鹏岩矿业有限公司'])
    await page.getByRole('row').filter({ hasText: name }).getByText('未使用').waitFor()
  await page.getByText('已领完').first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^修\s*改$/ }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: '停止发放' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: '停止发放' }).click()
  await page.getByText('已停止', { exact: true }).waitFor()
  expect(await createScreenInspector(desk).faults('/coupon_template')).toEqual([])
  expect((await huang.coupon.centre({})).dataList.map(({ name }) => name)).not.toContain('双十二满减')

  // A copy of it becomes a percentage, for the first order and for one company.
  await page.getByRole('button', { name: '复制新建' }).click()
  const copy = page.getByRole('dialog', { name: '复制新建' })
  await copy.getByLabel('名称').fill('首单六折')
  await copy.getByText('折扣券', { exact: true }).click()
  await copy.getByLabel('折扣（如 8.5 折为减 15%）').fill('6')
  await copy.getByLabel('最多减免').fill('200')
  await copy.getByText('券面：指定商品 · 满 599 元 6 折，最多减 200 元。').waitFor()
  await copy.getByText('减免 40.00%，超过商品金额的三分之一，请核对。').waitFor()
  await copy.getByLabel('仅限首单').check()
  await chooseSearchedOption(copy.getByRole('combobox', { name: '指定企业' }), '鹏岩', '深圳市鹏岩矿业有限公司')
  await page.keyboard.press('Escape')
  expect(await createScreenInspector(desk).faults('复制新建')).toEqual([])
  await copy.getByRole('button', { name: /^保\s*存$/ }).click()
  await page.getByText('已新建，立即生效').waitFor()
  await desk.go('/coupons?couponKind=percent&keyword=首单六折')
  await page.getByText('仅限首单，指定企业 1 家').waitFor()
  await page.getByText('满 599 元 6 折，最多减 200 元').waitFor()
  expect((await huang.coupon.centre({})).dataList.map(({ name }) => name)).not.toContain('首单六折')
})

test('coupon codes are generated and listed; finance staff see no coupons in the menu, but their report', async () => {
  const { dataList } = await createTypedApiClients(mall, staff).consoleCoupon.templates({ way: 'code' })
  const desk = await openPage(mall, { app: 'console', path: `/coupon_template?templateId=${dataList[0]?.templateId}`, token: staff })
  const { page } = desk
  await page.getByRole('heading', { name: '兑换码 20 / 50' }).waitFor()
  await page.getByRole('button', { name: '生成兑换码' }).click()
  await page.getByRole('dialog').getByLabel('数量').fill('5')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^生\s*成$/ })
    .click()
  await page.getByRole('heading', { name: '兑换码 25 / 50' }).waitFor()
  await page.getByRole('group', { name: '兑换码状态' }).getByRole('button', { name: '已兑换' }).click()
  await page.getByRole('row').filter({ hasText: '深圳市鹏岩矿业有限公司' }).first().waitFor()
  expect(desk.problems).toEqual([])
  const books = await openPage(mall, { app: 'console', path: '/', token: await logInStaffByApi(mall, FIN) })
  await books.page
    .getByRole('link', { name: '对账差异' })
    .or(books.page.getByRole('link', { name: '月账单' }))
    .first()
    .waitFor()
  expect(await books.page.getByRole('link', { name: '优惠券', exact: true }).count()).toBe(0)
  await books.page.getByRole('link', { name: '优惠券报表', exact: true }).click()
  await books.page.waitForURL(/\/coupon_report/)
  const today = toShanghaiDay(new Date())
  await books.go(`/coupon_report?dateFrom=${addDays(today, -365)}&dateTo=${today}`)
  const used = books.page.getByRole('row').filter({ hasText: '新客满减' })
  await used.getByText('¥', { exact: false }).first().waitFor()
  // Days that wait for their figures are named, and what they belong to is a dash.
  await books.page.route(`**${consoleCouponReportEndpoints.summary.path}`, async (route) => {
    const answer = await route.fetch()
    const { data, ...envelope } = await answer.json()
    await route.fulfill({ response: answer, json: { ...envelope, data: { ...data, waitingDays: [today], current: null } } })
  })
  await books.page.reload()
  await books.page.getByText('1 天的优惠券数据正在补算').waitFor()
  await books.page.getByText('成交 —，退款 —').waitFor()
  await used.getByRole('link', { name: '新客满减' }).click()
  await books.page.waitForURL(/\/orders\?.*couponTemplateId=/)
  await books.page
    .getByRole('row')
    .filter({ hasText: /\d{18}/ })
    .first()
    .waitFor()
  expect(books.problems).toEqual([])
})
