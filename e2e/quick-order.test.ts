import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { favouritesEndpoints } from '#contract/catalog/favourites/api.ts'
import { shoppingListEndpoints } from '#contract/orders/shopping-lists/api.ts'
import { MAIN } from '#tools/demo/people.ts'
import { toXlsxBlob } from '#ui/sheet/write-sheet.ts'
import { chooseOption } from './choose-option.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logIn, logInBuyerByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'
import { expectTooLargeQuantityToHoldBack } from './too-large-quantity.ts'

let mall: TestMall
let member: string
beforeAll(async () => {
  mall = await openTestMall()
  member = await logInBuyerByApi(mall, MAIN)
})
afterAll(() => mall?.close())

const HEAVY = 40
/** Half of the height of a phone, in px. */
const HALF_A_PHONE = 422

test('a pasted list becomes an order: matched, corrected, put into cart and shopping list, ordered', async () => {
  const { page, problems, ...visited } = await openPage(mall, { path: '/quick_order', token: member })
  const api = createTypedApiClients(mall, member)
  await api.materialCode.import({ rows: [{ rowNo: 1, skuCode: 'KT-U85-22', materialCode: '1000-205' }] })
  await page
    .getByLabel('粘贴编码和数量')
    .fill('编码\t数量\nkt u84 22\t２０\nKT-U84-22\t5支\n1000205\t30\nU92\t4\n\nNOPE-1\t1\nKT-U94-28\t两箱')
  await page.getByRole('button', { name: '开始匹配' }).click()
  await page.getByText('读入 6 行，跳过 1 个空行').waitFor()
  await page.getByText('（共 25支）').waitFor()
  await page.getByText('已合并到第 2 行').waitFor()
  const filter = page.getByRole('group', { name: '按结果筛选' })
  await filter.getByRole('button', { name: '需处理 3' }).waitFor()

  // The buyer chooses if a code has several meanings.
  await page.getByRole('group', { name: '第 5 行请确认商品' }).waitFor()
  await page.getByRole('button', { name: /^第 5 行：.*KT-U92-25$/ }).click()
  await filter.getByRole('button', { name: '需处理 2' }).waitFor()
  // A quantity that cannot be parsed is corrected, and a useless row is deleted.
  await page.getByLabel('第 8 行数量').fill('2')
  await page.getByLabel('第 8 行数量').press('Enter')
  await page.getByRole('button', { name: '删除第 7 行' }).click()
  await filter
    .getByRole('button', { name: /^需处理/ })
    .and(page.getByText('需处理 0'))
    .waitFor()
  expect(await createScreenInspector({ page, problems, ...visited }).faults('/quick_order')).toEqual([])

  // A reload loses nothing.
  await page.reload()
  await filter.getByRole('button', { name: '可下单 5' }).waitFor()
  await page.getByRole('button', { name: '存为常购清单' }).click()
  const dialog = page.getByRole('dialog', { name: '加入常购清单' })
  // The enterprise has lists already.
  await chooseOption(dialog.getByLabel('清单', { exact: true }), '新建清单…')
  await dialog.getByLabel('新清单名称').fill('旅程清单')
  await dialog.getByRole('button', { name: '加入' }).click()
  await page.getByText('4 种商品已加入「旅程清单」').waitFor()

  const kinds = (await api.cart.count({})).count
  await page.getByRole('button', { name: '加入购物车' }).click()
  await page.getByText('4 种商品已加入购物车').waitFor()
  await filter.getByRole('button', { name: '已处理 5' }).click()
  await page.getByText('已加入购物车', { exact: true }).first().waitFor()
  const inCart = (await api.cart.list({})).flatMap(({ cartList }) => cartList)
  expect(inCart.length).toBeGreaterThanOrEqual(kinds)
  expect(inCart.find(({ skuCode }) => skuCode === 'KT-U85-22')).toMatchObject({ materialCode: '1000-205' })

  // Directly to the order, without the cart.
  await page.getByRole('button', { name: '恢复' }).first().click()
  await page.getByRole('region', { name: '下单' }).getByText('可下单 1 种').waitFor()
  await page.getByRole('button', { name: '直接下单' }).click()
  await page.waitForURL(/#\/order_info\?lines=/)
  await page.getByRole('heading', { name: '确认订单' }).waitFor()
  await page.getByRole('region', { name: '商品清单' }).getByText('KT-U84-22').waitFor()

  // The list adds all of it to the cart again, and its file can be imported by the quick order.
  await page.goto(`${mall.base}/#/shopping_list`)
  await page.getByText('共 4 种').waitFor()
  // Each change begins from the one before, although that one is still on its way; a refused one is undone.
  const answers = Promise.withResolvers<void>()
  const sentNotes: unknown[] = []
  await page.route(`**${shoppingListEndpoints.setLine.path}`, async (route) => {
    sentNotes.push((route.request().postDataJSON() as { note: string }).note)
    await answers.promise
    await route.continue()
  })
  const quantity = page.getByRole('textbox', { name: /KT-U84-22 数量$/ })
  const before = Number(await quantity.inputValue())
  const more = page.getByRole('button', { name: /^增加.* KT-U84-22 数量$/ })
  const note = page.getByRole('textbox', { name: /KT-U84-22 备注$/ })
  await more.click()
  await expect.poll(() => quantity.inputValue()).toBe(String(before + 1))
  await more.click()
  await expect.poll(() => quantity.inputValue()).toBe(String(before + 2))
  await note.fill('夜班')
  // The blur after Enter sends nothing again.
  await note.press('Enter')
  await note.press('Tab')
  answers.resolve()
  const list = new URLSearchParams(page.url().split('?')[1]).get('id')
  const read = async () => {
    const id = list ?? (await api.shoppingList.list({}))[0]?.id ?? ''
    const { lines } = await api.shoppingList.detail({ id })
    return lines.filter(({ sku }) => sku.skuCode === 'KT-U84-22').map((one) => [one.goodsNum, one.note])
  }
  await expect.poll(read).toEqual([[before + 2, '夜班']])
  expect(sentNotes.filter((sent) => sent === '夜班')).toHaveLength(1)
  await page.unroute(`**${shoppingListEndpoints.setLine.path}`)
  const addToCart = page.getByRole('region', { name: '加入购物车' }).getByRole('button', { name: '加入购物车' })
  await expectTooLargeQuantityToHoldBack(page, quantity, addToCart)
  // A note that could not be saved stays, also over a reload, until it is saved.
  await page.route(`**${shoppingListEndpoints.setLine.path}`, (route) => route.abort('connectionrefused'))
  await note.fill('白班')
  await note.press('Enter')
  await page.getByText('备注未保存').waitFor()
  await page.unroute(`**${shoppingListEndpoints.setLine.path}`)
  await page.reload()
  await page.getByText('备注未保存').waitFor()
  expect(await note.inputValue()).toBe('白班')
  await page.getByRole('button', { name: '重试' }).click()
  await note.and(page.locator(':focus')).waitFor()
  await expect.poll(read).toEqual([[before + 2, '白班']])
  await page.getByText('备注未保存').waitFor({ state: 'hidden' })
  // The earlier notice is gone, so that it is not confused with the next one.
  await page.getByText('4 种商品已加入购物车').waitFor({ state: 'hidden' })
  await addToCart.click()
  await page.getByText('4 种商品已加入购物车').waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出 Excel' }).click()])
  expect(file.suggestedFilename()).toBe('旅程清单.xlsx')
  const path = await file.path()
  await page.goto(`${mall.base}/#/quick_order`)
  await page.getByLabel('上传 XLSX 或 CSV 文件').setInputFiles(path)
  await page.getByText('读入 4 行').waitFor()
  expect(problems.filter((problem) => !problem.includes('ERR_CONNECTION_REFUSED'))).toEqual([])
})

test('a pasted chat on a phone becomes items: uncertain rows need confirmation, notes are set aside', async () => {
  const { page, problems, ...visited } = await openPage(mall, {
    path: '/quick_order',
    token: await logInBuyerByApi(mall, MAIN),
    size: 'phone',
  })
  await page.getByLabel('粘贴编码和数量').fill('老板好\n明天到')
  await page.getByRole('button', { name: '开始匹配' }).click()
  // Notes alone are no mistake, and each can be made an item.
  await page.getByRole('status').getByText('没有读到商品，2 行当作备注').waitFor()
  await page.getByRole('button', { name: /^第 2 行\s?当作商品$/ }).waitFor()
  // The answer to the paste is below the form on a phone, so it gets the focus.
  await page.getByRole('region', { name: '备注', exact: true }).and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: '清空备注' }).click()
  await page.getByRole('alertdialog', { name: '清空备注' }).getByRole('button', { name: '清空', exact: true }).click()
  await page.getByLabel('粘贴编码和数量').fill('老板好\nKT-W6-20：60\nBKH47 10支 急用\nCZ-35 3箱\n送到沁水县胡底乡3号井')
  await page.getByRole('button', { name: '开始匹配' }).click()
  await page.getByRole('status').getByText('匹配完成：可下单 2 行，请确认 1 行，另有 2 行备注').waitFor()
  const results = page.getByRole('region', { name: '匹配结果' })
  await expect.poll(() => results.evaluate((element) => element.matches(':focus'))).toBe(true)
  expect((await results.boundingBox())?.y).toBeLessThan(HALF_A_PHONE)
  await page.getByText('（共 60个）').waitFor()
  const bar = page.getByRole('region', { name: '下单' })
  await bar.getByText('可下单 2 种').waitFor()
  await page.getByRole('button', { name: /^第 3 行：.*不是这个/ }).click()
  await page.getByRole('button', { name: /^第 3 行：.*KT-BKH47-25$/ }).click()
  await bar.getByText('可下单 3 种').waitFor()
  await page.getByRole('button', { name: '重选' }).click()
  await bar.getByText('可下单 2 种').waitFor()
  await page.getByText('备注 2 行').click()
  await page.getByRole('button', { name: /^第 1 行\s?当作商品$/ }).click()
  await page.getByLabel('第 1 行编码').waitFor()
  const inspector = createScreenInspector({ page, problems, ...visited })
  // While the row is looked up again, its sums are pale.
  await inspector.settle()
  expect(await inspector.faults('/quick_order')).toEqual([])
})

