import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { defaultRevenueAndTaxSettings } from '#contract/billing/journal/tax-settings.ts'
import { createTaxClassEdits } from '#server/platform/testing/console-edits.ts'
import { createUnifiedSocialCreditCode } from '#server/platform/testing/identity-documents.ts'
import { createInvoiceHelpers } from '#server/platform/testing/invoices.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'

const { setGoods } = contract.consoleTaxCode
const mall = await openMall()
const stories = await createInvoiceHelpers(mall)
const { sent, order, send, applies, issued, settles, faults, finance, refunds, returns, sandbox } = stories
const { consoleInvoice, consoleTaxCode } = finance.api
const taxClasses = createTaxClassEdits(finance)
const lin = await mall.buyer('林', { wallet: '90000' })
faults({})

const MINING = { taxCode: '1090201020000000000', taxName: '矿山专用设备' }
const FREIGHT = defaultRevenueAndTaxSettings.freight
const METAL = { taxCode: '1080411990000000000', taxName: '金属制品' }
const OIL = { taxCode: '1070101070100000000', taxName: '润滑油' }
/** The category of all goods here, and the one above it, which has a class from the beginning. */
const [BELOW, ABOVE] = [2, 1]

const setAbove = (taxClass: typeof METAL | null) => taxClasses.setCategory({ categoryId: ABOVE, taxClass })
const goodsOf = async (skuId: string) =>
  (await mall.db.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()).goods_id
const classesOf = async ({ id }: { id: string }) => (await lin.api.invoice.detail({ id })).lines.map(({ taxClass }) => taxClass)
const lastAsked = () => sandbox.all().at(-1)?.asked ?? expect.fail('nothing was asked for')
const failureOf = async (id: string) =>
  (await consoleInvoice.list({ enterpriseId: lin.enterpriseId })).dataList.find((row) => row.id === id)?.failure
const uncodedCount = async () =>
  (await (await mall.staff('admin')).api.consoleQueue.list({})).find(({ kind }) => kind === 'invoiceUncoded')?.count

test('a tax code of 19 digits is set per category or per goods, and goods without one are listed', async () => {
  const goodsId = await goodsOf(await mall.createSku('U84 采煤截齿'))
  const found = async (more = {}) => (await consoleTaxCode.goods({ keyword: 'U84', ...more })).dataList
  expect(await found()).toMatchObject([
    { goodsId, own: null, taxClass: MINING, source: 'parent', categoryName: '合金系列', parentName: '截齿' },
  ])
  await taxClasses.setCategory({ categoryId: BELOW, taxClass: METAL })
  expect(await found()).toMatchObject([{ own: null, taxClass: METAL, source: 'category' }])
  // Pasted with the blanks that the bureau prints between the digits.
  await taxClasses.setGoods({ goodsId, taxClass: { taxCode: ' 1070101 0701 00000000', taxName: ' 润滑油 ' } })
  expect(await found()).toMatchObject([{ own: OIL, taxClass: OIL, source: 'goods' }])
  const { dataList } = await (await mall.staff('catalogue')).api.consoleSku.list({ keyword: 'U84' })
  expect(dataList).toMatchObject([{ taxClass: OIL }])

  for (const [taxClass, msg] of [
    [{ ...OIL, taxCode: '10701010701' }, /^税收分类编码为 19 位数字/],
    [{ ...OIL, taxCode: `${OIL.taxCode}0` }, /^税收分类编码为 19 位数字/],
    [{ ...OIL, taxCode: '107010107010000000A' }, /^税收分类编码为 19 位数字/],
    [{ ...OIL, taxName: '' }, /^请输入分类简称/],
    [{ ...OIL, taxName: '*润滑油*' }, /^分类简称不含星号/],
  ] as const)
    expect(await finance.post(setGoods.path, { goodsId, taxClass, rowVersion: 1 })).toMatchObject({
      code: 400,
      msg: expect.stringMatching(msg),
    })
  const wrong = mall.runInTransaction((tx) =>
    tx.updateTable('goods').set({ tax_code: '123', tax_name: 'x' }).where('id', '=', goodsId).execute(),
  )
  await expect(wrong).rejects.toThrow('goods_tax_code')
  await expect(taxClasses.setCategory({ categoryId: 99, taxClass: OIL })).rejects.toMatchObject({ reason: 'CATEGORY_NOT_FOUND' })

  await taxClasses.setGoods({ goodsId, taxClass: null })
  await taxClasses.setCategory({ categoryId: BELOW, taxClass: null })
  expect(await found({ uncoded: true })).toEqual([])
  await setAbove(null)
  expect(await found({ uncoded: true })).toMatchObject([{ goodsId, taxClass: null, source: null }])
  expect(await consoleTaxCode.categories({})).toMatchObject([
    { categoryId: ABOVE, parentName: null, goodsCount: 1, uncoded: 1 },
    { categoryId: BELOW, parentName: '截齿', goodsCount: 1, uncoded: 1 },
  ])
  await setAbove(MINING)
  expect(await consoleTaxCode.categories({})).toMatchObject([
    { own: MINING, taxClass: MINING, uncoded: 0 },
    { own: null, taxClass: MINING, uncoded: 0 },
  ])
  const acts = await (await mall.staff('admin')).api.consoleAudit.list({ action: setGoods.path })
  expect(acts.dataList[0]).toMatchObject({
    actionName: '设置商品的税收分类编码',
    outcome: 'ok',
    facts: [{ value: goodsId }, { value: 'null' }, { name: 'rowVersion', value: '1' }],
  })
})

