import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { type Fen, fen, formatMoney, formatYuan } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import type { ContractClients } from '#server/platform/testing/test-user.ts'
import { FIN, MAIN } from '#tools/demo/people.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type ScreenSize, type TestMall } from './test-mall.ts'

const COMPANY = '深圳市鹏岩矿业有限公司'
const TITLE = '撤销当天确认'

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

const opens = async (path: string, size: ScreenSize) =>
  openPage(mall, { app: 'console', path, size, token: await logInStaffByApi(mall, FIN) })

/** A line of the bank that is confirmed for a top-up which the buyer has announced. */
async function confirmsTopUp(reference: string, amount: Fen): Promise<{ lineId: string; paymentId: string }> {
  const { paymentId } = await buyer.transfer.topUp({ amount })
  const { remarkCode } = await buyer.transfer.detail({ paymentId })
  const day = toShanghaiDay(new Date())
  const text = `交易日期,交易流水号,对方户名,收入金额,附言\r\n${day},${reference},${COMPANY},${formatYuan(amount)},${remarkCode}`
  const { rows } = await finance.consoleBank.importStatement({ fileName: '流水.csv' }, { file: new Blob([text], { type: 'text/csv' }) })
  const lineId = rows[0]?.lineId ?? expect.fail('no line')
  const { transfer } =
    (await finance.consoleBank.exactMatches({})).matches.find(({ line }) => line.id === lineId) ?? expect.fail('no match')
  await finance.consoleBank.assign({
    lineId,
    rest: amount,
    parts: [{ to: 'payment', enterpriseId: transfer.enterpriseId, paymentId, amount }],
  })
  return { lineId, paymentId }
}

const openDrawer = async (page: Page) => {
  await page.getByRole('button', { name: TITLE }).click()
  const drawer = page.getByRole('dialog', { name: TITLE })
  await drawer.waitFor()
  return drawer
}

test('a day without a confirmed receipt says so, also after an answer that did not come', async () => {
  const { page } = await opens('/bank_lines', 'phone')
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let asked = 0
  await page.route(`**${consoleBankEndpoints.undoable.path}*`, async (route) => {
    const no = asked++
    await answers[no]?.promise
    if (no === 0) return route.fulfill({ status: 500, json: { code: 500, success: false, msg: '系统繁忙，请稍后再试', data: null } })
    const data = { day: toShanghaiDay(new Date()), allocations: [], total: 0 }
    return route.fulfill({ json: { code: 200, success: true, msg: 'success', data } })
  })
  await page.getByRole('button', { name: TITLE }).click()
  // Until the answer is there, the button waits.
  await page.locator('.ant-btn-loading').filter({ hasText: TITLE }).waitFor()
  answers[0]?.resolve()
  const drawer = page.getByRole('dialog', { name: TITLE })
  await drawer.getByRole('alert').getByText('系统繁忙').waitFor()
  answers[1]?.resolve()
  await drawer.getByRole('button', { name: '重试' }).click()
  await drawer.getByText('今天还没有可以撤销的确认').waitFor()
})

test.each<[ScreenSize, number]>([
  ['desk', 4_100],
  ['phone', 4_200],
])('what was confirmed today is listed and taken back on a %s, except what stays, which says why', async (size, amount) => {
  const { lineId } = await confirmsTopUp(`UNDO-${size}-1`, fen(amount))
  const spent = await confirmsTopUp(`UNDO-${size}-2`, fen(90_000_000))
  const visited = await opens('/bank_lines', size)
  const { page, problems } = visited
  const drawer = await openDrawer(page)
  await drawer.getByText(`UNDO-${size}-1`).waitFor()
  // Above the sum of vouchers, who has confirmed it does not take it back.
  await drawer
    .getByText(/不能撤销：超过 ¥50,000.00，须由确认人以外的另一位财务人员撤销/)
    .first()
    .waitFor()
  const inspector = createScreenInspector(visited)
  await inspector.settle()
  expect(await inspector.faults('undo of a day')).toEqual([])
  // After midnight what the demo has confirmed may be of today, too.
  const own = new RegExp(`UNDO-${size}-1`)
  for (const box of await drawer.getByRole('checkbox').filter({ visible: true }).all())
    if ((await box.isChecked()) && !own.test((await box.locator('xpath=ancestor::label').textContent()) ?? '')) await box.uncheck()
  const yes = drawer.getByRole('button', { name: /^撤销 1 笔，共 ¥/ })
  await yes.click()
  await waitForFormRefusal(drawer.getByText('请填写原因'))
  await drawer.getByLabel('撤销原因（买家可见）').fill('导入了错误的对账单')
  await yes.click()
  await page.getByText(`已撤销 1 笔，共 ${formatMoney(fen(amount))}`).waitFor()
  await drawer.waitFor({ state: 'detached' })
  expect(await finance.consoleBank.line({ lineId })).toMatchObject({ rest: amount })
  expect((await finance.consoleBank.line({ lineId: spent.lineId })).rest).toBe(0)
  expect(problems).toEqual([])
})

test.each<[ScreenSize, number]>([
  ['desk', 5_100],
  ['phone', 5_200],
])('one use of a line is taken back on a %s, and the line says who did it and why', async (size, amount) => {
  const { lineId, paymentId } = await confirmsTopUp(`UNDO-ONE-${size}`, fen(amount))
  const visited = await opens(`/bank_line?lineId=${lineId}`, size)
  const { page, problems } = visited
  await page.getByRole('button', { name: /^撤销 账户充值-转账支付/ }).click()
  const drawer = page.getByRole('dialog', { name: '撤销到账' })
  await drawer.getByLabel('撤销原因（买家可见）').fill('这笔是另一家的货款')
  const inspector = createScreenInspector(visited)
  await inspector.settle()
  expect(await inspector.faults('undo of one')).toEqual([])
  await drawer.getByRole('button', { name: `撤销 ${formatMoney(fen(amount))}` }).click()
  await page.getByText(/撤销：这笔是另一家的货款/).waitFor()
  await page.getByRole('heading', { name: '认领', exact: true }).waitFor()
  expect(await buyer.transfer.detail({ paymentId })).toMatchObject({ state: 'CLOSED', failure: '到账已撤销：这笔是另一家的货款' })
  await inspector.settle()
  expect(await inspector.faults('line after an undo')).toEqual([])
  expect(problems).toEqual([])
})
