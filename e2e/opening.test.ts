import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { makeWorkerUtils } from 'graphile-worker'
import { Secret, TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verificationReadingEndpoints } from '#contract/people/verification/readings-api.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { getShanghaiMonthInterval, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { createOrRestoreAdmin } from '#server/people/staff/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { drawSampleDocument } from '#server/platform/testing/identity-documents.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { DEMO_PASSWORD } from '#tools/demo/people.ts'
import { chooseOption } from './choose-option.ts'
import { type EmptyMall, openEmptyMall } from './empty-mall.ts'
import { createScreenInspector } from './inspect.ts'
import { registerOnScreen, requestAndEnterSmsCode } from './newcomer.ts'
import { createTypedApiClients, logIn, readLabelledAmount, typePaymentPassword } from './people.ts'
import { type OpenedPage, openPage } from './test-mall.ts'

/**
 * People open a mall in a browser, from an empty database to the first statement. With FILM=folder, as `npm run film` sets it, a picture of
 * every step is kept at both widths.
 */

const [NAME, SHORT_NAME] = ['测试重工', '测重']
/** A text that no screen of this mall may show: the name of the demo's company. */
const FOREIGN = '岩锋'
const [ADMIN, OWN_PASSWORD] = ['first@ceshi.example', 'Own-Way-2026']
const [BUYER, AGENT_MOBILE] = ['13911110021', '13911110022']
const [AGENT_ID, CREDIT_CODE] = ['11010519491231002X', '91350100M000100Y43']
const COMPANY = '福建海岳工程有限公司'
const CODE = 'CZ-30'
const LIMIT = '200000'
const WIDTHS = { 1440: 900, 390: 844 } as const

let mall: EmptyMall
let secret: Secret
beforeAll(async () => {
  mall = await openEmptyMall(SHORT_NAME)
})
afterAll(() => mall?.close())

const heading = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('heading', { name, exact: true })
const press = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('button', { name, exact: true }).click()
const SAVE = /^保\s*存$/
const codeNow = () => {
  // A code is valid once. The next half-minute has the next one.
  mall.forward(30_000)
  return TOTP.generate({ secret, timestamp: mall.moment().now.getTime() })
}

async function fills(scope: Page | Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await scope.getByLabel(label, { exact: true }).fill(text)
}

let taken = 0
/** Checks that the screen names no other company, and keeps a picture of it on request. */
async function sees(visited: OpenedPage, what: string): Promise<void> {
  const { page } = visited
  const shown = await page.evaluate<string>('document.title + document.body.textContent + document.head.innerHTML')
  expect({ what, foreign: shown.includes(FOREIGN) }).toEqual({ what, foreign: false })
  if (!process.env.FILM) return
  const { settle } = createScreenInspector(visited)
  mkdirSync(process.env.FILM, { recursive: true })
  const number = String(++taken).padStart(2, '0')
  for (const [width, height] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width: Number(width), height })
    await settle()
    await page.screenshot({ path: path.join(process.env.FILM, `${number} ${what} ${width}.png`) })
  }
  await page.setViewportSize({ width: 1_440, height: 900 })
  await settle()
}

const picture = async (background: string, side = 480) => ({
  name: `${background.slice(1)}.png`,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer(),
})

/** The first administrator logs in with the password of the command line, sets his own and binds his telephone. */
async function comesIn(desk: OpenedPage, initialPwd: string): Promise<void> {
  const { page } = desk
  await heading(page, '登录运营后台').waitFor()
  await fills(page, { 邮箱: ADMIN, 密码: initialPwd })
  await press(page, '登录')
  await heading(page, '设置新密码').waitFor()
  await page.getByLabel('新密码').fill(OWN_PASSWORD)
  await page.getByLabel('再输入一次').fill(OWN_PASSWORD)
  await sees(desk, '首位管理员设置密码')
  await press(page, '继续')
  await heading(page, '绑定动态口令').waitFor()
  secret = Secret.fromBase32(((await page.locator('.bind-secret').textContent()) ?? '').replaceAll(' ', ''))
  await sees(desk, '绑定动态口令')
  await page.getByRole('textbox', { name: '动态口令' }).fill(codeNow())
  await press(page, '绑定并登录')
  await heading(page, '保存恢复码').waitFor()
  await press(page, '我已保存，进入后台')
}

