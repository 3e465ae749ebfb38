import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { consoleVoucherEndpoints } from '#contract/billing/bank/voucher-api.ts'
import { type Fen, fen, formatMoney, formatYuan, sum } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import type { ContractClients } from '#server/platform/testing/test-user.ts'
import { FIN, MAIN, OPS } from '#tools/demo/people.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type ScreenSize, type TestMall } from './test-mall.ts'

let mall: TestMall
let buyer: ContractClients
let finance: ContractClients
beforeAll(async () => {
  mall = await openTestMall()
  buyer = createTypedApiClients(mall, await logInBuyerByApi(mall, MAIN))
  finance = createTypedApiClients(mall, await logInStaffByApi(mall, FIN))
})
afterEach(async () => expect(await findInvariantBreaches(mall.ownerUrl)).toEqual({}))
afterAll(() => mall?.close())

const COMPANY = '深圳市鹏岩矿业有限公司'
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const pressed = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true }).click()

/** Opens a screen as staff, on a desktop or a phone. */
const opens = async (email: string, path: string, size: ScreenSize = 'desk') =>
  openPage(mall, { app: 'console', path, size, token: await logInStaffByApi(mall, email) })

interface Awaited {
  paymentId: string
  orderNo: string
  amount: Fen
  remarkCode: string
}

/** An order that its buyer will pay by transfer. */
async function ordered(code: string, goodsNum: number): Promise<Awaited> {
  const { dataList } = await buyer.goods.list({ keyword: code, pageSize: 5 })
  const { skus } = await buyer.goods.detail({ goodsId: dataList[0]?.goodsId ?? '' })
  const lines = [{ skuId: skus.find((sku) => sku.code === code)?.skuId ?? expect.fail(`no ${code}`), goodsNum }]
  const { quote, address } = await buyer.order.preview({ lines, method: 'transfer' })
  const { tradeId } = await buyer.order.submit({ lines, method: 'transfer', quote, addressId: address?.id ?? expect.fail('no address') })
  const { paymentId } = await buyer.transfer.begin({ tradeId })
  const { amount, remarkCode, orders } = await buyer.transfer.detail({ paymentId })
  return { paymentId, amount, remarkCode, orderNo: orders[0]?.orderNo ?? expect.fail('no order') }
}

/** The buyer uploads a picture of his transfer. Each picture is different. */
async function proves({ paymentId }: Pick<Awaited, 'paymentId'>, text: string): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#fff"/><text x="40" y="120" font-size="36">${text}</text></svg>`
  const file = new Blob([new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer())], { type: 'image/png' })
  const { fileId } = await buyer.files.uploadImage({ purpose: 'voucher' }, { file })
  const { vouchers } = await buyer.transfer.submitVoucher({ paymentId, fileIds: [fileId], remark: '' })
  return vouchers[0]?.id ?? expect.fail('no voucher')
}

interface Row {
  reference: string
  amount: Fen
  remark: string
  payer?: string
}

/** The bank statement as a file. */
const statement = (rows: readonly Row[]) => ({
  name: '对账单.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      '交易日期,交易流水号,对方户名,对方账号,收入金额,支出金额,附言',
      ...rows.map(
        ({ reference, amount, remark, payer = COMPANY }) =>
          `${toShanghaiDay(new Date())},${reference},${payer},6222020200001234567,"${formatYuan(amount, { grouped: true })}",,${remark}`,
      ),
      '合计,,,,1.00,,',
    ].join('\r\n'),
  ),
})

/** Imports a statement. Returns the lines by their numbers. */
async function imports(page: Page, rows: readonly Row[]): Promise<void> {
  await heading(page, '导入对账单').waitFor()
  await page.getByLabel('选择文件').setInputFiles(statement(rows))
  await heading(page, '导入结果').waitFor()
}
const lineOf = async (reference: string) => {
  const { dataList } = await finance.consoleBank.lines({ keyword: reference })
  return dataList[0] ?? expect.fail(`no line ${reference}`)
}
const stateOf = async ({ orderNo }: Awaited) => (await buyer.order.detail({ orderNo })).state

/** Enters the amount, selects the line if needed, and confirms the question, which names both. */
async function approves(page: Page, amount: Fen, { line, yes }: { line?: string; yes: string }): Promise<void> {
  await page.getByLabel('到账金额').fill(formatYuan(amount))
  if (line !== undefined) await page.getByRole('radio', { name: new RegExp(line) }).check()
  await pressed(page.getByRole('main'), yes)
  const question = page.getByRole('dialog')
  await question.getByText(formatMoney(amount)).first().waitFor()
  await pressed(question, yes)
  await question.waitFor({ state: 'detached' })
}

