import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { createLocalSmsGatewayWithMallName } from '#server/external-services.ts'
import { demoCompany } from '#server/platform/testing/company.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { fillWebAppManifest } from '#server/platform/web/company-html.ts'

// A mall named 测试重工 shows the company of the demo nowhere: one story for each thing that could show it.

const ROOT = path.join(import.meta.dirname, '..', '..', '..')
const FOREIGN = '岩锋'
const mall = await openMall({ company: false, now: new Date('2026-10-18T06:00:00Z') })
const admin = await mall.staff('admin')
const { buys, dawns, jobs } = createDebtHelpers(mall)

const names = { name: '测试重工', shortName: '测重', tagline: '重型配件', copyright: '© 测试重工' }
await admin.api.consoleSetting.setSite({ ...demoCompany.site, ...names, rowVersion: 0 })
const party = { ...demoCompany.party, companyName: '测试重工有限公司', pwd: TEST_USER_PASSWORD, rowVersion: 0 }
await admin.api.consoleSetting.setParty(party)
await admin.api.consoleSetting.setBank({ ...demoCompany.bank, accountName: party.companyName, pwd: TEST_USER_PASSWORD, rowVersion: 0 })
// The shop of all stories has the demo's name.
await mall.db.updateTable('shop').set({ name: '测重自营' }).execute()

const lin = await mall.buyer('林', { credit: '50000', wallet: '2000' })
const bought = await buys(lin, '1234.56')
await dawns('2026-11-12')
await jobs()
const MONTH = '2026-10'

const [agreement] = (await lin.api.contracts.list({ kind: 'credit' })).dataList
const textOf = (bytes: Uint8Array) => parsePdfTextByPage(Buffer.from(bytes)).join('') + Buffer.from(bytes).toString('latin1')
const { orderNo } = bought
const { enterpriseId } = lin

test.each([
  ['the purchase contract', () => lin.api.contracts.purchase({ orderNo })],
  ['the credit agreement', () => lin.api.contracts.creditAgreement({ id: agreement?.id ?? '' })],
  ['the delivery note', () => lin.api.documents.deliveryNote({ orderNo, parcelNo: 1 })],
  ['the delivery note of the warehouse', () => admin.api.consoleDocuments.deliveryNote({ enterpriseId, orderNo, parcelNo: 1 })],
  ['the statement', () => lin.api.documents.statement({ month: MONTH, format: 'pdf' })],
])('%s is printed with the company of its own mall', async (_what, download) => {
  const text = textOf((await download()).bytes)
  expect(text).toContain('测试重工')
  expect(text).not.toContain(FOREIGN)
})

test('a statement workbook names the company of its own mall', async () => {
  const { bytes } = await lin.api.documents.statement({ month: MONTH, format: 'xlsx' })
  const cells = JSON.stringify(await readSheet(Buffer.from(bytes), 1))
  expect(cells).toContain('测试重工有限公司')
  expect(cells).not.toContain(FOREIGN)
})

test('every SMS names its own mall', async () => {
  const sms = createLocalSmsGatewayWithMallName(mall.db, mall.keys)
  const facts = { code: '123456', company: lin.mobile, title: '账单已出', inviter: '林', enterprise: '林矿业有限公司' }
  for (const template of ['code', 'known', 'invitation', 'alert'] as const)
    await sms.send(mall.moment(), { mobile: '13800000009', template, facts })
  const texts = ((await sms.listStored?.()) ?? []).map(({ text }) => text)
  expect(texts).toHaveLength(4)
  expect(texts.filter((text) => text.includes(FOREIGN))).toEqual([])
  expect(texts.join('')).toContain('测试重工')
})

test('messages and all other database rows name their own mall', async () => {
  const { dataList } = await lin.api.message.list({ kind: 'system' })
  expect(dataList.length).toBeGreaterThan(0)
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and (c.data_type in ('text', 'jsonb', 'json', 'ARRAY') or c.data_type like 'character%')`.execute(
    mall.db,
  )
  expect(rows.length).toBeGreaterThan(300)
  const parts = rows.map(
    ({ table, column }) =>
      sql`select ${`${table}.${column}`}::text as place from ${sql.table(table)} where ${sql.ref(column)}::text like ${`%${FOREIGN}%`}`,
  )
  const found = await sql<{ place: string }>`${sql.join(parts, sql` union `)}`.execute(mall.db)
  expect(found.rows).toEqual([])
})

/** The reads that need nothing, as a screen makes them when it opens. */
const plainReads = Object.values<EndpointGroup>(contract)
  .flatMap((api) => Object.values<Endpoint>(api))
  .filter(({ kind, input }) => kind === 'read' && input.safeParse({}).success)

test('no screen of a guest, a buyer or an administrator shows the name of another mall', async () => {
  const foreign: string[] = []
  let answered = 0
  const asks = async (who: string, { post }: TestUser) => {
    for (const { path: call } of plainReads) {
      const answer = await post(call, {})
      if (answer.code === 200) answered++
      if (JSON.stringify(answer).includes(FOREIGN)) foreign.push(`${who} ${call}`)
    }
  }
  await asks('guest', mall.guest())
  await asks('buyer', lin)
  await asks('administrator', await mall.staff('admin'))
  expect(answered).toBeGreaterThan(120)
  expect(foreign).toEqual([])
})

test('pages, manifest and icons use the name of their own mall', async () => {
  for (const url of ['/', '/console/', '/api/openapi.json', '/api/open-api/openapi.json']) {
    const { statusCode, body } = await mall.app.http.inject({ url })
    expect({ url, statusCode, foreign: body.includes(FOREIGN) }).toEqual({ url, statusCode: 200, foreign: false })
  }
  const manifest = readFileSync(path.join(ROOT, 'storefront/public/manifest.webmanifest'), 'utf8')
  expect(manifest).not.toContain(FOREIGN)
  const filled = fillWebAppManifest(manifest, { ...demoCompany.site, ...names, logoId: 'L' })
  expect(JSON.parse(filled)).toMatchObject({ name: '测试重工', short_name: '测重' })
  expect(JSON.parse(filled).icons.map(({ src }: { src: string }) => src)).toEqual([
    '/company/L/192.png',
    '/company/L/512.png',
    '/company/L/maskable-512.png',
  ])
})

/** Where the name may stand: tests, benches and what only the demo draws. */
const OF_THE_DEMO = /(?:\.test\.tsx?|^server\/platform\/testing\/.*)$/

test('no source, seed or icon of the program contains the name', () => {
  const shipped = ['storefront', 'console', 'ui', 'contract', 'server']
  const tracked = execFileSync('git', ['ls-files', '-z', ...shipped], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)
  const sources = tracked.filter((file) => !OF_THE_DEMO.test(file))
  expect(sources.length).toBeGreaterThan(2_000)
  expect(sources.filter((file) => readFileSync(path.join(ROOT, file)).includes(FOREIGN))).toEqual([])
})
