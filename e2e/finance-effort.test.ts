import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fen, formatYuan } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import type { ContractClients } from '#server/platform/testing/test-user.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { FIN, MAIN } from '#tools/demo/people.ts'
import { printEffort, watchEffort } from './effort.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

/** How many bank lines and vouchers finance works through: a day's work before a release. */
const LINES = selectByTestTier({ landing: 12, release: 200 })
const VOUCHERS = selectByTestTier({ landing: 5, release: 50 })
const ODD_LINES = 2
const CODE = 'KT-U85-22'
/** What 200 lines may cost beside the odd ones. */
const KEYS_FOR_LINES_MAX = 20
/** Beside the reason: the list, to the reason, to the first box, and yes. */
const KEYS_TO_UNDO_MAX = 8
const UNDO_REASON = 'wrong file'
/** Beside the figure that is typed: to the line, choose it, confirm, and yes. */
const KEYS_A_VOUCHER_MAX = 4
const LONG = { timeout: selectByTestTier({ landing: 300_000, release: 1_800_000 }) }

let mall: TestMall
let buyer: ContractClients
beforeAll(async () => {
  mall = await openTestMall()
  buyer = createTypedApiClients(mall, await logInBuyerByApi(mall, MAIN))
})
afterAll(() => mall?.close())

const hasFocus = (wanted: Locator): Promise<boolean> => wanted.evaluate((element) => element === element.ownerDocument.activeElement)

interface Awaited {
  paymentId: string
  remarkCode: string
  amount: Fen
}

/** Orders that their buyer pays by transfer. */
async function orderByTransfer(count: number): Promise<Awaited[]> {
  const { dataList } = await buyer.goods.list({ keyword: CODE, pageSize: 5 })
  const { skus } = await buyer.goods.detail({ goodsId: dataList[0]?.goodsId ?? '' })
  const skuId = skus.find(({ code }) => code === CODE)?.skuId ?? expect.fail(`no ${CODE}`)
  const made: Awaited[] = []
  for (let at = 0; at < count; at++) {
    const lines = [{ skuId, goodsNum: 1 + (at % 5) }]
    const { quote, address } = await buyer.order.preview({ lines, method: 'transfer' })
    const { tradeId } = await buyer.order.submit({ lines, method: 'transfer', quote, addressId: address?.id ?? expect.fail('no address') })
    const { paymentId } = await buyer.transfer.begin({ tradeId })
    const { remarkCode, amount } = await buyer.transfer.detail({ paymentId })
    made.push({ paymentId, remarkCode, amount })
  }
  return made
}