test('a transfer is proved by a voucher, found in the bank statement and approved: the order is paid', async () => {
  const order = await ordered('KT-U85-22', 3)
  const id = await proves(order, `HUIDAN ${order.remarkCode}`)
  const visited = await opens(FIN, '/bank_import')
  const { page, go, problems } = visited
  const rows = [{ reference: 'JOURNEY-0001', amount: order.amount, remark: `货款 ${order.remarkCode}` }]
  await imports(page, rows)
  await page.getByRole('status').filter({ hasText: '导入 1 条' }).getByText(formatMoney(order.amount)).waitFor()
  await page.getByRole('row').filter({ hasText: '合计行' }).getByText('已跳过').waitFor()
  await imports(page, rows)
  await page.getByRole('status').filter({ hasText: '导入 0 条' }).waitFor()
  await page.getByRole('row').filter({ hasText: '已存在' }).first().waitFor()

  await go(`/vouchers?keyword=${order.orderNo}`)
  await page
    .getByRole('row')
    .filter({ hasText: formatMoney(order.amount) })
    .getByRole('link', { name: /^审核/ })
    .click()
  await page.getByRole('img', { name: '凭证 1' }).waitFor()
  expect(await page.getByLabel('到账金额').inputValue(), 'the reviewer names the figure himself').toBe('')
  const inspector = createScreenInspector(visited)
  await inspector.settle()
  expect(await inspector.faults('voucher')).toEqual([])

  // A difference of one fen is reported, and nothing happens.
  await approves(page, fen(order.amount + 1), { line: 'JOURNEY-0001', yes: '确认到账' })
  await page.getByText('金额不符的凭证请驳回').waitFor()
  expect(await stateOf(order)).toBe('WAIT_PAY')
  await approves(page, order.amount, { line: 'JOURNEY-0001', yes: '确认到账' })
  await page.getByText('已确认到账').first().waitFor()
  await heading(page, '付款凭证').waitFor()
  expect(await stateOf(order)).toBe('WAIT_SEND')
  expect((await lineOf('JOURNEY-0001')).rest).toBe(0)
  const main = await finance.consoleVoucher.list({ keyword: order.orderNo })
  expect(main.dataList).toMatchObject([{ id, state: 'ACCEPTED', decidedBy: '财务小锋' }])
  expect(problems).toEqual([])
})

test('a large amount needs two people who enter the same figure; a late decision is refused', async () => {
  const { paymentId } = await buyer.transfer.topUp({ amount: fen(8_000_000) })
  const { amount, remarkCode } = await buyer.transfer.detail({ paymentId })
  const id = await proves({ paymentId }, `CHONGZHI ${remarkCode}`)
  const { enterpriseId } = (await finance.consoleVoucher.list({ keyword: remarkCode })).dataList[0] ?? expect.fail('no voucher')
  const before = (await finance.consoleEnterprise.detail({ enterpriseId })).walletBalance
  const path = `/voucher?enterpriseId=${enterpriseId}&id=${id}`
  const first = await opens(FIN, '/bank_import')
  await imports(first.page, [{ reference: 'JOURNEY-0002', amount, remark: remarkCode }])
  await first.go(path)
  const late = await opens(OPS, path)
  await late.page.getByLabel('到账金额').waitFor()

  await approves(first.page, amount, { line: 'JOURNEY-0002', yes: '确认到账' })
  await first.page.getByText('初审已通过').waitFor()
  await first.go(path)
  await first.page.getByText('须由另一位财务人员复核').waitFor()
  expect(await first.page.getByLabel('到账金额').count()).toBe(0)
  expect((await finance.consoleEnterprise.detail({ enterpriseId })).walletBalance).toBe(before)

  await late.page.reload()
  await late.page.getByText('财务小锋 已初审').waitFor()
  await approves(late.page, fen(amount - 100), { yes: '复核通过' })
  await late.page.getByText('与初审不一致').waitFor()
  const third = await opens(OPS, path, 'phone')
  await third.page.getByLabel('到账金额').waitFor()
  // The screen looks again by itself. What it has read stays until its own decision is refused.
  const decided = Promise.withResolvers<void>()
  await third.page.route(`**${consoleVoucherEndpoints.detail.path}`, async (route) => {
    await decided.promise
    await route.continue()
  })
  await approves(late.page, amount, { yes: '复核通过' })
  await late.page.getByText('已确认到账').first().waitFor()
  expect((await finance.consoleEnterprise.detail({ enterpriseId })).walletBalance).toBe(sum([before, amount]))

  await approves(third.page, amount, { yes: '复核通过' })
  decided.resolve()
  await third.page.getByText(/^运营小岩 于 .* 确认到账$/).waitFor()
  expect(await third.page.getByLabel('到账金额').count()).toBe(0)
  expect([...first.problems, ...late.problems, ...third.problems]).toEqual([])
})

