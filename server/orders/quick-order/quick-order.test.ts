import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { parseQuickOrderText, QUICK_ORDER_ROWS_MAX } from '#contract/orders/quick-order/rows.ts'
import { createPriceAndShelfEdits } from '#server/platform/testing/console-edits.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { measureFastest } from '#server/platform/testing/measure-fastest.ts'

const mall = await openMall()
const pick = await mall.createSku('U84 采煤截齿', { code: 'KT-INS114DRE', stock: 500 })
const short = await mall.createSku('U85 采煤截齿', { code: 'KT-U85-22', stock: 30, minimum: 10, step: 5 })
const long = await mall.createSku('U85 加长截齿', { code: 'KT-U85-25', stock: 100 })
const diesel = await mall.createSku('0 号柴油', { code: 'DIESEL-0', stock: 100_000, minimum: 200, step: 10, unit: '升' })
const gone = await mall.createSku('停产截齿', { code: 'KT-OLD-1' })
await mall.createSku('缺货截齿', { code: 'KT-NONE-1', stock: 0 })
await createPriceAndShelfEdits(await mall.staff('catalogue')).setShelf({ skuId: gone, onShelf: false })
const { path } = contract.quickOrder.match

const match = async (buyer: Buyer, text: string) => {
  const { rows, skus } = await buyer.api.quickOrder.match({ rows: parseQuickOrderText(text).rows })
  const codeOf = (skuId: string | null) => skus.find((sku) => sku.skuId === skuId)?.skuCode ?? null
  return rows.map((row) => ({ ...row, code: codeOf(row.skuId), candidates: row.candidates.map(({ skuId }) => codeOf(skuId)) }))
}

describe('matching a row to a SKU', () => {
  test.each([
    'KT-INS114DRE',
    'kt-ins114dre',
    'KT INS114DRE',
    'ktins114dre',
    'ＫＴ－ＩＮＳ１１４ＤＲＥ',
    ' kt.ins114.dre ',
    '="KT-INS114DRE"',
  ])('finds the SKU for the spelling %s', async (code) => {
    const lin = await mall.buyer('林')
    expect(await match(lin, `${code}\t20`)).toMatchObject([{ status: 'FOUND', code: 'KT-INS114DRE', goodsNum: 20, why: null }])
  })

  test.each([
    ['ins114', ['KT-INS114DRE']],
    ['KT-U85', ['KT-U85-22', 'KT-U85-25']],
    ['加长截齿', ['KT-U85-25']],
    ['jiachang', ['KT-U85-25']],
    ['车用柴油 0 号', ['DIESEL-0']],
  ])('%s is ambiguous between %o, and the buyer chooses', async (code, candidates) => {
    const lin = await mall.buyer('林')
    const [row] = await match(lin, `${code}\t20`)
    expect(row).toMatchObject({ status: 'AMBIGUOUS', code: null, goodsNum: 20, why: '请确认要买的商品' })
    expect([...(row?.candidates ?? [])].sort()).toEqual(candidates)
    const { rows } = await lin.api.quickOrder.match({ rows: [{ rowNo: 1, code, quantity: '20', skuId: long }] })
    expect(rows).toMatchObject([{ status: 'FOUND', skuId: long }])
  })

  test('marks unknown codes, goods off sale, and rows without a code', async () => {
    const lin = await mall.buyer('林')
    expect(await match(lin, 'XX-999 1\nKT-OLD-1 1\n%\t1\n=HYPERLINK("http://x")\t1')).toMatchObject([
      { status: 'UNKNOWN', why: '请检查编码，或换成型号、名称' },
      { status: 'OFF_SHELF', code: 'KT-OLD-1', offered: null },
      { status: 'UNKNOWN' },
      { status: 'UNKNOWN' },
    ])
    const rows = [{ rowNo: 7, code: '', quantity: '5' }]
    expect((await lin.api.quickOrder.match({ rows })).rows).toMatchObject([{ rowNo: 7, status: 'UNKNOWN', why: '没有填写编码' }])
  })
})