test('a line keeps the tax class of its application, for the provider, the invoice and the red letter', async () => {
  const ordered = await order(lin, [
    { price: '200.00', units: 2 },
    { price: '50.00', units: 1 },
  ])
  await send(ordered, { 1: 2, 2: 1 })
  await taxClasses.setGoods({ goodsId: await goodsOf(ordered.skuIds[1] ?? ''), taxClass: METAL })
  const preview = await lin.api.invoice.preview({ orderNos: [ordered.orderNo] })
  // Freight has the class of the settings.
  expect(preview.lines.map(({ goodsName, taxClass }) => [goodsName, taxClass])).toEqual([
    ['截齿', MINING],
    ['截齿', METAL],
    ['运费', FREIGHT],
  ])
  const ref = await applies(lin, [ordered.orderNo])
  await setAbove(OIL)
  await consoleInvoice.approve(ref)
  await settles()
  const asked = lastAsked()
  expect(asked.invoiceDetail.map(({ goodsName, goodsCode, goodsSimpleName }) => [goodsName, goodsCode, goodsSimpleName])).toEqual([
    ['截齿', MINING.taxCode, MINING.taxName],
    ['截齿', METAL.taxCode, METAL.taxName],
    ['运费', FREIGHT.taxCode, FREIGHT.taxName],
  ])
  expect(await classesOf(ref)).toEqual([MINING, METAL, FREIGHT])
  const { issues } = await lin.api.invoice.detail({ id: ref.id })
  for (const format of ['pdf', 'ofd', 'xml'] as const) {
    const paper = Buffer.from((await lin.api.invoice.file({ id: ref.id, issueId: issues[0]?.id ?? '', format })).bytes)
    const says = format === 'pdf' ? parsePdfTextByPage(paper).join('') : paper.toString('utf8')
    expect(says).toContain('*矿山专用设备*截齿')
    expect(says).toContain('*金属制品*截齿')
    expect(says).toContain('*运输服务*运费')
  }

  await returns(ordered, [[2, 'sent', 1]])
  await settles()
  expect(lastAsked()).toMatchObject({ invoiceType: 2, invoiceDetail: [{ goodsCode: METAL.taxCode, goodsSimpleName: METAL.taxName }] })
  await refunds(ordered, [[1, 'sent', 1]])
  await settles()
  expect(lastAsked()).toMatchObject({ invoiceType: 2, invoiceDetail: [{ goodsCode: MINING.taxCode }] })
  expect((await lin.api.invoice.detail({ id: ref.id })).issues.map(({ state }) => state)).toEqual(['ISSUED', 'ISSUED', 'ISSUED'])
  expect(await classesOf(ref)).toEqual([MINING, METAL, FREIGHT])
  await setAbove(MINING)
})

