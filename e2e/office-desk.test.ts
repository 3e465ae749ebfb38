import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fen, formatMoney, formatYuan, fromYuan } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { ADM, FIN, MAIN, OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createPaidOrder, createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type ScreenSize, screenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
let owner: pg.Client
beforeAll(async () => {
  mall = await openTestMall({ paying: true })
  owner = new pg.Client({ connectionString: mall.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await mall?.close()
})

const opens = async (email: string, path: string, size: ScreenSize) => {
  const token = await logInStaffByApi(mall, email)
  const desk = await openPage(mall, { app: 'console', path, size, token })
  return { ...desk, staff: createTypedApiClients(mall, token), ...createScreenInspector(desk) }
}
const searchOf = (url: string) => new URL(url.replace('#/', '')).searchParams

test.each(screenSizes)('a call and a note about a company are kept, and so is a note about an order, on a %s', async (size) => {
  const { enterpriseId, orderNo } = await createPaidOrder(mall, 'U84')
  const desk = await opens(OPS, `/enterprise?enterpriseId=${enterpriseId}`, size)
  const { page, staff, faults } = desk
  const callNote = `询问截齿到货（${size}）`
  await page.getByRole('button', { name: '记录通话' }).click()
  const calling = page.getByRole('dialog', { name: '记录通话' })
  await calling.getByRole('combobox', { name: '通话对象' }).click()
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByTitle('其他人', { exact: true }).click()
  await calling.getByLabel('对方姓名').fill('材料科周工')
  await calling.getByRole('spinbutton', { name: '时长（分钟）' }).fill('6')
  await calling.getByLabel('通话内容').fill(callNote)
  expect(await faults(`a call, ${size}`)).toEqual([])
  await calling.getByRole('button', { name: /^记\s?录$/ }).click()
  await page.getByText('通话已记录').first().waitFor()
  await page.getByText(callNote).first().waitFor()
  const [call] = (await staff.consolePhoneCall.list({ enterpriseId })).dataList
  expect(call).toMatchObject({ contactName: '材料科周工', minutes: 6, outcome: 'reached', note: callNote })

  const notes = async (text: string) => {
    await page.getByRole('button', { name: '添加备注' }).click()
    const adding = page.getByRole('dialog', { name: '添加内部备注' })
    await adding.getByLabel('备注').fill(text)
    await adding.getByRole('button', { name: /^添\s?加$/ }).click()
    await adding.waitFor({ state: 'hidden' })
    await page.getByText(text).first().waitFor()
  }
  await notes(`周五结账（${size}）`)
  expect((await staff.consoleEnterpriseNote.list({ enterpriseId })).dataList[0]).toMatchObject({ text: `周五结账（${size}）` })
  await desk.go(`/order?enterpriseId=${enterpriseId}&orderNo=${orderNo}`)
  await notes(`客户要求一次发齐（${size}）`)
  expect((await staff.consoleOrderNote.list({ enterpriseId, orderNo })).dataList).toMatchObject([{ text: `客户要求一次发齐（${size}）` }])
  expect(await faults(`notes, ${size}`)).toEqual([])
  expect(desk.problems).toEqual([])
})

test.each(screenSizes)('an account manager gets the target of this month, on a %s', async (size) => {
  const desk = await opens(ADM, '/sales_targets', size)
  const { page, staff, faults } = desk
  const { name } = await createTypedApiClients(mall, await logInStaffByApi(mall, OPS)).staff.me({})
  const sales = fromYuan(size === 'phone' ? 120_000 : 130_000)
  await page.getByRole('button', { name: `设置目标：${name}` }).click()
  const setting = page.getByRole('dialog', { name: `设置目标 · ${name}` })
  await setting.getByLabel('销售额目标').fill(formatYuan(sales))
  await setting.getByRole('spinbutton', { name: '新客户目标' }).fill('3')
  const [year = '', month = ''] = ((await setting.getByText('按他当日名下的企业统计').textContent()) ?? '').match(/\d+/g) ?? []
  expect(await faults(`a target, ${size}`)).toEqual([])
  await setting.getByRole('button', { name: /^设\s?置$/ }).click()
  await page.getByText('目标已设置').first().waitFor()
  await page.getByText(formatMoney(sales)).first().waitFor()
  // The month that the form has named: it may have ended meanwhile.
  const set = await staff.consoleSalesTarget.list({ month: `${year}-${month.padStart(2, '0')}` })
  expect(set.dataList.find((row) => row.name === name)).toMatchObject({ salesTarget: sales, newCompaniesTarget: 3 })
  expect(desk.problems).toEqual([])
})

/** A task that has failed all its tries. Returns its id. */
async function failsTask(): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `select id::text from graphile_worker.add_job('deadlines', run_at => now() + interval '1 hour', max_attempts => 1)`,
  )
  const id = rows[0]?.id ?? expect.fail('no task')
  await owner.query(`update graphile_worker._private_jobs set attempts = max_attempts, last_error = '连接已断开' where id = $1`, [id])
  return id
}

test.each(screenSizes)('a failed task is tried again by its letter, and another one is given up with a reason, on a %s', async (size) => {
  const [first, second] = [await failsTask(), await failsTask()]
  const desk = await opens(ADM, '/jobs', size)
  const { page, staff, faults } = desk
  const again = (id: string) => page.getByRole('button', { name: new RegExp(`^重试 .* ${id}$`) })
  await again(second).waitFor()
  await page.keyboard.press('j')
  await expect.poll(() => again(first).evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: '快捷键' })
  for (const name of ['重试（选中的一行）', '放弃（选中的一行）']) await keys.getByText(name, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  await desk.settle()
  expect(await faults(`/jobs, ${size}`)).toEqual([])
  await page.keyboard.press('a')
  await page.getByText('1 个任务已重新排队').first().waitFor()
  await again(first).waitFor({ state: 'hidden' })
  await expect.poll(() => again(second).evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
  await page.keyboard.press('r')
  const giving = page.getByRole('dialog', { name: '放弃任务' })
  await giving.getByLabel('原因').fill('下一分钟会再运行')
  await giving.getByRole('button', { name: /^放\s?弃$/ }).click()
  await page.getByText('已放弃，原因记入审计').first().waitFor()
  await again(second).waitFor({ state: 'hidden' })
  const { failed } = await staff.consoleJob.overview({})
  expect(failed.filter(({ id }) => id === first || id === second)).toEqual([])
  expect(desk.problems).toEqual([])
})

test.each(screenSizes)('planned follow-ups are done row by row, the earliest first, on a %s', async (size) => {
  const { enterpriseId, ops } = await createPaidOrder(mall, 'U84')
  const nextDay = toShanghaiDay(new Date())
  for (const text of ['确认到货', '谈年度合同'])
    await ops.consoleFollowUp.add({ enterpriseId, kind: 'phone', text, nextDay, completesId: null })
  const due = async () => (await ops.consoleFollowUp.list({ part: 'due' })).dataList
  const before = await due()
  const desk = await opens(OPS, '/follow_ups?part=due', size)
  const { page, faults } = desk
  const rows = size === 'phone' ? page.locator('.cards > li') : page.locator('.table tbody tr')
  await expect.poll(() => rows.count()).toBe(before.length)
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: '快捷键' })
  for (const name of ['跟进', '改期', '完成']) await keys.getByText(`${name}（选中的一行）`, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  await desk.settle()
  await page.keyboard.press('d')
  await page.getByText(`已处理 1 件，还有 ${before.length - 1} 件`).waitFor()
  await expect.poll(() => rows.first().locator(':focus').count()).toBe(1)
  await page.keyboard.press('a')
  const recording = page.getByRole('dialog', { name: '记录跟进' })
  await recording.getByText(`约定：${before[1]?.text}`).waitFor()
  await recording.getByLabel('跟进情况').fill('下周签')
  await recording.getByRole('button', { name: /^记\s?录$/ }).click()
  await page.getByText(before.length > 2 ? '已处理 2 件' : '这一队已处理完，您处理了 2 件').waitFor()
  const done = new Set([before[0]?.id, before[1]?.id])
  expect((await due()).filter(({ id }) => done.has(id))).toEqual([])
  expect(await faults(`/follow_ups, ${size}`)).toEqual([])
  expect(desk.problems).toEqual([])
})

/** Two payments of which nobody has known the result for two hours. Those of an earlier journey are young again. */
async function createUnclearPayments(): Promise<string[]> {
  const { payment } = createTypedApiClients(mall, await logInBuyerByApi(mall, MAIN))
  await owner.query(`update payment set created_at = now() where state = 'UNKNOWN'`)
  const ids: string[] = []
  for (const amount of [1_100, 1_200]) ids.push((await payment.topUp({ amount: fen(amount), channel: 'wechat' })).paymentId)
  for (const [at, id] of ids.entries()) {
    const age = `${3 - at} hours`
    await owner.query(`update payment set state = 'UNKNOWN', next_query_at = null, created_at = created_at - $2::interval where id = $1`, [
      id,
      age,
    ])
  }
  return ids
}

test.each(screenSizes)('payments without a result are asked about one after the other, on a %s', async (size) => {
  const [first, second] = await createUnclearPayments()
  const desk = await opens(FIN, '/payments?unclear=1', size)
  const { page, staff, faults } = desk
  await page.getByRole('link', { name: /充值/ }).nth(1).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect.poll(() => searchOf(page.url()).get('id')).toBe(first)
  const enterpriseId = searchOf(page.url()).get('enterpriseId') ?? ''
  await page.getByText('已处理 0 件，还有 2 件').waitFor()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: '快捷键' })
  for (const name of ['立即查询', '下一件']) await keys.getByText(name, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  await desk.settle()
  expect(await faults(`/payment, ${size}`)).toEqual([])
  await page.keyboard.press('a')
  await expect.poll(() => searchOf(page.url()).get('id')).toBe(second)
  await page.getByText(/已处理 1 件，还有 [12] 件/).waitFor()
  await page.keyboard.press('a')
  await page.getByText('这一队已处理完').waitFor()
  const { nextAt, count } = (await staff.consoleReceipt.detail({ enterpriseId, id: second ?? '' })).queries
  expect(nextAt !== null || count > 0).toBe(true)
  expect(desk.problems).toEqual([])
})

