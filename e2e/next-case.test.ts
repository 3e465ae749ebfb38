import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { drawSampleDocument } from '#server/platform/testing/identity-documents.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'
import { FIN, MAIN, OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createOverdueCompany, runCollectionsAfterDays } from './overdue-company.ts'
import { createPaidOrder, createShippedOrder, createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type ScreenSize, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const opens = async (email: string, path: string, size: ScreenSize) =>
  openPage(mall, { app: 'console', path, size, token: await logInStaffByApi(mall, email) })
const searchOf = (page: Page) => new URL(page.url().replace('#/', '')).searchParams
const sizes = selectJourneyScreenSizes('console')

test.each(sizes)(
  'orders are shipped one after the other by keyboard, oldest first, within the filters of the list, on a %s',
  async (size) => {
    const { enterpriseId, ops } = await createPaidOrder(mall, 'U84')
    const waiting = async () => (await ops.consoleOrder.list({ queue: 'waitSend', enterpriseId })).dataList.map(({ orderNo }) => orderNo)
    await createPaidOrder(mall, 'U85')
    const [first = '', second = ''] = await waiting()
    const desk = await opens(OPS, `/orders?queue=waitSend&enterpriseId=${enterpriseId}`, size)
    const { page } = desk
    await page.getByRole('link', { name: first, exact: true }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect.poll(() => searchOf(page).get('orderNo')).toBe(first)
    await page.getByText(/已处理 0 件，还有 \d+ 件/).waitFor()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: '快捷键' })
    for (const name of ['发货', '下一件']) await keys.getByText(name, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'hidden' })
    await createScreenInspector(desk).settle()
    // What a link in the case shows opens beside it.
    expect(await page.getByRole('link', { name: '拣货单' }).getAttribute('target')).toBe('_blank')

    await page.keyboard.press('a')
    const drawer = page.getByRole('dialog', { name: `发货 · 订单 ${first}` })
    await drawer.getByRole('combobox', { name: /承运公司/ }).fill('德邦快递')
    await drawer.getByRole('textbox', { name: /运单号/ }).fill(createWaybillNo())
    await drawer.getByRole('button', { name: '确认发货' }).click()
    await expect.poll(() => searchOf(page).get('orderNo')).toBe(second)
    expect(new URLSearchParams(searchOf(page).get('list') ?? '').get('enterpriseId')).toBe(enterpriseId)
    await page.getByText(/已处理 1 件，还有 \d+ 件/).waitFor()
    expect((await ops.consoleOrder.detail({ enterpriseId, orderNo: first })).state).toBe('SENT')
    expect(await waiting()).not.toContain(first)
    // Passed over, it comes again after the others.
    await page.keyboard.press('n')
    const left = (await waiting()).length
    if (left > 1) await expect.poll(() => searchOf(page).get('orderNo')).not.toBe(second)
    else await page.getByText('这一队只剩这一件').waitFor()

    // An order that was opened to be looked at leads nowhere.
    await desk.go(`/order?enterpriseId=${enterpriseId}&orderNo=${second}`)
    await page.getByRole('button', { name: /^发\s?货$/ }).waitFor()
    expect(await page.getByRole('button', { name: '下一件' }).count()).toBe(0)
    expect(desk.problems).toEqual([])
  },
)

test.each(sizes)('comments are answered row by row: the next row has the focus, and how many are done is said, on a %s', async (size) => {
  const texts: string[] = []
  for (const keyword of ['U84', 'U92']) {
    const { buyer, orderNo } = await createShippedOrder(mall, keyword)
    await buyer.order.receive({ orderNo })
    const text = `刀尖磨损快（${size} ${orderNo}）`
    await buyer.comment.add({ orderNo, lineNo: 1, stars: 2, text, pictures: [], anonymous: false })
    texts.push(text)
  }
  const desk = await opens(OPS, '/comments?queue=low', size)
  const { page } = desk
  const rows = size === 'phone' ? page.locator('.cards > li') : page.locator('.table tbody tr')
  await rows.filter({ hasText: texts[0] ?? '' }).waitFor()
  const order = await rows.allTextContents()
  expect(order.findIndex((row) => row.includes(texts[0] ?? ''))).toBeLessThan(order.findIndex((row) => row.includes(texts[1] ?? '')))
  const before = await rows.count()
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: '快捷键' })
  for (const name of ['回复（选中的一行）', '隐藏（选中的一行）']) await keys.getByText(name, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  await page.keyboard.press('a')
  const answer = page.getByRole('dialog', { name: '回复评论' })
  await answer.getByRole('textbox').fill('已安排技术员到矿查看')
  await answer.getByRole('button', { name: /^回\s?复$/ }).click()
  await page.getByText(`已处理 1 件，还有 ${before - 1} 件`).waitFor()
  await expect.poll(() => rows.first().locator(':focus').count()).toBe(1)
  expect(await createScreenInspector(desk).faults(`/comments, ${size}`)).toEqual([])
  expect(desk.problems).toEqual([])
})

