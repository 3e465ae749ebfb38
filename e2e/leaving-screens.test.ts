import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { fen } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { MAIN, OPS } from '#tools/demo/people.ts'
import { importScreenRoutes } from '#tools/routes.ts'
import {
  findProblemsOfPressingEnter,
  findWindowsOpenAfterLeaving,
  type LeavingVisitor,
  locateOpenWindows,
  openLeavingVisitor,
  openScreenWithoutWindows,
  waitUntilClosed,
} from './leaving.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { prepareScreenParams } from './screen-params.ts'
import { type AppName, openTestMall, type ScreenSize, type TestMall } from './test-mall.ts'

let mall: TestMall
let tokens: Record<AppName, string>
let at: Readonly<Record<string, string>>

beforeAll(async () => {
  mall = await openTestMall({ paying: true })
  tokens = { mall: await logInBuyerByApi(mall, MAIN), console: await logInStaffByApi(mall, OPS) }
  at = await prepareScreenParams({ mall, member: tokens.mall, staff: tokens.console })
})
afterAll(() => mall?.close())

const walkerOf = (app: AppName, size: ScreenSize = 'desk'): Promise<LeavingVisitor> =>
  openLeavingVisitor(mall, { app, size, token: tokens[app] })

/** Several people share a queue, so that one works while another waits for the server. Returns all findings in one list. */
async function walkThrough<T>(
  app: AppName,
  { queue, people }: { queue: T[]; people: number },
  walk: (walker: LeavingVisitor, one: T) => Promise<string[]>,
) {
  const found: string[] = []
  const work = async () => {
    const walker = await walkerOf(app)
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) found.push(...(await walk(walker, one)))
    await walker.context.close()
  }
  await Promise.all(Array.from({ length: people }, work))
  return found
}

/** All of them take minutes. That all windows use the components which close them is a rule of the code (tools/tidy.test.ts). */
const EVERY = selectByTestTier({ landing: 24, release: 1 })
const inTurn = <T>(all: readonly T[]): T[] => all.filter((_, at) => at % EVERY === 0)

test.concurrent('every overlay of a console screen closes with the screen and has no effect afterwards', async () => {
  const opened: string[] = []
  const routes = await importScreenRoutes('console')
  const queue = inTurn(routes.map(({ path }) => path + (at[path] ?? '')))
  const found = await walkThrough('console', { queue, people: 4 }, (walker, address) =>
    findWindowsOpenAfterLeaving(walker, address, opened),
  )
  // The screens open more than that. If fewer are found, the buttons are not pressed correctly.
  expect(opened.length).toBeGreaterThan(selectByTestTier({ landing: 2, release: 30 }))
  expect(found).toEqual([])
})

/** A bank line without proposals, and the remark code of an expected transfer. */
async function bankLine() {
  const [{ transfer }, { consoleBank }] = [createTypedApiClients(mall, tokens.mall), createTypedApiClients(mall, tokens.console)]
  const { paymentId } = await transfer.topUp({ amount: fen(123_400) })
  const { remarkCode, createdAt } = await transfer.detail({ paymentId })
  const csv = `交易日期,交易流水号,对方户名,对方账号,收入金额,支出金额,附言\n${toShanghaiDay(new Date(createdAt))},LEAVING-0001,没有人认识的商行,6222020200001234567,1300.00,,货款\n`
  await consoleBank.importStatement({ fileName: '流水.csv' }, { file: new Blob([csv], { type: 'text/csv' }) })
  const { dataList } = await consoleBank.lines({ keyword: 'LEAVING-0001' })
  return { address: `/bank_line?lineId=${dataList[0]?.id}`, remarkCode }
}

test.concurrent('a bank line allocation waiting for confirmation is not sent from the next screen', async ({ expect }) => {
  const { address, remarkCode } = await bankLine()
  const walker = await walkerOf('console')
  const { page, open, sent } = walker
  const ask = async () => {
    await open(address)
    await page.getByRole('searchbox', { name: '查找等待到账的款项' }).fill(remarkCode)
    await page.keyboard.press('Enter')
    await page.getByRole('listitem').filter({ hasText: remarkCode }).getByRole('button', { name: /^加入/ }).click()
    await page.getByRole('region', { name: '本次认领' }).getByRole('button', { name: '确认认领', exact: true }).click()
    await page.getByRole('button', { name: '确认入账' }).waitFor()
  }
  await ask()
  await page.goBack()
  await open('/bank_lines')
  expect(await findProblemsOfPressingEnter(walker, 'the question')).toEqual([])
  // It is asked again, confirmed, and sent.
  await ask()
  await page.getByRole('button', { name: '确认入账' }).click()
  await expect.poll(() => sent).toEqual([API_BASE + contract.consoleBank.assign.path])
})

