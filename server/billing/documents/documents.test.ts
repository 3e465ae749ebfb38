import { createHash } from 'node:crypto'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { findLedgerSealAtOrAfterDay } from '#server/money/ledger-seals/public.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { sealAllLedgerRows } from '#server/platform/testing/ledger-seals.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'

const mall = await openMall({ now: new Date('2026-10-18T06:00:00Z') })
const { buys, refunds, dawns, jobs } = createDebtHelpers(mall)

const lin = await mall.buyer('林', { credit: '50000', wallet: '20000' })
const first = await buys(lin, '1234.56', { poNumber: 'PO-2026-31' })
await lin.api.materialCode.set({ skuId: first.skuId, materialCode: '1000204' })
await dawns('2026-10-20')
await buys(lin, '600.00')
await refunds(lin.enterpriseId, first.parcelId, yuanTextToFen('34.56'))
await dawns('2026-11-03')
await jobs()
await lin.api.statement.repayByWallet({ amount: yuanTextToFen('300'), payPwd: TEST_USER_PAYMENT_PASSWORD })
const MONTH = '2026-10'
const statement = await lin.api.statement.detail({ month: MONTH })

const pdfOf = async (buyer: Buyer, month = MONTH) => buyer.api.documents.statement({ month, format: 'pdf' })
const sheetOf = async (bytes: Uint8Array, sheet: string | number) => readSheet(Buffer.from(bytes), sheet)

describe('the statement as a document', () => {
  test('is a PDF with both parties, all lines, sums in figures and capitals, seal areas and its hash', async () => {
    const { bytes, type, name } = await pdfOf(lin)
    expect({ type, name, magic: Buffer.from(bytes.subarray(0, 5)).toString() }).toEqual({
      type: 'application/pdf',
      name: '对账单-2026-10-林矿业有限公司.pdf',
      magic: '%PDF-',
    })
    const pages = parsePdfTextByPage(Buffer.from(bytes))
    const text = pages.join('')
    expect(statement.total).toBe(180_000)
    expect(text).toContain('购货单位林矿业有限公司供货单位岩锋工品')
    expect(text).toContain('信用代码—信用代码91440300MA5FAKE00D')
    expect(text).toContain('本月赊销当月退款账单金额逾期利息¥1,834.56¥34.56¥1,800.00¥0.00')
    expect(text).toContain('已还本金已冲减异议中未还待还本金¥300.00¥0.00¥0.00¥1,500.00')
    expect(text).toContain('账单金额（大写）　人民币壹仟捌佰元整待还金额（大写）　人民币壹仟伍佰元整赊销明细')
    for (const { orderNo, at } of statement.lines) {
      expect(text).toContain(orderNo)
      expect(text).toContain(formatShanghaiTime(at).slice(0, 16))
    }
    expect(text).toContain('已冲减¥34.56')
    expect(text).toContain('采购单号 PO-2026-31')
    expect(text).toContain('物料编码 1000204')
    expect(text).toContain('购货单位（盖章处）')
    expect(text).toContain('供货单位（盖章处）')
    expect(text).toContain(`校验码（SHA-256）　${statement.hash}`)
    expect(pages.map((page) => /第 \d+ 页，共 \d+ 页/.exec(page)?.[0])).toEqual(
      pages.map((_, at) => `第 ${at + 1} 页，共 ${pages.length} 页`),
    )
    // Of two fonts with all Chinese letters only those that are used travel.
    expect(bytes.length).toBeLessThan(300_000)
  })

  test('is a workbook with real numbers and dates, whose hash can be recomputed', async () => {
    const { bytes, name } = await lin.api.documents.statement({ month: MONTH, format: 'xlsx' })
    expect(name).toBe('对账单-2026-10-林矿业有限公司.xlsx')
    const [heads, row] = await sheetOf(bytes, '账单')
    const value = (title: string) => row?.[heads?.indexOf(title) ?? -1]
    expect([value('账单金额'), value('待还本金'), value('还款日')]).toEqual([1_800, 1_500, new Date('2026-11-10T00:00:00Z')])
    const lines = (await sheetOf(bytes, '赊销明细')).slice(1)
    expect(lines.map(([at, , orderNo, , , , , , , amount, refunded]) => [at, orderNo, amount, refunded])).toEqual(
      statement.lines.map(({ orderNo, amount, refunded }, at) => [at + 1, orderNo, amount / 100, refunded / 100]),
    )
    expect(lines.map(([, , , poNumber, , , code, quantity, unit]) => [poNumber, code, quantity, unit])).toEqual([
      ['PO-2026-31', '1000204', 1, '支'],
      [null, null, 1, '支'],
    ])
    // A workbook counts in days: its noon is a fraction, and may come back a millisecond early.
    const shown = Date.parse(`${formatShanghaiTime(statement.lines[0]?.at ?? new Date(0)).replace(' ', 'T')}Z`)
    expect(Math.abs(Number(lines[0]?.[1]) - shown)).toBeLessThan(5)
    const proof = (await sheetOf(bytes, '校验')).slice(1)
    const sorted = proof.map(([id, fen]) => `${id}:${fen}`).sort()
    expect(createHash('sha256').update(sorted.join(',')).digest('hex')).toBe(statement.hash)
    expect(proof[0]?.[2]).toBe(statement.hash)
  })

  test('is logged when it is downloaded', async () => {
    await pdfOf(lin)
    const row = await mall.db
      .selectFrom('audit_log')
      .select(['actor_id', 'enterprise_id', 'object_id', 'facts'])
      .where('action', '=', 'download statement')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ actor_id: lin.userId, enterprise_id: lin.enterpriseId, object_id: MONTH, facts: { format: 'pdf' } })
  })

  test('exists only for its own enterprise, permitted members and closed months', async () => {
    const { path } = contract.documents.statement
    const chen = await mall.buyer('陈', { credit: '100' })
    expect(await chen.post(path, { month: MONTH, format: 'pdf' })).toMatchObject({ code: 404, reason: 'STATEMENT_NOT_FOUND' })
    expect(await lin.post(path, { month: '2026-11', format: 'pdf' })).toMatchObject({ code: 404, reason: 'STATEMENT_NOT_FOUND' })
    expect(await lin.post(path, { month: MONTH, format: 'exe' })).toMatchObject({ code: 400, reason: 'INVALID_INPUT' })
    const pays = await mall.subAccount(lin, ['buyPay', 'cashAccount'])
    expect(await pays.post(path, { month: MONTH, format: 'pdf' })).toMatchObject({ code: 403, detail: { permCode: 'applyLimit' } })
    expect((await pdfOf(await mall.subAccount(lin, ['applyLimit']))).name).toBe('对账单-2026-10-林矿业有限公司.pdf')
  })

  test('has a file name that is safe in headers, and is not cached', async () => {
    const { headers } = await lin.get(`/api${contract.documents.statement.path}?month=${MONTH}&format=pdf`)
    expect(headers['content-disposition']).toBe(
      `attachment; filename="___-2026-10-_______.pdf"; filename*=UTF-8''${encodeURIComponent('对账单-2026-10-林矿业有限公司.pdf')}`,
    )
    expect(headers['cache-control']).toBe('private, no-store')
  })
})