test.each(sizes)('acceptance bills are taken or refused one after the other, the oldest first, on a %s', async (size) => {
  const buyer = createTypedApiClients(mall, await logInBuyerByApi(mall, MAIN))
  const picture = toBlob(await drawSampleDocument('cashFlow'), 'image/png')
  const bills: string[] = []
  for (const at of [1, 2]) {
    const { fileId } = await buyer.files.uploadImage({ purpose: 'acceptance' }, { file: picture })
    const paper = { acceptorKind: 'bank', acceptor: '招商银行深圳分行', maturityDay: addDays(toShanghaiDay(new Date()), 90) } as const
    const billNo = `13095840000${size === 'phone' ? 1 : 2}${at}`
    await buyer.statement.submitAcceptance({ ...paper, billNo, amount: fen(500_000), fileId })
    bills.push(billNo)
  }
  const desk = await opens(FIN, '/acceptances?state=WAIT', size)
  const { page } = desk
  await page.getByRole('link', { name: bills[0] ?? '', exact: true }).click()
  await page.getByText('已处理 0 件，还有 2 件').waitFor()
  expect(await createScreenInspector(desk).faults(`/acceptance, ${size}`)).toEqual([])
  await page.keyboard.press('r')
  const refusing = page.getByRole('dialog', { name: '拒收票据' })
  await refusing.getByRole('textbox', { name: '原因' }).fill('票面模糊')
  await refusing.getByRole('button', { name: /^拒\s?收$/ }).click()
  await page.getByText('已处理 1 件，还有 1 件').waitFor()
  await page
    .getByText(bills[1] ?? '')
    .first()
    .waitFor()
  await page.keyboard.press('a')
  const taking = page.getByRole('dialog', { name: '接收票据' })
  await taking.waitFor()
  // A colleague refuses it while the form is open: it says so and closes.
  const { consoleAcceptance } = createTypedApiClients(mall, await logInStaffByApi(mall, OPS))
  const { dataList } = await consoleAcceptance.list({ state: 'WAIT' })
  const [{ enterpriseId, id } = expect.fail('no bill')] = dataList
  await consoleAcceptance.reject({ enterpriseId, id, opinion: '已用其他方式还款' })
  await taking.getByRole('button', { name: /^接\s?收$/ }).click()
  await page.getByText(/^.+ 已于 \d\d:\d\d 拒收$/).waitFor()
  await taking.waitFor({ state: 'hidden' })
  await page.keyboard.press('n')
  await page.getByText('这一队已处理完').waitFor()
  expect(desk.problems.filter((problem) => !problem.includes('409'))).toEqual([])
})

test.each(sizes)('who collects debts goes from company to company, the longest overdue first, on a %s', async (size) => {
  const companies = []
  for (const [at, name] of ['拖欠矿业一', '拖欠矿业二'].entries()) {
    const mobile = `1395200${size === 'phone' ? '1' : '2'}00${at}`
    companies.push(await createOverdueCompany(mall, { name: `${name}${size}`, mobile, amount: fen(100_000 * (2 - at)) }))
  }
  await runCollectionsAfterDays(mall, 0)
  const desk = await opens(FIN, `/collections?keyword=${size}`, size)
  const { page } = desk
  await page.getByRole('link', { name: '跟进' }).first().click()
  await page.getByText(companies[0]?.name ?? '').waitFor()
  await page.getByText('已处理 0 件，还有 2 件').waitFor()
  expect(await createScreenInspector(desk).faults(`/collection, ${size}`)).toEqual([])
  await page.keyboard.press('a')
  const promise = page.getByRole('dialog', { name: '登记承诺' })
  await promise.getByLabel('承诺金额').fill('500')
  await promise.getByRole('textbox', { name: '承诺日期' }).fill(addDays(toShanghaiDay(new Date()), 7))
  await promise.getByRole('button', { name: /^登\s?记$/ }).click()
  await page.getByText(companies[1]?.name ?? '').waitFor()
  await page.getByText('已处理 1 件，还有 2 件').waitFor()
  await page.keyboard.press('r')
  const note = page.getByRole('dialog', { name: '记录跟进' })
  await note.getByRole('textbox').fill('电话无人接听')
  await note.getByRole('button', { name: /^记\s?录$/ }).click()
  await page.getByText('这一队已处理完').waitFor()
  expect(await page.getByRole('link', { name: '回到列表' }).getAttribute('href')).toContain(`keyword=${size}`)
  const { consoleCollection } = createTypedApiClients(mall, await logInStaffByApi(mall, FIN))
  expect((await consoleCollection.list({ keyword: size })).dataList.map(({ state }) => state)).toEqual(['PROMISED', 'OPEN'])
  expect(desk.problems).toEqual([])
})