test.concurrent('the phone menu closes with its screen', async () => {
  const walker = await walkerOf('console', 'phone')
  await walker.open('/orders')
  await walker.page.getByRole('button', { name: '打开菜单' }).click()
  await locateOpenWindows(walker.page).waitFor()
  await walker.page.goBack()
  expect(await waitUntilClosed(walker.page)).toBe(true)
  // The menu button, which the next screen also has, has the focus again.
  await walker.page.keyboard.press('Enter')
  await walker.settle()
  expect(walker.sent).toEqual([])
})

/** Windows of the mall over a screen: by path, the beginnings of the names of the buttons that open them. */
const OF_THE_MALL: Readonly<Record<string, readonly string[]>> = {
  '/user_center': ['切换账号'],
  '/setting': ['修改姓名'],
  '/cart': ['删除所选', '删除 ', '加入常购清单'],
  '/detail': ['加入常购清单', '领券'],
  '/order_info': ['更换地址', '改送项目', '选择岩锋截齿工具的优惠券'],
  '/my_order_wait_pay': ['取消订单', '去支付'],
  '/my_order_wait_send': ['申请取消'],
  '/my_order_detail': ['确认收到该包裹', '上传签收单'],
  '/after_sale': ['撤销申请'],
  '/approval': ['同意', '驳回'],
  '/account': ['新增子账号', '修改 ', '停用 ', '删除 '],
  '/address': ['批量导入', '删除：'],
  '/message_sys': ['删除消息'],
  '/my_collection': ['删除收藏'],
  '/coupon_used': ['使用须知'],
  '/my_bill': ['查看详情'],
  '/my_bill_detail': ['提出异议'],
  '/credit_account': ['开通自动还款'],
  '/credit_account_repayment_log': ['还款', '提前还款'],
  '/my_invoice_can_open?view=title': ['新增抬头', '编辑：', '删除：'],
  '/shopping_list': ['新建清单', '改名', '删除清单'],
  '/material_code': ['批量导入', '新增', '修改 ', '删除 '],
  '/project': ['新建项目', '修改 ', '删除 '],
  '/equipment': ['新增设备'],
  '/patrol': ['记录巡检'],
  '/api_access': ['创建密钥', '更换 ', '停用 '],
  '/api_access?view=hooks': ['新增', '修改 ', '更换签名密钥 ', '删除 '],
}

/**
 * Opens a window of the mall over a screen and leaves, once for the same screen with other data and once for another screen. Returns what
 * is wrong then.
 */
async function leaveWindow(walker: LeavingVisitor, address: string, name: string): Promise<string[]> {
  const { page, sent, settle } = walker
  const label = `${address} ${name}`
  const found: string[] = []
  const show = async () => {
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .and(page.locator(':visible:enabled'))
      .first()
      .click()
    await locateOpenWindows(page).waitFor()
    // Its keys are heard when it has the focus.
    await locateOpenWindows(page).locator(':focus').waitFor()
  }
  await show()
  sent.length = 0
  await page.goBack()
  if (!(await waitUntilClosed(page))) found.push(`${label} stays open`)
  found.push(...sent)
  await page.goForward()
  await settle()
  // It opens again. If it is kept in the URL, it is open already.
  if ((await locateOpenWindows(page).count()) === 0) await show()
  await page.keyboard.press('Escape')
  await locateOpenWindows(page).waitFor({ state: 'detached' })
  await show()
  await openScreenWithoutWindows(walker)
  found.push(...(await findProblemsOfPressingEnter(walker, label)))
  return found
}

test.concurrent('every overlay of the mall closes with its screen, even while the next screen is still loading', async () => {
  const queue = inTurn(Object.entries(OF_THE_MALL).flatMap(([screen, names]) => names.map((name) => ({ screen, name }))))
  const found = await walkThrough('mall', { queue, people: 3 }, async (walker, { screen, name }) => {
    const address = screen + (at[screen] ?? '')
    await openScreenWithoutWindows(walker)
    // The history has the same screen with other data before it.
    await walker.go(`${screen.replace(/[?].*/, '')}?from=before`)
    await walker.open(address)
    return leaveWindow(walker, address, name).catch((error: unknown) => [`${address} ${name}: ${error}`])
  })
  expect(found).toEqual([])
})