test('staff get the same file as the company gets, of the same moment byte for byte, which is recorded as a view of its papers', async () => {
  const [finance, ref] = [await mall.staff('finance'), { enterpriseId: lin.enterpriseId, month: MONTH }]
  for (const format of ['pdf', 'xlsx'] as const) {
    const [own, ofStaff] = [
      await lin.api.documents.statement({ month: MONTH, format }),
      await finance.api.consoleDocuments.statement({ ...ref, format }),
    ]
    expect({ name: ofStaff.name, same: Buffer.from(ofStaff.bytes).equals(Buffer.from(own.bytes)) }).toEqual({ name: own.name, same: true })
  }
  const { dataList } = await (await mall.staff('auditor')).api.consoleDocumentView.list({
    enterpriseId: lin.enterpriseId,
    paper: 'statement',
  })
  expect(dataList.map(({ actorName, objectId }) => [actorName, objectId])).toEqual([
    ['finance', MONTH],
    ['finance', MONTH],
  ])
  const chen = await mall.buyer('陈')
  const path = contract.consoleDocuments.statement.path
  expect(await finance.post(path, { ...ref, enterpriseId: chen.enterpriseId, format: 'pdf' })).toMatchObject({
    reason: 'STATEMENT_NOT_FOUND',
  })
  expect(await (await mall.staff('warehouse')).post(path, { ...ref, format: 'pdf' })).toMatchObject({ code: 403 })
})

describe('the list of bills as a file', () => {
  test('is a CSV that Excel opens correctly, by month and type', async () => {
    const { bytes, name, type } = await lin.api.documents.bills({ month: MONTH, type: 'consume', format: 'csv' })
    const text = Buffer.from(bytes).toString('utf8')
    expect({ name, type }).toEqual({ name: '账单明细-2026-10-商城消费.csv', type: 'text/csv; charset=utf-8' })
    const [head, ...rows] = text.slice(1).trimEnd().split('\r\n')
    expect(text[0]).toBe('\uFEFF')
    expect(head).toBe('时间,交易类型,内容,支付方式,收支,金额,流水号')
    expect(rows.map((row) => row.split(',').slice(1, 6).join())).toEqual([
      '商城消费,截齿,赊销额度支付,支,600.00',
      '商城消费,截齿,赊销额度支付,支,1234.56',
    ])
  })

  test('is a workbook with the same rows, limited to what the member may see', async () => {
    const cash = await mall.subAccount(lin, ['cashAccount'])
    const rows = (await sheetOf((await cash.api.documents.bills({ format: 'xlsx' })).bytes, 1)).slice(1)
    expect(rows.map((row) => row.slice(1, 6))).toEqual([['账户充值', '账户充值-转账支付', '转账支付', '收', 20_000]])
    const none = await mall.subAccount(lin, ['buyPay'])
    expect(await none.post(contract.documents.bills.path, { format: 'csv' })).toMatchObject({ code: 403 })
  })
})

test('a statement shows the ledger seal of its enterprise at the end of its closing day, once that is over', async () => {
  const printed = async () => parsePdfTextByPage(Buffer.from((await pdfOf(lin)).bytes)).join('')
  expect(await printed()).toContain('账务封印　2026-11-03 的封印次日生成')
  await sealAllLedgerRows(mall)
  expect(await printed()).toContain('账务封印　2026-11-03 的封印次日生成')
  await dawns('2026-11-05')
  await sealAllLedgerRows(mall)
  const { hash = '', rows } = (await findLedgerSealAtOrAfterDay(mall.db, lin.enterpriseId, '2026-11-03')) ?? {}
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  const sealed = `账务封印（2026-11-03，${rows}行）${hash}`
  expect((await printed()).replaceAll(/\s/g, '')).toContain(sealed)
  const [, [, , , shown] = []] = await sheetOf((await lin.api.documents.statement({ month: MONTH, format: 'xlsx' })).bytes, '校验')
  expect(String(shown).replaceAll(/\s/g, '')).toBe(sealed)
  await lin.api.statement.repayByWallet({ amount: yuanTextToFen('1'), payPwd: TEST_USER_PAYMENT_PASSWORD })
  await dawns('2026-11-07')
  await sealAllLedgerRows(mall)
  expect(await printed()).toContain(hash)
})