/** Follows the link from the checklist to the screen of a step. */
async function goesTo({ page, go }: OpenedPage, step: string): Promise<void> {
  await go('/')
  await heading(page, '开店准备').waitFor()
  await page.getByRole('link', { name: `去办理：${step}` }).click()
}

const stepOf = (page: Page, label: string) => page.locator('.setup-steps > li').filter({ has: page.getByText(label, { exact: true }) })

async function asksForSecondAdmin(desk: OpenedPage): Promise<void> {
  const { page } = desk
  await goesTo(desk, '第二位管理员')
  await press(page, '新增员工')
  const drawer = page.getByRole('dialog', { name: '新增员工' })
  await fills(drawer, { '邮箱（登录名）': 'second@ceshi.example' })
  await drawer.getByLabel('姓名').fill('次位管理员')
  await drawer.getByRole('checkbox', { name: /^管理员/ }).check()
  await sees(desk, '提出第二位管理员')
  await press(drawer, /^新\s*增$/)
  await page.getByText('另一位管理员同意后可用').waitFor()
}

const group = (page: Page, name: string): Locator => page.locator('section', { has: heading(page, name) })

async function fillsInCompany(desk: OpenedPage): Promise<void> {
  const { page } = desk
  await goesTo(desk, '公司资料')
  const site = group(page, '公司资料')
  await site.getByLabel('商城名称').waitFor()
  const texts = {
    商城名称: NAME,
    简称: SHORT_NAME,
    标语: '重型配件',
    客服电话: '400-800-1234',
    邮箱: 'service@ceshi.example',
    服务时间: '工作日 8:30–18:00',
    地址: '湖南省株洲市石峰区',
    版权信息: '© 2026 测试重工',
    备案号: '湘ICP备00000000号',
    简介: '掘进机和采煤机的配件',
  }
  for (const [label, text] of Object.entries(texts)) await site.getByLabel(label, { exact: true }).fill(text)
  await site.getByLabel('上传标志', { exact: true }).setInputFiles(await picture('#28407f'))
  await site.getByRole('img', { name: '标志', exact: true }).waitFor()
  expect(await page.locator('input[type=file]:visible').count(), 'the browser has a button of its own').toBe(0)
  await sees(desk, '公司资料')
  await press(site, SAVE)
  await site.getByText(/^上次修改/).waitFor()
  await page.getByRole('navigation', { name: '主菜单' }).getByText(SHORT_NAME, { exact: true }).waitFor()

  const party = group(page, '合同与开票主体')
  const account = { 开户银行: '中国工商银行株洲石峰支行', 账号: '4000020200000000000' }
  await fills(party, {
    公司名称: '测试重工有限公司',
    统一社会信用代码: '91440300MA5FAKE00D',
    注册地址: '湖南省株洲市石峰区',
    电话: '400-800-1234',
  })
  await fills(party, account)
  await fills(party, { 您的登录密码: OWN_PASSWORD })
  await party.getByRole('textbox', { name: '动态口令' }).fill(codeNow())
  await press(party, SAVE)
  await party.getByText(/^上次修改/).waitFor()

  const bank = group(page, '收款账户与双人复核限额')
  await fills(bank, { 户名: '测试重工有限公司', ...account, 联行号: '102552000000' })
  await bank.getByLabel(/^双人复核/).fill('50000')
  await fills(bank, { 您的登录密码: OWN_PASSWORD })
  await bank.getByRole('textbox', { name: '动态口令' }).fill(codeNow())
  await sees(desk, '收款账户')
  await press(bank, SAVE)
  await bank.getByText(/^上次修改/).waitFor()
}