describe('reading a chat message', () => {
  const props = (牌号: string, 包装: string) => ({ 刀头直径: '22 mm', 合金牌号: 牌号, 包装 })

  test('asks about ambiguous descriptions with quantities, bought SKUs first, and ignores notes', async () => {
    const single = await mall.createSku('U76 掘进截齿', { code: 'KT-U76-22', stock: 900, props: props('YG13C', '单支') })
    const hard = await mall.createSku('U76 掘进截齿', { code: 'KT-U76-22-11C', stock: 900, props: props('YG11C', '单支') })
    await mall.createSku('U76 掘进截齿', { code: 'KT-U76-22B', stock: 900, minimum: 10, step: 10, props: props('YG13C', '10 支一箱') })
    const lin = await mall.buyer('林', { wallet: '10000' })
    const text = '老板好\nU76 22mm 100个\nKT-U76-22：60\nU76截齿 两箱\nU76 11C 半打\n12月5号之前到矿上'
    const [asked, coded, packed, half] = await match(lin, text)
    expect(asked).toMatchObject({ rowNo: 2, status: 'AMBIGUOUS', code: null })
    expect([...(asked?.candidates ?? [])].sort()).toEqual(['KT-U76-22', 'KT-U76-22-11C', 'KT-U76-22B'])
    expect(coded).toMatchObject({ rowNo: 3, status: 'FOUND', code: 'KT-U76-22', goodsNum: 60 })
    expect(packed).toMatchObject({ rowNo: 4, status: 'FOUND', code: 'KT-U76-22B', goodsNum: 20 })
    // A dozen may not be what a seller counts: half of it is asked about.
    expect(half).toMatchObject({ rowNo: 5, status: 'AMBIGUOUS' })
    expect(half?.candidates[0]).toBe('KT-U76-22-11C')

    const lines = [{ skuId: hard, goodsNum: 1 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'transfer' })
    await lin.api.order.submit({ lines, method: 'transfer', addressId: lin.addressId, quote })
    const { rows } = await lin.api.quickOrder.match({ rows: [{ rowNo: 1, code: 'U76 22mm', quantity: '两打' }] })
    expect(rows[0]?.candidates.slice(0, 2)).toEqual([
      { skuId: hard, goodsNum: 24, bought: true, crossReference: null },
      { skuId: single, goodsNum: 24, bought: false, crossReference: null },
    ])
  })

  test('asks if a line has a second amount, or says a quantity that may be two', async () => {
    const pack = { 包装: '20 支一箱' }
    await mall.createSku('S121 采煤截齿', { code: 'KT-S121-19B', stock: 900, minimum: 5, step: 5, props: pack })
    await mall.createSku('S121 采煤截齿', {
      code: 'KT-S121-19B-X',
      stock: 900,
      minimum: 5,
      step: 5,
      props: { 包装: '20 支一箱', 配件: '含卡簧' },
    })
    const lin = await mall.buyer('林')
    for (const line of ['KT-S121-19B 一箱零五支', 'KT-S121-19B 一箱 5支', 'KT-S121-19B 20~30支', 'KT-S121-19B 十支、八支'])
      expect(await match(lin, line)).toMatchObject([{ status: expect.stringMatching(/^(?:AMBIGUOUS|BAD_QUANTITY)$/) }])
    expect(await match(lin, 'KT-S121-19B 俩箱')).toMatchObject([{ status: 'FOUND', code: 'KT-S121-19B', goodsNum: 40 }])
    expect(await match(lin, 'KT-S121-19B 20支一箱 2箱')).toMatchObject([{ status: 'FOUND', code: 'KT-S121-19B', goodsNum: 40 }])
    expect(await match(lin, 'KT-S121-19B-X 廿五支')).toMatchObject([{ status: 'FOUND', code: 'KT-S121-19B-X', goodsNum: 25 }])
  })

  test('never matches without asking if one character differs or only an attribute fits', async () => {
    await mall.createSku('手动液压拔齿器', { code: 'KT-YB-12A', unit: '套', props: { 拉力: '12 t', 配置: '气动泵' } })
    const lin = await mall.buyer('林')
    for (const line of ['气动泵 1台', 'KT-Y8-12A 1台', 'YB-13A 1台', '液压拔齿钳 12吨 1台'])
      expect((await match(lin, line)).map(({ status }) => status === 'AMBIGUOUS' || status === 'UNKNOWN')).toEqual([true])
    expect(await match(lin, '液压拔齿器 12吨 1台')).toMatchObject([{ status: 'FOUND', code: 'KT-YB-12A', goodsNum: 1 }])
  })
})