test('a wide file of many rows is read within the content security policy, also in GBK', async () => {
  const { page, problems } = await openPage(mall, { path: '/quick_order', token: await logInBuyerByApi(mall, MAIN) })
  await page
    .getByRole('button', { name: '清空' })
    .click({ timeout: 3_000 })
    .catch(() => undefined)
  const columns = ['商品编码', '数量', ...Array.from({ length: HEAVY }, (_, at) => `备注 ${at}`)].map((head) => ({ head, width: 12 }))
  const rows = Array.from({ length: 900 }, (_, at) => ['KT-U84-22', at + 1, ...Array.from({ length: HEAVY }, () => `这一列没有用处 ${at}`)])
  const buffer = Buffer.from(await (await toXlsxBlob({ columns, rows }, '大表')).arrayBuffer())
  const upload = page.getByLabel('上传 XLSX 或 CSV 文件')
  await upload.setInputFiles({ name: '大表.xlsx', mimeType: 'application/octet-stream', buffer })
  await page.getByText('读入 900 行').waitFor()
  const gbk = Buffer.from([
    0xc9, 0xcc, 0xc6, 0xb7, 0xb1, 0xe0, 0xc2, 0xeb, 0x2c, 0xca, 0xfd, 0xc1, 0xbf, 0x0a, 0x4b, 0x54, 0x2d, 0x55, 0x38, 0x35, 0x2d, 0x32,
    0x32, 0x2c, 0x35, 0x0a,
  ])
  await upload.setInputFiles({ name: 'gbk.csv', mimeType: 'text/csv', buffer: gbk })
  await page.getByText('读入 1 行').waitFor()
  await page.getByRole('region', { name: '下单' }).getByText('可下单').waitFor()
  await upload.setInputFiles({ name: 'old.xls', mimeType: 'application/octet-stream', buffer: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]) })
  await page.getByRole('alert').getByText('不支持旧版 .xls 文件').waitFor()
  expect(problems).toEqual([])
})