test.each(screenSizes)('goods without a tax code get one row by row, on a %s', async (size) => {
  await owner.query(`update category set tax_code = null, tax_name = null`)
  const { rows: bare } = await owner.query<{ id: string }>(
    `update goods set tax_code = null, tax_name = null where id in (select id from goods where state <> 'draft' order by position, id limit 3) returning id`,
  )
  expect(bare).toHaveLength(3)
  const desk = await opens(FIN, '/tax_codes?uncoded=1', size)
  const { page, staff, faults } = desk
  const waiting = async () => (await staff.consoleTaxCode.goods({ uncoded: true })).total
  const before = await waiting()
  const [first] = (await staff.consoleTaxCode.goods({ uncoded: true })).dataList
  const rows = size === 'phone' ? page.locator('.cards > li') : page.locator('.table tbody tr')
  await rows
    .filter({ hasText: first?.goodsName ?? '' })
    .first()
    .waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  const setting = page.getByRole('dialog', { name: '商品税收编码' })
  await setting.getByLabel('税收分类编码').fill('1070101030100000000')
  await setting.getByLabel('分类简称').fill('凿岩工具')
  expect(await faults(`a tax code, ${size}`)).toEqual([])
  await setting.getByRole('button', { name: /^保\s?存$/ }).click()
  await page.getByText(`已处理 1 件，还有 ${before - 1} 件`).waitFor()
  await expect.poll(() => rows.first().locator(':focus').count()).toBe(1)
  expect(await waiting()).toBe(before - 1)
  expect(desk.problems).toEqual([])
})
