import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import type { BinaryFile, Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { isStaffAccess } from '#contract/platform/core/permissions.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createMoneyTestData } from '#server/platform/testing/money-scene.ts'
import { readWorkbookColumns } from '#server/platform/testing/workbook-cells.ts'

// Whoever adds up a column in a spreadsheet needs numbers in it. This walks every call that can answer with a workbook; a new one without an input here fails.

const mall = await openMall({ now: new Date('2026-11-03T02:00:00Z') })
const lin = await createMoneyTestData(mall, { group: true })
const admin = await mall.staff('admin')
const skuId = await mall.createSku('截齿', { code: 'KT-SUMS-1' })
const sheet = await admin.api.consoleStockCount.create({ warehouseId: MAIN_WAREHOUSE_ID, blind: false, skuCodes: ['KT-SUMS-1'] })
await admin.api.consoleStockCount.enter({ id: sheet.id, lines: [{ lineNo: 1, counted: 1_234, before: null }] })
const receipt = await admin.api.consoleStockReceipt.create({
  lines: [{ skuCode: 'KT-SUMS-1', quantity: 1_234, unitCost: yuanTextToFen('9.50'), bin: '' }],
})

await admin.api.consoleBatch.setBatched({ skuId, batched: true, rowVersion: 0 })
const [batch] = (await admin.api.consoleBatch.list({ keyword: 'KT-SUMS-1' })).dataList
await admin.api.consoleSku.adjustStock({ skuId, change: 1_234, reason: '到货' })

const takesWorkbook = ({ kind, input }: Endpoint): boolean => {
  const { format } = (input as { shape?: Record<string, { safeParse(value: unknown): { success: boolean } }> }).shape ?? {}
  return kind === 'download' && format?.safeParse('xlsx').success === true
}
const calls = Object.entries<EndpointGroup>(contract).flatMap(([group, api]) =>
  Object.entries(api)
    .filter(([, endpoint]) => takesWorkbook(endpoint))
    .map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
)

/** What a call cannot be asked without. */
const requiredInputs: Record<string, object> = {
  'documents.statement': { month: '2026-11' },
  'consoleDocuments.statement': { enterpriseId: lin.enterpriseId, month: '2026-11' },
  'companyGroup.statementFile': { month: '2026-11' },
  'consoleCompanyGroup.statementFile': { enterpriseId: lin.enterpriseId, month: '2026-11' },
  'companyGroup.purchasesFile': {},
  'consoleJournal.exportEntries': { month: '2026-11', form: 'yonyou' },
  'consoleLedger.export': { account: 'wallet', enterpriseId: lin.enterpriseId },
  'consoleExport.movements': { skuId },
  'consoleExport.warehouseStock': { warehouseId: MAIN_WAREHOUSE_ID },
  'consoleExport.batchMovements': { batchId: batch?.batchId },
  'consoleExport.stockCountLines': { id: sheet.id },
  'consoleExport.stockReceiptLines': { id: receipt.id },
  'consoleExport.margins': { month: '2026-11' },
  'consoleExport.revenueLines': { dateFrom: '2026-11-01', dateTo: '2026-11-30' },
  'consoleExport.salesTargets': { month: '2026-11' },
  'consoleExport.salesReport': { dateFrom: '2026-11-01', dateTo: '2026-11-30' },
  'consoleExport.salesPoints': { dateFrom: '2026-11-01', dateTo: '2026-11-30' },
  'consoleExport.couponPoints': { dateFrom: '2026-11-01', dateTo: '2026-11-30' },
  'consoleExport.couponReport': { dateFrom: '2026-11-01', dateTo: '2026-11-30' },
  'consoleExport.funnel': { dateFrom: '2026-11-01', dateTo: '2026-11-30' },
  'consoleExport.customerReport': { dateFrom: '2026-11-01', dateTo: '2026-11-30' },
  'consoleExport.managerReport': { dateFrom: '2026-11-01', dateTo: '2026-11-30' },
  'consoleExport.priceHistory': { skuId },
  'consoleExport.ledgerDays': { account: 'wallet' },
  'consoleExport.journalMonths': { account: '1122' },
  'consoleExport.journalEnterprises': { account: '1122' },
  'consoleExport.heldCoupons': { enterpriseId: lin.enterpriseId },
}
/** Need a record of their own; their columns are asked of the lists beside them. */
const elsewhere: Record<string, string> = {
  'consoleCoupon.codes': 'codes and the companies that used them: no figures',
  'consoleExport.couponClaims': 'companies, orders and times: no figures besides the amount',
  'consoleExport.supplierPrices': 'prices and counts as in the list of suppliers, each a column of its kind',
  'consoleExport.waveOrders': 'the columns of the lists of waves and orders',
  'goodsImport.result': 'gives back the cells of an upload as they were typed, with the reasons',
  'movingIn.result': 'the same',
}

/** Headings of quantities and counts. 参数 is a name. */
const QUANTITY = /数量|库存|件数|数$|第几次|小时|星级|序号|格位|^起订|^倍数/
const isQuantity = (title: string): boolean => QUANTITY.test(title) && !title.endsWith('参数')
/** Headings of numbers that are names: nobody adds them up. */
const NAME = /号|编码|代码|手机|电话|校验|附言|月份|IP|^F[A-Z]|流水|版本|账|期间/
/** A number, alone or before its unit. */
const FIGURE = /^[-+]?\d[\d,]{0,15}(\.\d{1,6})? ?(支|件|个|箱|套|台|吨|升|千克|kg|天|次|笔|元)?$/

/** Columns that are ids on purpose: they tie a row to a row of another file. */
const ID = /编号|号$|^对象$/
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

describe('every workbook writes quantities, counts and amounts as numbers', () => {
  test('all calls that answer with workbooks are asked', () => {
    const names = new Set(calls.map(({ name }) => name))
    expect(names.size).toBeGreaterThan(80)
    expect([...Object.keys(requiredInputs), ...Object.keys(elsewhere)].filter((name) => !names.has(name))).toEqual([])
  })

  test.each(calls.filter(({ name }) => !(name in elsewhere)))('$name', async ({ name, endpoint }) => {
    const person = isStaffAccess(endpoint.needs) ? admin : lin
    const answer = await person.post(endpoint.path, { ...requiredInputs[name], format: 'xlsx' })
    expect(answer).toMatchObject({ code: 200 })
    const columns = readWorkbookColumns(Buffer.from((answer.data as BinaryFile).bytes))
    expect(columns.length).toBeGreaterThan(1)
    for (const { title, isFigure, cells } of columns) {
      expect(isFigure || !isQuantity(title), `${title} is a column of text`).toBe(true)
      if (isFigure) expect(cells.filter((cell) => typeof cell !== 'number')).toEqual([])
      else if (!NAME.test(title))
        expect(
          cells.filter((cell) => typeof cell === 'string' && cell.split('\n').some((line) => FIGURE.test(line))),
          title,
        ).toEqual([])
      if (!ID.test(title))
        expect(
          cells.filter((cell) => typeof cell === 'string' && UUID.test(cell)),
          title,
        ).toEqual([])
    }
  })
})

test('the refunds name their companies and say where the money went', async () => {
  const { bytes } = (await admin.post(contract.consoleExport.refunds.path, { format: 'xlsx' })).data as BinaryFile
  const columns = readWorkbookColumns(Buffer.from(bytes))
  const of = (title: string) => [...new Set(columns.find((column) => column.title === title)?.cells)].sort()
  expect(of('企业')).toEqual(['林矿业有限公司'])
  expect(of('去向')).toEqual(['冲减欠款', '退回钱包'])
})

test('the exports that have money in this mall are not empty', async () => {
  const filled = [
    'consoleExport.refunds',
    'exports.statements',
    'exports.orderLines',
    'consoleStatement.export',
    'documents.statement',
    'consoleExport.stockCountLines',
    'consoleExport.stockReceiptLines',
  ]
  for (const { name, endpoint } of calls.filter((call) => filled.includes(call.name))) {
    const person = isStaffAccess(endpoint.needs) ? admin : lin
    const { bytes } = (await person.post(endpoint.path, { ...requiredInputs[name], format: 'xlsx' })).data as BinaryFile
    expect(
      readWorkbookColumns(Buffer.from(bytes)).some(({ isFigure, cells }) => isFigure && cells.length > 0),
      name,
    ).toBe(true)
  }
})