test('a guest pastes rows on the home page, logs in and finds them matched', async () => {
  const guest = await openPage(mall, { size: 'phone' })
  const { page } = guest
  const list = page.getByLabel('从 Excel 或聊天记录粘贴编码和数量')
  await list.fill('KT-U84-22 3')
  await page.reload()
  await expect.poll(() => list.inputValue()).toBe('KT-U84-22 3')
  await page.getByRole('button', { name: '开始批量下单' }).click()
  await page.waitForURL(/#\/login\?redirectUrl=/)
  await logIn(mall, guest, MAIN)
  await page.waitForURL(/#\/quick_order$/)
  await page.getByRole('group', { name: '按结果筛选' }).getByRole('button', { name: '可下单 1' }).waitFor()
  // A number that is typed and not left yet survives a reload.
  const quantity = page.getByRole('textbox', { name: '第 1 行数量' })
  await quantity.fill('7')
  await page.reload()
  await expect.poll(() => quantity.inputValue()).toBe('7')
  expect(guest.problems).toEqual([])
})

test('a favourite is added by its heart; removing it asks in a dialog titled 提示', async () => {
  const { page, problems, go } = await openPage(mall, { path: '/shop', token: await logInBuyerByApi(mall, MAIN) })
  const heart = page.getByRole('button', { name: /^收藏 / }).first()
  const name = ((await heart.getAttribute('aria-label')) ?? '').slice(3)
  const added = page.waitForResponse((answer) => answer.url().endsWith(favouritesEndpoints.add.path))
  await heart.click()
  await page.getByRole('button', { name: `取消收藏 ${name}` }).waitFor()
  // The heart is full before the server has it.
  await (await added).finished()
  await go('/my_collection_tip')
  // The latest one is tested. The other favourites of the demo stay.
  const kept = page.getByRole('main').getByText(name, { exact: true })
  await kept.first().waitFor({ state: 'attached' })
  const asked = page.getByRole('alertdialog', { name: '提示' })
  await asked.getByText('是否删除收藏的商品？').waitFor()
  await asked.getByRole('button', { name: '确定' }).click()
  await page.waitForURL(/#\/my_collection$/)
  await kept.first().waitFor({ state: 'detached' })
  // The only item of the second page is deleted. The remaining page is shown, not an empty list.
  const api = createTypedApiClients(mall, member)
  const liked = new Set(await api.favourites.ids({}))
  const { dataList: shelf } = await api.goods.list({ pageSize: 48 })
  for (const { goodsId } of shelf.filter((goods) => !liked.has(goods.goodsId)).slice(0, 25 - liked.size))
    await api.favourites.add({ goodsId })
  await go('/my_collection?page=2')
  await page.reload()
  await page.getByRole('button', { name: /^删除收藏 / }).click()
  await page.getByRole('alertdialog', { name: '提示' }).getByRole('button', { name: '确定' }).click()
  await page.waitForURL(/#\/my_collection$/)
  await page
    .getByRole('button', { name: /^删除收藏 / })
    .nth(23)
    .waitFor()
  expect(problems).toEqual([])
})

test('a stock wait for sold-out goods is started and ended on their card', async () => {
  const { page, problems } = await openPage(mall, { path: '/shop?keyword=U170', token: await logInBuyerByApi(mall, MAIN) })
  await page.getByRole('button', { name: '到货通知 U170 掘进截齿', exact: true }).click()
  await page.getByText('到货后会在“我的消息”里通知您').waitFor()
  await page.getByRole('button', { name: '取消到货通知 U170 掘进截齿' }).click()
  await page.getByRole('button', { name: '到货通知 U170 掘进截齿', exact: true }).waitFor()
  expect(problems).toEqual([])
})

test('an address is parsed from one text, shows what is missing, and is saved for its project', async () => {
  const { page, problems } = await openPage(mall, { path: '/address_add', token: await logInBuyerByApi(mall, MAIN) })
  const text = page.getByLabel('粘贴整段地址')
  await text.fill('张三 13800000000 广东省深圳市福华路1号')
  await page.reload()
  await expect.poll(() => text.inputValue()).toBe('张三 13800000000 广东省深圳市福华路1号')
  await page.getByRole('button', { name: '识别' }).click()
  await page.getByText('已识别，还需填写：所在地区').waitFor()
  await text.fill('李四 13900000000 内蒙古鄂尔多斯市准格尔旗薛家湾镇')
  await page.getByRole('button', { name: '识别' }).click()
  await page.getByText('已识别，请核对后保存').waitFor()
  expect(await page.getByLabel('收货人').inputValue()).toBe('李四')
  await chooseOption(page.getByLabel('所属项目'), '英红二矿回采')
  await page.getByRole('button', { name: '保存' }).click()
  await page.waitForURL(/#\/address$/)
  await page.getByRole('region', { name: '英红二矿回采' }).getByText('内蒙古自治区 鄂尔多斯市 准格尔旗 薛家湾镇').waitFor()
  expect(problems).toEqual([])
})

/** More lines are folded away on the confirmation page and on the page of the order. */
const ROWS_IN_SIGHT = 20

/** Scrolls an element into the window. Returns its place in the next frames, in px; they differ if something above it changes its height. */
const measureTopsAfterScrolling = (found: Locator): Promise<number[]> =>
  found.evaluate(async (element) => {
    element.scrollIntoView({ block: 'center' })
    const tops: number[] = []
    for (let frame = 0; frame < 6; frame += 1) {
      tops.push(Math.round(element.getBoundingClientRect().top))
      await new Promise((done) => element.ownerDocument.defaultView.requestAnimationFrame(done))
    }
    return tops
  })

test('a cart of many lines folds by shop with its sums, and its order shows the first twenty', async () => {
  const token = await logInBuyerByApi(mall, MAIN)
  const api = createTypedApiClients(mall, token)
  const { dataList } = await api.goods.list({ pageSize: 50 })
  await api.cart.addMany({ lines: dataList.map(({ skuId, minimum }) => ({ skuId, goodsNum: minimum })) })
  const shops = (await api.cart.list({})).map(({ shopName, cartList }) => ({
    shopName,
    lines: cartList.filter(({ fault }) => fault === null),
  }))
  await api.cart.select({ ids: shops.flatMap(({ lines }) => lines.map(({ id }) => id)), selected: true })
  const [largest] = shops.sort((one, other) => other.lines.length - one.lines.length)
  const { shopName, lines } = largest ?? expect.fail('the cart is empty')
  expect(lines.length).toBeGreaterThan(ROWS_IN_SIGHT)

  const { page, problems, go, ...visited } = await openPage(mall, { path: '/cart', token, size: 'phone' })
  const shop = page.getByRole('region', { name: shopName, exact: true })
  const pieces = lines.reduce((sum, { goodsNum }) => sum + goodsNum, 0).toLocaleString('en')
  await shop.getByText(`已选 ${lines.length} / ${lines.length} 种，${pieces} 件`).waitFor()
  await expect.poll(() => shop.getByRole('checkbox', { name: /^选择 .*KT-/ }).count()).toBe(lines.length)
  const fold = shop.getByRole('button', { name: new RegExp(`：${shopName}$`) })
  await fold.press('Enter')
  await shop.getByText(`展开 ${lines.length} 种`).waitFor()
  expect([await fold.getAttribute('aria-expanded'), await fold.evaluate((button) => button.matches(':focus'))]).toEqual(['false', true])
  expect(await shop.getByRole('listitem').count()).toBe(0)
  // What is folded is still chosen, is in the address, on paper, and found by the search of the browser.
  const all = shops.reduce((sum, one) => sum + one.lines.length, 0)
  await page.getByRole('region', { name: '结算' }).getByText(`已选 ${all} 种`).waitFor()
  await page.reload()
  await shop.getByText(`展开 ${lines.length} 种`).waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => shop.getByRole('listitem').count()).toBe(lines.length)
  await page.emulateMedia({ media: 'screen' })
  expect(await createScreenInspector({ page, problems, go, ...visited }).faults('/cart', { axe: false })).toEqual([])
  await shop.getByText(lines.at(-1)?.skuCode ?? '').evaluate((code) => {
    code.closest('[hidden]').dispatchEvent(new code.ownerDocument.defaultView.Event('beforematch', { bubbles: true }))
  })
  await shop.getByText('收起', { exact: false }).first().waitFor()
  await expect.poll(() => shop.getByRole('listitem').count()).toBe(lines.length)

  const more = new RegExp(`^还有 ${lines.length - ROWS_IN_SIGHT} 种，展开`)
  const goesOn = async (list: Locator) => {
    const button = list.getByRole('button', { name: more })
    expect(new Set(await measureTopsAfterScrolling(button)).size).toBe(1)
    await button.click()
    await list.getByText(lines.at(-1)?.skuCode ?? '').waitFor()
    await list.getByRole('button', { name: /^收起/ }).waitFor()
  }
  const cartIds = lines.map(({ id }) => id)
  await go(`/order_info?cartIds=${cartIds.join(',')}`)
  await goesOn(page.getByRole('region', { name: '商品清单' }))
  const { quote, address } = await api.order.preview({ cartIds, method: 'transfer' })
  const { orders } = await api.order.submit({ cartIds, method: 'transfer', addressId: address?.id ?? '', quote })
  await go(`/my_order_detail?orderNo=${orders[0]?.orderNo}`)
  await goesOn(page.getByRole('region', { name: '商品清单' }))
  expect(problems).toEqual([])
})