describe('the quantity of a row', () => {
  test.each([
    ['DIESEL-0 205', { status: 'OFF_STEP', goodsNum: 205, offered: 210, why: '200升起订，每次增加 10升' }],
    ['DIESEL-0 1', { status: 'OFF_STEP', goodsNum: 1, offered: 200 }],
    ['DIESEL-0 1,000', { status: 'FOUND', goodsNum: 1_000 }],
    ['KT-U85-22 45', { status: 'SHORT', goodsNum: 45, offered: 30, why: '现货 30支' }],
    ['KT-U85-22 33', { status: 'OFF_STEP', goodsNum: 33, offered: 30 }],
    ['KT-NONE-1 1', { status: 'SHORT', offered: null, why: '已售罄' }],
    ['KT-U85-22', { status: 'BAD_QUANTITY', goodsNum: null, offered: 10, why: '没有填写数量' }],
    ['KT-U85-22\t两箱', { status: 'BAD_QUANTITY', goodsNum: null, offered: 10, why: '不能把「两箱」换算成支，请填写支数' }],
    ['KT-U85-22\t-5', { status: 'BAD_QUANTITY', offered: 10 }],
    ['KT-U85-22\t1.5', { status: 'BAD_QUANTITY' }],
    ['KT-U85-22\t10000000', { status: 'BAD_QUANTITY', goodsNum: 10_000_000, why: '一次最多 999,999，更多请分单或联系客服' }],
    ['KT-U85-22\t10,000,000', { status: 'BAD_QUANTITY', why: '一次最多 999,999，更多请分单或联系客服' }],
  ])('%s: %o', async (text, expected) => {
    expect(await match(await mall.buyer('林'), text)).toMatchObject([expected])
  })

  test('is the sum of rows for one SKU; an unreadable row stays separate', async () => {
    const lin = await mall.buyer('林')
    expect(await match(lin, 'KT-U85-22 10\nkt u85 22 5\nKT-U85-22\t半\nKTU8522 10')).toMatchObject([
      { rowNo: 1, status: 'FOUND', goodsNum: 25 },
      { rowNo: 2, status: 'MERGED', goodsNum: 5, mergedInto: 1, why: '已合并到第 1 行' },
      { rowNo: 3, status: 'BAD_QUANTITY' },
      { rowNo: 4, status: 'MERGED', goodsNum: 10, mergedInto: 1 },
    ])
    expect(await match(lin, 'KT-U85-25 999999\nKT-U85-25 1')).toMatchObject([
      { status: 'BAD_QUANTITY', goodsNum: 1_000_000, offered: 100, why: '合并后数量超过 999999' },
      { status: 'MERGED' },
    ])
  })
})

describe('matching material codes of the enterprise', () => {
  test('works only for the enterprise itself', async () => {
    const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
    await lin.api.materialCode.set({ skuId: diesel, materialCode: '1000-204 柴' })
    expect(await match(lin, '1000204柴 200')).toMatchObject([{ status: 'FOUND', code: 'DIESEL-0', goodsNum: 200 }])
    expect(await match(chen, '1000204柴 200')).toMatchObject([{ status: 'UNKNOWN' }])
  })

  test('asks if a code is also one of ours or stands for several SKUs', async () => {
    const lin = await mall.buyer('林')
    await lin.api.materialCode.set({ skuId: long, materialCode: 'KT-INS114DRE' })
    await lin.api.materialCode.set({ skuId: diesel, materialCode: 'ALL' })
    await lin.api.materialCode.set({ skuId: short, materialCode: 'all' })
    const [ours, several] = await match(lin, 'KT-INS114DRE 1\nALL 200')
    expect(ours).toMatchObject({ status: 'AMBIGUOUS', candidates: ['KT-INS114DRE', 'KT-U85-25'] })
    expect([...(several?.candidates ?? [])].sort()).toEqual(['DIESEL-0', 'KT-U85-22'])
  })
})

// Acceptance case 10
test('a thousand rows with spaces, wrong or repeated codes and excess quantities are answered within 2 seconds', async () => {
  const lin = await mall.buyer('林')
  const skus: string[] = []
  for (let at = 0; at < 60; at++) skus.push(await mall.createSku(`批量截齿 ${at}`, { code: `BULK-${at}-X`, stock: 10 + at }))
  const lines = Array.from({ length: QUICK_ORDER_ROWS_MAX }, (_, at) => {
    const code = at % 5 === 1 ? `NOPE-${at}` : at % 5 === 2 ? `bulk ${at % 60} x` : at % 5 === 3 ? 'u85' : `BULK-${at % 60}-X`
    return `${code}\t1`
  })
  const text = lines.flatMap((line, at) => (at % 50 === 0 ? ['', line] : [line])).join('\n')
  const { rows, blank } = parseQuickOrderText(text)
  expect([rows.length, blank]).toEqual([QUICK_ORDER_ROWS_MAX, 20])
  const asked = mall.statements.length
  const answer = await lin.api.quickOrder.match({ rows })
  const statements = mall.statements.length - asked
  const took = await measureFastest(2_000, () => lin.api.quickOrder.match({ rows }))
  console.info(`quick order: ${rows.length} rows in ${took.toFixed(0)} ms, ${statements} statements`)
  expect(took).toBeLessThan(2_000)
  expect(statements).toBeLessThan(20)
  expect(answer.rows.map(({ rowNo }) => rowNo)).toEqual(rows.map(({ rowNo }) => rowNo))
  const count = (status: string) => answer.rows.filter((row) => row.status === status).length
  expect([count('UNKNOWN'), count('AMBIGUOUS')]).toEqual([200, 200])
  // Every piece asked for of what is known stands in exactly one row.
  const firsts = answer.rows.filter(({ status }) => status === 'FOUND' || status === 'SHORT')
  expect(firsts.reduce((sum, { goodsNum }) => sum + (goodsNum ?? 0), 0)).toBe(600)
  expect(count('MERGED') + firsts.length).toBe(600)
})