/** A statement of the bank with a line for each order, and some that nobody knows. */
function createStatement(prefix: string, orders: readonly Awaited[], odd = 0) {
  const day = toShanghaiDay(new Date())
  const rows = [
    ...orders.map(({ remarkCode, amount }, at) => [
      day,
      `${prefix}-${at}`,
      '深圳市鹏岩矿业有限公司',
      formatYuan(amount),
      `货款 ${remarkCode}`,
    ]),
    ...Array.from({ length: odd }, (_, at) => [day, `${prefix}-ODD-${at}`, '没有人认识的商行', '88.88', '货款']),
  ]
  const text = ['交易日期,交易流水号,对方户名,收入金额,附言', ...rows.map((row) => row.join(','))].join('\r\n')
  return { name: '对账单.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
}

async function imports(page: Page, file: ReturnType<typeof createStatement>): Promise<void> {
  await page.getByLabel('选择文件').setInputFiles(file)
  await page.getByRole('heading', { name: '导入结果' }).waitFor()
}

const opens = async (path: string) => openPage(mall, { app: 'console', path, size: 'desk', token: await logInStaffByApi(mall, FIN) })

test('a statement of the bank is posted by a few keys, and the odd lines are left', LONG, async () => {
  const orders = await orderByTransfer(LINES)
  const { page, go, problems } = await opens('/bank_import')
  await imports(page, createStatement('EFFORT-L', orders, ODD_LINES))
  await go('/bank_lines')
  await page.getByRole('button', { name: /^确认完全相符的 \d+ 条$/ }).waitFor()
  const finish = await watchEffort(page)
  await page.keyboard.press('a')
  const drawer = page.getByRole('dialog', { name: '确认完全相符的流水' })
  await drawer.getByText(orders[0]?.remarkCode ?? '').waitFor()
  // The first box of the list sends its form, as a field does.
  const first = drawer.getByRole('checkbox').first()
  await first.waitFor()
  const isReached = () => hasFocus(first)
  for (let tries = 0; tries < 5 && !(await isReached()); tries++) await page.keyboard.press('Tab')
  expect(await isReached()).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText(/^已入账 \d+ 条，共 ¥/).waitFor({ timeout: LONG.timeout })
  const effort = await finish()
  printEffort(`${LINES} bank lines`, effort)
  expect(effort.keys + effort.clicks).toBeLessThanOrEqual(KEYS_FOR_LINES_MAX)
  for (const { paymentId } of orders) expect((await buyer.transfer.detail({ paymentId })).state).toBe('RECEIVED')
  const finance = createTypedApiClients(mall, await logInStaffByApi(mall, FIN))
  expect((await finance.consoleBank.lines({ keyword: 'EFFORT-L-ODD', open: true })).total).toBe(ODD_LINES)
  expect(await findInvariantBreaches(mall.ownerUrl)).toEqual({})
  expect(problems).toEqual([])
})

test('what was confirmed today is taken back by a few keys, after a list of it', LONG, async () => {
  const orders = await orderByTransfer(3)
  const { page, go, problems } = await opens('/bank_import')
  await imports(page, createStatement('EFFORT-U', orders))
  const finance = createTypedApiClients(mall, await logInStaffByApi(mall, FIN))
  for (const { line, transfer } of (await finance.consoleBank.exactMatches({})).matches) {
    const { enterpriseId, paymentId, amount } = transfer
    await finance.consoleBank.assign({
      lineId: line.id,
      rest: line.rest,
      parts: [{ to: 'payment', enterpriseId, paymentId: paymentId ?? '', amount }],
    })
  }
  const { allocations } = await finance.consoleBank.undoable({})
  const count = allocations.filter(({ own, stays, undone }) => own && stays === null && undone === null).length
  expect(count).toBeGreaterThanOrEqual(orders.length)
  await go('/bank_lines')
  await page.getByRole('button', { name: '撤销当天确认' }).waitFor()
  const finish = await watchEffort(page)
  await page.keyboard.press('u')
  const drawer = page.getByRole('dialog', { name: '撤销当天确认' })
  const reason = drawer.getByLabel('撤销原因（买家可见）')
  await reason.waitFor()
  for (let tries = 0; tries < 5 && !(await hasFocus(reason)); tries++) await page.keyboard.press('Tab')
  expect(await hasFocus(reason)).toBe(true)
  await page.keyboard.type(UNDO_REASON)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText(new RegExp(`^已撤销 ${count} 笔，共 ¥`)).waitFor({ timeout: LONG.timeout })
  const effort = await finish()
  printEffort(`${count} receipts taken back, ${UNDO_REASON.length} keys of the reason among them`, effort)
  expect(effort.keys + effort.clicks - UNDO_REASON.length).toBeLessThanOrEqual(KEYS_TO_UNDO_MAX)
  await drawer.waitFor({ state: 'detached' })
  for (const { paymentId } of orders) expect((await buyer.transfer.detail({ paymentId })).state).toBe('CLOSED')
  expect((await finance.consoleBank.exactMatches({})).total).toBeGreaterThanOrEqual(orders.length)
  expect(await findInvariantBreaches(mall.ownerUrl)).toEqual({})
  expect(problems).toEqual([])
})

/** The buyer uploads a picture of a transfer. Each picture is different. */
async function proves({ paymentId, remarkCode }: Awaited): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#fff"/><text x="40" y="120" font-size="36">${remarkCode}</text></svg>`
  const file = new Blob([new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer())], { type: 'image/png' })
  const { fileId } = await buyer.files.uploadImage({ purpose: 'voucher' }, { file })
  await buyer.transfer.submitVoucher({ paymentId, fileIds: [fileId], remark: '' })
}

test('vouchers are reviewed one after the other by keys alone: the figure, the likeliest line, yes', LONG, async () => {
  const orders = await orderByTransfer(VOUCHERS)
  for (const one of orders) await proves(one)
  const { page, go, problems } = await opens('/bank_import')
  await imports(page, createStatement('EFFORT-V', orders))
  await go('/vouchers')
  await page.getByRole('link', { name: /^审核/ }).first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const finish = await watchEffort(page)
  let typed = 0
  for (const { amount, remarkCode } of orders) {
    await page.getByText(remarkCode).first().waitFor()
    const figure = page.getByLabel('到账金额')
    await figure.waitFor()
    await expect.poll(() => hasFocus(figure)).toBe(true)
    await page.keyboard.type(formatYuan(amount))
    typed += formatYuan(amount).length
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    const yes = page.getByRole('dialog').getByRole('button', { name: '确认到账' })
    await expect.poll(() => hasFocus(yes)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByText(remarkCode).first().waitFor({ state: 'detached' })
  }
  const effort = await finish()
  printEffort(`${VOUCHERS} vouchers, ${typed} keys of figures among them`, effort)
  expect(effort.clicks).toBe(0)
  expect(effort.keys - typed).toBeLessThanOrEqual(KEYS_A_VOUCHER_MAX * VOUCHERS)
  for (const { paymentId } of orders) expect((await buyer.transfer.detail({ paymentId })).state).toBe('RECEIVED')
  expect(await findInvariantBreaches(mall.ownerUrl)).toEqual({})
  expect(problems).toEqual([])
})