/** Creates a shop, a category on two levels, an attribute that makes SKUs, and its set. */
async function fitsOutShelves(desk: OpenedPage): Promise<void> {
  const { page, go } = desk
  const saved = async (drawer: Locator) => {
    await press(drawer, SAVE)
    await drawer.waitFor({ state: 'hidden' })
  }
  await goesTo(desk, '店铺')
  await press(page, '新增店铺')
  const shop = page.getByRole('dialog', { name: '新增店铺' })
  await fills(shop, { 店铺名称: '测重自营', 所在城市: '株洲' })
  await sees(desk, '新增店铺')
  await saved(shop)

  await goesTo(desk, '商品分类')
  for (const [opener, name] of [
    ['新增一级分类', '截割'],
    ['在截割下新增子分类', '掘进机截齿'],
  ] as const) {
    await press(page, opener)
    const drawer = page.getByRole('dialog', { name: '新增分类' })
    await fills(drawer, { 分类名称: name })
    await saved(drawer)
    await page.getByRole('row').filter({ hasText: name }).first().waitFor()
  }
  await sees(desk, '分类')

  await go('/attributes')
  await press(page, '新建参数')
  const attribute = page.getByRole('dialog', { name: '新建参数' })
  await attribute.getByRole('textbox', { name: /^\W*名称/ }).fill('齿柄直径')
  await attribute.getByRole('textbox', { name: '编码' }).fill('shank')
  for (const flag of ['可筛选', '区分规格']) await attribute.getByRole('checkbox', { name: flag }).check()
  await attribute.getByRole('textbox', { name: '第 1 个选项的名称' }).fill('30 mm')
  await press(attribute, '增加选项')
  await attribute.getByRole('textbox', { name: '第 2 个选项的名称' }).fill('35 mm')
  await sees(desk, '新建参数')
  await saved(attribute)

  await go('/attribute_sets')
  await press(page, '新建参数模板')
  const set = page.getByRole('dialog', { name: '新建参数模板' })
  await set.getByRole('textbox', { name: /^\W*名称/ }).fill('截齿')
  await set.getByRole('combobox', { name: '增加参数' }).fill('shank')
  await page.getByTitle('齿柄直径（shank）').click()
  await saved(set)
  await go('/attribute_categories')
  await press(page, /^设置.*掘进机截齿的参数模板$/)
  const own = page.getByRole('dialog').last()
  await own.getByRole('combobox', { name: '自己的模板' }).fill('截齿')
  await page.getByTitle('截齿', { exact: true }).click()
  await sees(desk, '参数模板用于分类')
  await saved(own)
}

/** Creates a product with pictures and two SKUs, and publishes it. Returns its URL. */
async function importsGoods(desk: OpenedPage): Promise<string> {
  const { page } = desk
  await goesTo(desk, '第一批商品')
  await press(page, '新建商品')
  await page.getByLabel('商品名称').fill('EBZ160 掘进机截齿')
  const choose = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).click()
    await page.keyboard.type(text)
    await page.locator('.ant-select-item-option-active').filter({ hasText: text }).waitFor()
    await page.keyboard.press('Enter')
  }
  await choose('店铺', '测重自营')
  await choose('分类', '掘进机截齿')
  await page.locator('#section-pictures input[type=file]').setInputFiles([await picture('#6b7280'), await picture('#374151')])
  await page.locator('.sku-maker').getByLabel('齿柄直径').click()
  await page.keyboard.type('30 mm,35 mm,')
  await press(page, '生成 2 个规格')
  for (const [at, code] of ['CZ-30', 'CZ-35'].entries()) {
    await page.getByLabel(`第 ${at + 1} 行规格编码`).fill(code)
    await page.getByLabel(`第 ${at + 1} 行现金价`).fill(`${80 + at}.00`)
    await page.getByLabel(`第 ${at + 1} 行赊销价`).fill(`${84 + at}.00`)
  }
  await page.locator('.picture-tiles > li').nth(1).waitFor()
  await page.getByText('内容完整，可以发布').waitFor()
  await sees(desk, '商品编辑')
  await press(page, /^发\s*布$/)
  await press(page, '确认发布')
  await page.getByText('已发布').first().waitFor()
  return new URL(page.url().replace('#/', '')).searchParams.get('goodsId') ?? expect.fail('no address')
}