test('an application for goods without a tax code waits in a queue that names them, until they have one', async () => {
  await setAbove(null)
  const ordered = await sent(lin, [{ price: '600.00', units: 1 }])
  const ref = await applies(lin, [ordered.orderNo])
  const goodsId = await goodsOf(ordered.skuIds[0] ?? '')
  const waiting = async () => (await consoleInvoice.list({ queue: 'uncoded' })).dataList.map(({ id }) => id)
  expect(await waiting()).toEqual([ref.id])
  expect(await uncodedCount()).toBe(1)
  expect(await failureOf(ref.id)).toBe('商品缺少税收分类编码')
  expect(await consoleInvoice.detail(ref)).toMatchObject({ uncoded: [{ goodsId, goodsName: '截齿' }], actions: ['reject', 'enter'] })
  await expect(consoleInvoice.approve(ref)).rejects.toMatchObject({
    reason: 'INVOICE_TAX_CODE_MISSING',
    message: '「截齿」缺少税收分类编码，请先在「税收编码」中设置',
  })
  expect((await consoleInvoice.detail(ref)).issues).toEqual([])

  await taxClasses.setGoods({ goodsId, taxClass: METAL })
  expect(await waiting()).toEqual([])
  expect(await uncodedCount()).toBe(0)
  expect(await failureOf(ref.id)).toBeNull()
  expect(await consoleInvoice.detail(ref)).toMatchObject({
    uncoded: [],
    actions: ['approve', 'reject', 'enter'],
    lines: [{ taxClass: METAL }],
  })
  await consoleInvoice.approve(ref)
  await taxClasses.setGoods({ goodsId, taxClass: OIL })
  await settles()
  expect(lastAsked().invoiceDetail).toMatchObject([{ goodsCode: METAL.taxCode }])
  expect(await classesOf(ref)).toEqual([METAL])
  await setAbove(MINING)
})

test('an invoice names the tax party of its shop and our account; its red letter keeps the original seller', async () => {
  const { consoleShop } = (await mall.staff('catalogue')).api
  const { shopId, rowVersion, goodsCount: _, createdAt: __, state: ___, ...shop } = await consoleShop.detail({ shopId: mall.shopId })
  const orders = [await sent(lin, [{ price: '600.00', units: 1 }]), await sent(lin, [{ price: '600.00', units: 1 }])]
  await issued(lin, [orders[0]?.orderNo ?? ''])
  const company = lastAsked()
  const party = { taxPartyName: '岩锋工品株洲分公司', taxPartyCode: createUnifiedSocialCreditCode('91430200MA5FAKE01') }
  await consoleShop.save({ ...shop, ...party, shopId, rowVersion })
  await issued(lin, [orders[1]?.orderNo ?? ''])
  const own = { sellerName: party.taxPartyName, sellerTaxNum: party.taxPartyCode, sellerAccount: company.sellerAccount }
  expect(lastAsked()).toMatchObject(own)
  expect(company.sellerName).not.toBe(party.taxPartyName)
  // The first one was the company's own, and so is what takes it back.
  const [first] = orders
  await refunds(first ?? expect.fail('no order'), [[1, 'sent', 1]])
  await settles()
  expect(lastAsked()).toMatchObject({ invoiceType: 2, sellerName: company.sellerName, sellerTaxNum: company.sellerTaxNum })
  await consoleShop.save({ ...shop, shopId, rowVersion: rowVersion + 1 })
})

test('a wrong tax code is updated explicitly before issuing, with a record; afterwards it is fixed', async () => {
  const ordered = await sent(lin, [{ price: '600.00', units: 1 }])
  const ref = await applies(lin, [ordered.orderNo])
  await expect(consoleInvoice.recode(ref)).rejects.toMatchObject({ reason: 'INVOICE_TAX_CODES_UNCHANGED' })
  await taxClasses.setGoods({ goodsId: await goodsOf(ordered.skuIds[0] ?? ''), taxClass: OIL })
  expect(await consoleInvoice.detail(ref)).toMatchObject({
    actions: ['approve', 'reject', 'enter', 'recode'],
    lines: [{ taxClass: MINING }],
  })
  await consoleInvoice.recode(ref)
  expect(await consoleInvoice.detail(ref)).toMatchObject({ actions: ['approve', 'reject', 'enter'], lines: [{ taxClass: OIL }] })
  expect((await lin.api.invoice.detail({ id: ref.id })).entries.map(({ verb }) => verb)).toEqual(['apply', 'recode'])
  await consoleInvoice.approve(ref)
  await settles()
  await expect(consoleInvoice.recode(ref)).rejects.toMatchObject({ message: expect.stringMatching(/^finance 已于 \d\d:\d\d 同意开票$/) })
})

