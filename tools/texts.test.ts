import { beforeAll, expect, test } from 'vitest'
import { findChineseTexts } from './screen-texts.ts'
import { collectTextsByModule, formatModuleTextsDocument, type ModuleTextSection } from './texts.ts'

let sections: ModuleTextSection[]
beforeAll(async () => {
  sections = await collectTextsByModule()
})

test('a text is read as it is shown, with what stands between, and comments and code are none', () => {
  const source = `
    /** 注释 */
    import { a } from '#contract/a.ts'
    const kinds = { one: '已取消', two: cond ? '是' : \`还有 \${n} 种\` }
    const NOTE = defineEndpoints({ list: { summary: '购物车', memberLimit: '200 行' } })
    export const Part = () => (
      <p aria-label="结算">
        {/* 不显示 */}
        已选 <b>{count}</b> 种，
        <span>
          共 {pieces} 件
        </span>
        {late && '已过期'}
        <Button title={\`删除 \${name}\`}>删除</Button>
      </p>
    )`
  expect(findChineseTexts('part.tsx', source)).toEqual([
    '已取消',
    '是',
    '还有 {…} 种',
    '购物车',
    '已选 {…} 种，共 {…} 件{…}删除',
    '结算',
    '已过期',
    '删除 {…}',
  ])
})

test.each([
  ['storefront/orders/cart', '去结算', 'the text of an element'],
  ['storefront/orders/cart', '结算', 'an attribute'],
  ['storefront/orders/cart', '已选 {…} / {…} 种，{…} 件', 'a text with values'],
  ['storefront/orders/cart', '配送运费 {…}，再买 {…} 免运费', 'a template of a view'],
  ['contract/orders/cart', '库存不足', 'a label of the contract'],
  ['contract/orders/orders', '请选择取消原因', 'a message of the contract'],
  ['contract/platform/refusal-tables', 'CART_FULL: 购物车最多放 200 种商品，请先清理', 'a refusal'],
  ['storefront/platform/shell', '品名 / 型号 / 规格编码', 'the shell'],
  ['ui', '网络连接失败，请检查网络后重试', 'a shared text'],
  ['server/orders/checkout', '订单中有商品不支持赊销', 'why a method of payment is not offered'],
  ['server/orders/quick-order', '没有填写数量', 'why a row cannot be ordered'],
  ['server/money/wallet', '钱包余额 {…}，还差 {…}；请先充值或改用其他支付方式', 'a refusal with amounts'],
  ['server/operations/personal-data', '还有 {…} 个订单没有完成', 'an obstacle'],
  ['contract/people/messaging', '{商品}已全部发出，请注意查收', 'a message to buyers'],
])('%s: %s is on the sheet, %s', (module, text) => {
  const texts = sections.filter((one) => one.module === module).flatMap((one) => one.texts.map((each) => each.text))
  expect(texts).toContain(text)
})

test('the sheet names the screens of a module and each file with its texts, once each', () => {
  const cart = sections.filter(({ module }) => module === 'storefront/orders/cart')
  const sheet = formatModuleTextsDocument(cart)
  expect(sheet).toMatch(/^## storefront\/orders\/cart: \/cart 购物车\n {2}cart-bar\.tsx\n {4}/)
  expect(sheet.split('\n').filter((line) => line === '    去结算')).toHaveLength(1)
  expect(new Set(sections.map(({ module }) => module)).size).toBe(sections.length)
})

test('screens that share a file are with its module', () => {
  const screens = sections.find(({ module }) => module === 'storefront/catalog/coupons')?.screens
  expect(screens).toContain('/coupon_used 我的优惠券')
})

test('what the server says to staff alone is not on the sheet', () => {
  const modules = sections.map(({ module }) => module)
  for (const module of ['server/billing/journal', 'server/catalog/price-lists', 'server/platform/database'])
    expect(modules).not.toContain(module)
})

test('neither tests nor the screens of developers are on the sheet', () => {
  const files = sections.flatMap(({ texts }) => texts.map(({ file }) => file))
  expect(files.filter((file) => file.endsWith('.test.ts') || file.includes('/dev/') || file.includes('/testing/'))).toEqual([])
})