/** The warehouse counts the stock, because nobody can buy without stock. */
async function stocks(desk: OpenedPage, units: string): Promise<void> {
  const { page, go } = desk
  await go('/')
  await stepOf(page, '商品库存').getByText('待办').waitFor()
  await goesTo(desk, '商品库存')
  await page
    .getByRole('row')
    .filter({ hasText: CODE })
    .getByRole('button', { name: /^盘\s*点$/ })
    .click()
  const drawer = page.getByRole('dialog', { name: '盘点' })
  await drawer.getByRole('spinbutton').fill(units)
  await drawer.getByLabel('备注').fill('开业入库')
  await sees(desk, '盘点入库')
  await press(drawer, '记录盘点')
  await drawer.waitFor({ state: 'hidden' })
  await go('/')
  await stepOf(page, '商品库存').getByText('已完成').waitFor()
  await sees(desk, '商品库存已录入')
}

async function registers(buyer: OpenedPage): Promise<void> {
  await registerOnScreen({ mall, provider: mall.provider }, buyer, BUYER)
  await buyer.page.waitForURL(/#\/$/)
  await buyer.page.getByRole('article').first().waitFor()
  expect(await heading(buyer.page, '按岩石硬度选齿').count(), 'no goods are made for rock').toBe(0)
  await sees(buyer, '新公司注册后')
}

async function uploads(page: Page, label: string, paper: 'idFront' | 'licence' | 'idBack'): Promise<void> {
  const buffer = await sharp(await drawSampleDocument(paper))
    .jpeg()
    .toBuffer()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: `点击上传${label}` }).click()
  await (await choosing).setFiles({ name: 'paper.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('img', { name: `已上传的${label}` }).waitFor()
}

async function approves(desk: OpenedPage, step: string, limit?: string): Promise<void> {
  const { page, go } = desk
  await go('/reviews')
  await press(page, '刷新')
  await page.getByRole('row', { name: step }).getByRole('link', { name: /审核/ }).click()
  await heading(page, COMPANY).or(heading(page, /^福建/)).first().waitFor()
  await press(page, /^通\s*过$/)
  const drawer = page.getByRole('dialog', { name: `通过${step}` })
  if (limit !== undefined) await drawer.getByLabel('核定固定额度').fill(limit)
  await sees(desk, `审核${step}`)
  await press(drawer, /^通\s*过$/)
  await heading(page, '认证审核').waitFor()
}

/** The company submits its agent and its own data, and gets a limit. */
async function isVerified(buyer: OpenedPage, desk: OpenedPage): Promise<void> {
  const { page, go } = buyer
  const field = (scope: Page, label: string) => scope.getByRole('group').getByLabel(label).and(scope.locator('input, textarea'))
  const type = async (fields: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text)
  }
  const handsIn = async (step: string) => {
    await page.getByRole('main').getByRole('button', { name: '下一步', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `${step}审核中` })
    // Its keys are heard when it has the focus.
    await dialog.locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await go('/account_authentication')
  await type({ 姓名: '陈海生', 身份证号: AGENT_ID, 手机号: AGENT_MOBILE })
  await requestAndEnterSmsCode({ mall, provider: mall.provider }, buyer, AGENT_MOBILE)
  await page.getByRole('checkbox', { name: /^我已阅读并同意《证件信息处理同意书》/ }).click()
  await uploads(page, '身份证照片', 'idFront')
  await type({ 公司名称: COMPANY, 入职日期: '2019-03-01' })
  await chooseOption(page.getByLabel('所属行业'), '水利水电')
  await chooseOption(page.getByLabel('公司性质'), '民营企业')
  await sees(buyer, '经办人认证')
  await handsIn('经办人认证')
  await approves(desk, '经办人认证')

  await go('/account_authentication_company')
  await page.reload()
  await page.getByLabel('企业名称').waitFor()
  await type({ 企业名称: COMPANY, 统一社会信用代码: CREDIT_CODE, 法定代表人姓名: '陈海生', 身份证号: AGENT_ID })
  await type({ 注册资本: '3000', 成立日期: '2011-06-01' })
  await uploads(page, '营业执照', 'licence')
  await uploads(page, '法定代表人身份证人像面', 'idFront')
  await uploads(page, '法定代表人身份证国徽面', 'idBack')
  await sees(buyer, '企业认证')
  await handsIn('企业认证')
  await approves(desk, '企业认证', LIMIT)

  await go('/credit_account')
  await page.reload()
  await page.getByRole('region', { name: '赊销额度' }).getByText('¥200,000.00').first().waitFor()
  await sees(buyer, '额度已批')
  await page.getByRole('checkbox', { name: '我已阅读并同意赊销协议' }).click()
  await press(page, '同意协议')
  await page.getByRole('button', { name: '同意协议' }).waitFor({ state: 'detached' })
}

/** A payment password, an address, and an order on credit. */
async function buysOnCredit(buyer: OpenedPage, goodsId: string): Promise<{ orderNo: string; total: Fen }> {
  const { page, go } = buyer
  // The code of the registration counts for the first one. No field for another code is shown before that is known.
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route(`**${verificationReadingEndpoints.options.path}`, (route) => held.then(() => route.continue()), { times: 1 })
  await page.reload()
  await go('/setting_set_pay_pwd')
  await page.getByText('支付密码按企业分别设置').waitFor()
  expect(await page.getByText('验证码将发送至').count()).toBe(0)
  answer()
  await page.getByText('注册时已验证，一小时内无需再次验证').waitFor()
  await page.getByLabel('登录密码', { exact: true }).fill(DEMO_PASSWORD)
  await typePaymentPassword(page)
  await typePaymentPassword(page, '确认支付密码')
  await press(page, '确认设置')
  await page.getByText('支付密码已设置', { exact: true }).waitFor()
  await go('/address_add')
  await page.getByLabel(/^粘贴整段地址/).fill('陈海生 13911112222 福建省福州市鼓楼区软件大道 8 号')
  await press(page, '识别')
  await expect.poll(() => page.getByLabel('收货人').inputValue()).toBe('陈海生')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.waitForURL(/#\/address$|#\/my_address|#\/address(?!_add)/)

  await go(`/detail?goodsId=${goodsId}`)
  await page.getByText(`编码 ${CODE}`).waitFor()
  await page.getByRole('article').first().getByRole('button', { name: '立即购买' }).click()
  await heading(page, '确认订单').waitFor()
  await page.getByRole('radiogroup', { name: '支付方式' }).getByText('赊销支付', { exact: true }).click()
  const sums = page.getByRole('region', { name: '订单明细' })
  await sums.getByText('赊销价', { exact: true }).waitFor()
  const total = await readLabelledAmount(sums, '订单合计')
  await sees(buyer, '确认订单')
  await press(page, '提交订单')
  const dialog = page.getByRole('dialog', { name: '输入支付密码' })
  await typePaymentPassword(dialog)
  await press(dialog, '确认支付')
  await heading(page, '支付成功').waitFor()
  await sees(buyer, '赊销下单成功')
  await page.getByRole('link', { name: '查看订单' }).click()
  await heading(page, '订单待发货').waitFor()
  return { total, orderNo: new URLSearchParams(page.url().split('?')[1]).get('orderNo') ?? expect.fail('no order') }
}

async function ships(desk: OpenedPage, orderNo: string): Promise<void> {
  const { page, go } = desk
  await go('/orders')
  await page.getByRole('link', { name: orderNo }).first().click()
  await press(page, /^发\s*货$/)
  const drawer = page.getByRole('dialog', { name: `发货 · 订单 ${orderNo}` })
  await drawer.getByLabel('承运公司').fill('顺丰速运')
  await drawer.getByLabel('运单号').fill('SF2026112100017')
  await sees(desk, '仓库发货')
  await press(drawer, '确认发货')
  await page.getByText('已全部发出').waitFor()
}

/** The month ends, and both sides see the statement of its shipments. */
async function hasStatement(total: Fen): Promise<void> {
  const month = toShanghaiMonth(mall.moment().now)
  mall.forward(getShanghaiMonthInterval(month).until.getTime() + 3_600_000 - mall.moment().now.getTime())
  const utils = await makeWorkerUtils({ connectionString: mall.ownerUrl })
  await utils.addJob('statements', {})
  await utils.release()
  // His session has ended meanwhile.
  const again = await openPage(mall, { path: '/login' })
  await logIn(mall, again, BUYER)
  await again.page.waitForURL(/#\/$/)
  const { statement } = createTypedApiClients(mall, await again.token())
  await expect.poll(() => statement.detail({ month }).catch(() => undefined)).toMatchObject({ total })
  await again.go(`/my_bill_detail?month=${month}`)
  await again.page.getByText(formatMoney(total)).first().waitFor()
  await sees(again, '月账单')
  const [saved] = await Promise.all([again.page.waitForEvent('download'), again.page.getByRole('button', { name: /PDF/ }).first().click()])
  const bytes = readFileSync(await saved.path())
  const printed = parsePdfTextByPage(bytes).join('')
  expect(printed).toContain('测试重工有限公司')
  expect(printed + bytes.toString('latin1')).not.toContain(FOREIGN)
  expect(again.problems).toEqual([])
}

test('a mall is opened from an empty database: staff, company, goods, first order, statement', async () => {
  const { db } = mall.mall.database
  const initialPwd = await runInTransaction(db, (tx) =>
    createOrRestoreAdmin(tx, mall.moment(), { keys: mall.keys, email: ADMIN, name: '首位管理员' }),
  )
  const desk = await openPage(mall, { app: 'console' })
  await comesIn(desk, initialPwd)
  await heading(desk.page, '开店准备').waitFor()
  await stepOf(desk.page, '第二位管理员').getByText('待办').waitFor()
  await sees(desk, '开店准备')
  await asksForSecondAdmin(desk)
  await fillsInCompany(desk)
  await fitsOutShelves(desk)

  // A guest has the mall open when the first goods are published.
  const guest = await openPage(mall, { path: '/shop' })
  await guest.page.getByText('还没有上架的商品').first().waitFor()
  await sees(guest, '访客看见的空商城')
  const goodsId = await importsGoods(desk)
  await stocks(desk, '50')
  const api = createTypedApiClients(mall)
  await expect.poll(async () => (await api.goods.list({ pageSize: 5 })).dataList.map((goods) => goods.goodsId)).toEqual([goodsId])
  await guest.go(`/detail?goodsId=${goodsId}`)
  await heading(guest.page, 'EBZ160 掘进机截齿').waitFor()
  await sees(guest, '访客看见商品')

  await guest.context.close()
  const buyer = await openPage(mall, { path: '/register' })
  await registers(buyer)
  await isVerified(buyer, desk)
  const { orderNo, total } = await buysOnCredit(buyer, goodsId)
  await ships(desk, orderNo)
  await buyer.go(`/my_order_detail?orderNo=${orderNo}`)
  await buyer.page.reload()
  await heading(buyer.page, '订单待收货').waitFor()
  await sees(buyer, '买家看见物流')
  await hasStatement(total)
  expect(await findInvariantBreaches(mall.ownerUrl)).toEqual({})
  expect([...desk.problems, ...guest.problems, ...buyer.problems]).toEqual([])
})