test('the provider refuses lines without 19 digits and a tax name, and red letters with other codes', async () => {
  const { orderNo } = await sent(lin, [{ price: '600.00', units: 1 }])
  await issued(lin, [orderNo])
  const provider = mall.services.eInvoice ?? expect.fail('no provider')
  const whom = { name: '某公司', taxNo: '91440300MA5DA1234X', address: '', phone: '', bank: '', accountNo: '' }
  const line = {
    name: '截齿',
    spec: 'U84',
    unit: '支',
    rateBp: 1_300,
    quantity: 1,
    amountFen: yuanTextToFen('113'),
    taxFen: yuanTextToFen('13'),
  }
  const asks = (serial: string, taxClass: { taxCode: string; taxName: string }, red = '') =>
    provider.issue(
      {
        serial,
        title: { kind: 'NORMAL', ...whom },
        seller: whom,
        email: '',
        remark: '',
        amountFen: line.amountFen,
        taxFen: line.taxFen,
        lines: [{ ...line, taxClass }],
        ...(red === '' ? { kind: 'blue' } : { kind: 'red', red: { number: red, reason: '04' } }),
      },
      mall.clock.now,
    )
  await expect(asks('s1', { ...MINING, taxCode: '' })).rejects.toThrow('第 1 行商品缺少 19 位税收分类编码')
  await expect(asks('s2', { ...MINING, taxCode: '10902010200000000' })).rejects.toThrow('第 1 行商品缺少 19 位税收分类编码')
  await expect(asks('s3', { ...MINING, taxName: '' })).rejects.toThrow('第 1 行商品缺少 19 位税收分类编码')
  expect(await asks('s4', MINING)).toMatchObject({ state: 'PROCESSING' })
  const number = sandbox.all().findLast(({ invoiceNo }) => invoiceNo !== undefined)?.invoiceNo ?? expect.fail('no number')
  await expect(asks('s5', METAL, number)).rejects.toThrow('红字明细的税收分类编码与蓝字发票不一致')
  expect(await asks('s6', MINING, number)).toMatchObject({ state: 'PROCESSING' })
})

test('a red letter to an older invoice without tax codes uses those of today, and fails without any', async () => {
  const ordered = await sent(lin, [{ price: '300.00', units: 2 }])
  const ref = await issued(lin, [ordered.orderNo])
  await mall.runInTransaction((tx) =>
    tx
      .updateTable('invoice_line')
      .set({ tax_code: null, tax_name: null })
      .where('enterprise_id', '=', lin.enterpriseId)
      .where('invoice_id', '=', ref.id)
      .execute(),
  )
  expect(await classesOf(ref)).toEqual([null])
  await setAbove(null)
  await refunds(ordered, [[1, 'sent', 1]])
  await settles()
  const red = async () => (await consoleInvoice.detail(ref)).issues.find(({ kind }) => kind === 'red') ?? expect.fail('no red letter')
  expect(await red()).toMatchObject({ state: 'FAILED', failure: '商品缺少税收分类编码' })
  await setAbove(MINING)
  await consoleInvoice.retryRed({ ...ref, issueId: (await red()).id })
  await settles()
  expect(await red()).toMatchObject({ state: 'ISSUED' })
  expect(lastAsked()).toMatchObject({ invoiceType: 2, invoiceDetail: [{ goodsCode: MINING.taxCode }] })
  // What was made out without a code says none afterwards either.
  expect(await classesOf(ref)).toEqual([null])
  expect(await mall.findInvariantBreaches()).toEqual({})
})