test('the number of rows and the length of codes are limited', async () => {
  const lin = await mall.buyer('林')
  const row = { rowNo: 1, code: 'A', quantity: '1' }
  expect(await lin.post(path, { rows: [] })).toMatchObject({ code: 400, msg: '请粘贴或上传要下单的商品' })
  expect(await lin.post(path, { rows: Array(QUICK_ORDER_ROWS_MAX + 1).fill(row) })).toMatchObject({ code: 400 })
  expect(await lin.post(path, { rows: [{ ...row, code: 'x'.repeat(61) }] })).toMatchObject({ code: 400 })
  const widest = Array(QUICK_ORDER_ROWS_MAX).fill({ ...row, code: '齿'.repeat(60), quantity: '1'.repeat(20) })
  expect((await lin.post(path, { rows: widest })).code).toBe(200)
  expect((await mall.guest().post(path, { rows: [row] })).code).toBe(510)
})

describe('adding the matched rows to the cart', () => {
  const linesOf = async (buyer: Buyer) => (await buyer.api.cart.list({})).flatMap(({ cartList }) => cartList)

  test('handles each line separately: a line that cannot be ordered gives its reason and blocks no other', async () => {
    const lin = await mall.buyer('林')
    await lin.api.cart.add({ skuId: pick, goodsNum: 3 })
    const lines = [
      { skuId: pick, goodsNum: 2 },
      { skuId: gone, goodsNum: 1 },
      { skuId: diesel, goodsNum: 205 },
      { skuId: short, goodsNum: 10 },
      { skuId: short, goodsNum: 10 },
      { skuId: pick, goodsNum: 999_999 },
    ]
    const { count, lines: results } = await lin.api.cart.addMany({ lines })
    expect(results.map(({ added, why }) => [added, why])).toEqual([
      [true, null],
      [false, '商品规格不存在或已下架'],
      [false, '200升起订，每次增加 10升'],
      [true, null],
      [true, null],
      [false, '数量不能超过 999999'],
    ])
    expect(count).toBe(2)
    expect((await linesOf(lin)).map(({ skuCode, goodsNum }) => [skuCode, goodsNum]).sort()).toEqual([
      ['KT-INS114DRE', 5],
      ['KT-U85-22', 20],
    ])
  })

  test('stops at two hundred SKUs and reports the rest', async () => {
    const lin = await mall.buyer('林')
    const many: string[] = []
    for (let at = 0; at < 205; at++) many.push(await mall.createSku(`多 ${at}`, { code: `MANY-${at}` }))
    await lin.api.cart.add({ skuId: pick, goodsNum: 1 })
    const { count, lines } = await lin.api.cart.addMany({ lines: [...many, pick].map((skuId) => ({ skuId, goodsNum: 1 })) })
    expect(count).toBe(200)
    expect(lines.filter(({ added }) => added)).toHaveLength(200)
    expect(lines.filter(({ why }) => why === '购物车最多放 200 种商品，已放满')).toHaveLength(6)
    expect(lines.at(-1)).toMatchObject({ skuId: pick, added: true })
  })

  test('by concurrent requests sums all quantities', async () => {
    const lin = await mall.buyer('林')
    const request = { lines: [pick, long, diesel].map((skuId) => ({ skuId, goodsNum: 200 })) }
    await Promise.all(Array.from({ length: 8 }, () => lin.api.cart.addMany(request)))
    expect((await linesOf(lin)).map(({ goodsNum }) => goodsNum)).toEqual([1_600, 1_600, 1_600])
  })
})