test('a voucher is rejected with an opinion that the buyer reads', async () => {
  const order = await ordered('KT-U85-22', 2)
  await proves(order, 'MOHU')
  const { page, problems } = await opens(FIN, `/vouchers?keyword=${order.remarkCode}`, 'phone')
  await page.getByRole('link', { name: /^审核/ }).click()
  await page.getByRole('button', { name: '下一件' }).waitFor()
  // Where somebody types, a letter is a letter.
  await page.getByLabel('到账金额').press('r')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '快捷键' }).getByText('驳回', { exact: true }).waitFor()
  await page.keyboard.press('r')
  expect(await page.getByRole('dialog', { name: '驳回凭证' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('r')
  const drawer = page.getByRole('dialog', { name: '驳回凭证' })
  await pressed(drawer, '驳回')
  await waitForFormRefusal(drawer.getByText('请填写审核意见'))
  await drawer.getByLabel('图片不清晰，请重新上传').check()
  await drawer.getByLabel('补充说明').fill('看不清回单号')
  await pressed(drawer, '驳回')
  await page.getByText('已驳回，买家会看到审核意见').waitFor()
  // Nothing else has this remark code: the queue of the list is finished, and its filters lead back.
  await page.getByText('这一队已处理完').waitFor()
  await page.getByText('您处理了 1 件').waitFor()
  expect(await page.getByRole('link', { name: '回到列表' }).getAttribute('href')).toContain(order.remarkCode)
  const { state, opinion } = await buyer.transfer.detail({ paymentId: order.paymentId })
  expect([state, opinion]).toEqual(['REJECTED', '图片不清晰，请重新上传；看不清回单号'])
  expect(problems).toEqual([])
})

test('bank lines that match an order exactly are confirmed together by keyboard', async () => {
  const order = await ordered('KT-U85-22', 5)
  const visited = await opens(FIN, '/bank_import')
  const { page, go, problems } = visited
  await imports(page, [{ reference: 'JOURNEY-0004', amount: order.amount, remark: `货款 ${order.remarkCode}` }])
  await go('/bank_lines')
  // The screen before has the same button.
  await heading(page, '银行流水').waitFor()
  await page.getByRole('button', { name: /^确认完全相符的 \d+ 条$/ }).waitFor()
  await page.keyboard.press('a')
  const drawer = page.getByRole('dialog', { name: '确认完全相符的流水' })
  await drawer.getByText(order.remarkCode).waitFor()
  const inspector = createScreenInspector(visited)
  await inspector.settle()
  expect(await inspector.faults('exact matches')).toEqual([])
  await drawer.getByRole('button', { name: /^入账 \d+ 条，共 ¥/ }).click()
  await page.getByText(/^已入账 \d+ 条，共 ¥/).waitFor()
  await drawer.waitFor({ state: 'detached' })
  expect(await stateOf(order)).toBe('WAIT_SEND')
  expect((await lineOf('JOURNEY-0004')).rest).toBe(0)
  expect(problems).toEqual([])
})

/** Chooses a column of the file in the form 对应列, by keyboard. */
async function choosesColumn(drawer: Locator, label: string, heading: string): Promise<void> {
  const field = drawer.getByLabel(label)
  await field.click()
  await drawer.page().locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByText(heading, { exact: true }).click()
}

test.each<[ScreenSize, string]>([
  ['desk', '甲'],
  ['phone', '乙'],
])('a statement of an unknown bank is mapped on a %s, and the next one is imported by the saved format', async (size, mark) => {
  const visited = await opens(FIN, '/bank_import', size)
  const { page, problems } = visited
  const name = `村镇银行${mark}`
  const file = (no: number) => ({
    name: `${name}-${no}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `岩锋村镇银行,活期明细\n办理日${mark},柜员号,进账数,来款单位,事由\n${toShanghaiDay(new Date())},VILLAGE-${size}${no},88.00,${COMPANY},货款\n`,
    ),
  })
  await heading(page, '导入对账单').waitFor()
  await page.getByLabel('选择文件').setInputFiles(file(1))
  const drawer = page.getByRole('dialog', { name: '对应列' })
  await drawer.getByLabel('格式名称').fill(`${name} 网银导出`)
  await choosesColumn(drawer, '交易日期', `办理日${mark}`)
  await choosesColumn(drawer, '流水号', '柜员号')
  await drawer.getByText(`VILLAGE-${size}1`, { exact: true }).waitFor()
  await pressed(drawer, '保存格式并导入')
  await waitForFormRefusal(drawer.getByText('请选择收入金额，或同时选择交易金额和借贷标志'))
  await choosesColumn(drawer, '收入金额', '进账数')
  await choosesColumn(drawer, '对方户名', '来款单位')
  await choosesColumn(drawer, '摘要附言（可选多列）', '事由')
  await page.keyboard.press('Escape')
  const inspector = createScreenInspector(visited)
  await inspector.settle()
  expect(await inspector.faults('columns')).toEqual([])
  await pressed(drawer, '保存格式并导入')
  await page.getByRole('status').filter({ hasText: '导入 1 条' }).waitFor()
  expect(await lineOf(`VILLAGE-${size}1`)).toMatchObject({ amount: 8_800, payerName: COMPANY, remark: '货款' })

  await page.getByLabel('选择文件').setInputFiles(file(2))
  await page.getByText(file(2).name).first().waitFor()
  await page.getByRole('status').filter({ hasText: '导入 1 条' }).waitFor()
  await inspector.settle()
  expect(await inspector.faults('imported by a format')).toEqual([])
  await pressed(page, `停用${name} 网银导出`)
  await pressed(page.getByRole('dialog', { name: /^停用格式/ }), '停用')
  await page.getByText('格式已停用').waitFor()
  await page.getByLabel('选择文件').setInputFiles(file(3))
  await drawer.getByLabel('格式名称').waitFor()
  expect(problems).toEqual([])
})

test('one bank line pays two orders and a wallet, and the rest is sent back; the remainder is always shown', async () => {
  const orders = [await ordered('KT-U85-22', 1), await ordered('KT-U85-22', 4)]
  const total = sum([...orders.map(({ amount }) => amount), fen(30_000)])
  const visited = await opens(FIN, '/bank_import', 'phone')
  const { page, go, problems } = visited
  await imports(page, [{ reference: 'JOURNEY-0003', amount: total, remark: '两单货款', payer: '没有人认识的商行' }])
  await go('/bank_lines?keyword=JOURNEY-0003')
  await page.getByRole('link', { name: /^认领/ }).click()
  const basket = page.getByRole('region', { name: '本次认领' })
  for (const { remarkCode, amount } of orders) {
    await page.getByRole('searchbox', { name: '查找等待到账的款项' }).fill(remarkCode)
    await page.keyboard.press('Enter')
    await page.getByRole('listitem').filter({ hasText: remarkCode }).getByRole('button', { name: /^加入/ }).click()
    await basket.getByText(formatMoney(amount)).first().waitFor()
  }
  await pressed(page, '转入企业钱包')
  const drawer = page.getByRole('dialog', { name: '转入企业钱包' })
  await drawer.getByLabel('企业').fill('鹏岩')
  await drawer.getByText(COMPANY, { exact: true }).last().click()
  await drawer.getByLabel('金额').fill('300.01')
  await pressed(drawer, '加入认领')
  await waitForFormRefusal(drawer.getByText('超过可分的 ¥300.00'))
  await drawer.getByLabel('金额').fill('200')
  await pressed(drawer, '加入认领')
  await drawer.waitFor({ state: 'detached' })
  const inspector = createScreenInspector(visited)
  await inspector.settle()
  expect(await inspector.faults('line')).toEqual([])
  await pressed(basket, '确认认领')
  const question = page.getByRole('dialog')
  await question.getByText('继续待认领').waitFor()
  await question.getByText('¥100.00', { exact: true }).waitFor()
  await pressed(question, '确认入账')
  await page.getByText('已入账').waitFor()
  expect(await Promise.all(orders.map(stateOf))).toEqual(['WAIT_SEND', 'WAIT_SEND'])
  expect((await lineOf('JOURNEY-0003')).rest).toBe(10_000)

  await pressed(page, '退回付款人')
  const back = page.getByRole('dialog', { name: '退回付款人' })
  await back.getByLabel('退回金额').fill('100')
  await back.getByLabel('退款的银行流水号').fill('JOURNEY-BACK-1')
  await back.getByLabel('原因').fill('多付')
  await pressed(back, '登记退回')
  await pressed(page.getByRole('dialog', { name: /^登记退回付款人/ }), '登记退回')
  await page.getByText('这一队已处理完').waitFor()
  expect((await lineOf('JOURNEY-0003')).rest).toBe(0)
  expect(problems).toEqual([])
})
