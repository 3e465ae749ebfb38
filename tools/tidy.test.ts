import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import type * as z from 'zod/mini'
import { contract } from '#contract/api.ts'
import { buyerBankTransferLifecycle, voucherLifecycle } from '#contract/billing/bank/voucher-lifecycle.ts'
import { reconciliationDifferenceLifecycle } from '#contract/billing/finance/difference-lifecycle.ts'
import { invoiceIssuanceLifecycle, invoiceLifecycle, redConfirmationLifecycle } from '#contract/billing/invoices/invoice-lifecycle.ts'
import { goodsLifecycle } from '#contract/catalog/goods-editing/goods-lifecycle.ts'
import { purchaseOrderLifecycle } from '#contract/catalog/purchase-orders/purchase-order-lifecycle.ts'
import { shopLifecycle } from '#contract/catalog/shops/shop-lifecycle.ts'
import { stockCountLifecycle } from '#contract/catalog/stock-counts/stock-count-lifecycle.ts'
import { stockTransferLifecycle } from '#contract/catalog/stock-transfers/stock-transfer-lifecycle.ts'
import { supplierInvoiceLifecycle } from '#contract/catalog/supplier-invoices/supplier-invoice-lifecycle.ts'
import { inputFieldLabels } from '#contract/labels.ts'
import { paymentLifecycle, refundLifecycle } from '#contract/money/payments/payment-lifecycle.ts'
import { acceptanceBillLifecycle } from '#contract/money/statements/acceptance-lifecycle.ts'
import { statementLifecycle } from '#contract/money/statements/statement-lifecycle.ts'
import { afterSaleLifecycle } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import { giftLifecycle } from '#contract/orders/levels/gift-lifecycle.ts'
import { orderProposalLifecycle } from '#contract/orders/order-proposals/order-proposal-lifecycle.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { quotationLifecycle } from '#contract/orders/quotations/quotation-lifecycle.ts'
import { supportInquiryLifecycle } from '#contract/people/inquiry/inquiry-lifecycle.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { findLifecycleErrors, type Lifecycle } from '#contract/platform/core/lifecycle.ts'
import { tenantTables } from '#server/platform/core/tenant-guard.ts'
import { distributionRemedies } from '#server/platform/distribution/public.ts'
import { findTableDistribution } from '#server/platform/distribution/table-distribution.ts'
import { generateDocumentTextsByPath } from './draw.ts'
import { readSchemaAsTypesAndSql, SCHEMA_SQL_PATH, SCHEMA_TYPES_PATH } from './schema.ts'
import { countSentences, findComments } from './source-comments.ts'

const ROOTS = ['contract', 'server', 'storefront', 'console', 'ui', 'tools', 'bench', 'e2e', 'sandbox']
const listed = (root: string): string[] => {
  try {
    return readdirSync(root, { recursive: true }).map((file) => path.join(root, String(file)))
  } catch {
    return []
  }
}
const sources = ROOTS.flatMap(listed)
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.includes('public/') && file !== SCHEMA_TYPES_PATH)
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file)
const production = sources.filter(({ file }) => !isTest(file) && /^(contract|server|storefront|console|ui)\//.test(file))
const endpointList: Endpoint[] = Object.values<EndpointGroup>(contract).flatMap((api) => Object.values(api))

test('the name of a mall is data and occurs nowhere in the program', () => {
  const shown = ['contract', 'server', 'storefront', 'console', 'ui']
    .flatMap(listed)
    .filter((file) => /\.(?:tsx?|html|css|js|md|json|sql|svg|webmanifest)$/.test(file) && !isTest(file))
  expect(shown.length).toBeGreaterThan(1_000)
  expect(shown.filter((file) => readFileSync(file, 'utf8').includes('岩锋'))).toEqual([])
})

test('each table is written by one module only', () => {
  const writers = new Map<string, Set<string>>()
  for (const { file, text } of production) {
    const tables = [...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)/g)].map(([, table]) => table ?? '')
    for (const table of tables) writers.set(table, (writers.get(table) ?? new Set()).add(path.dirname(file)))
  }
  // Every module adds to the outbox, and the relay deletes from it. The map of tables names both.
  writers.delete('outbox')
  expect([...writers].filter(([, modules]) => modules.size > 1).map(([table, modules]) => [table, ...modules])).toEqual([])
})

test.each([
  [
    /\bnew Date\(\)|Date\.now\(\)/,
    'the clock handed in',
    ['server/platform/core/moment.ts', 'storefront/platform/components/use-now.ts', 'console/platform/components/use-now.ts'],
  ],
  [/Math\.random\(/, 'the moment handed in', []],
  // The browser's own date fields use the language of the browser.
  [/\btype(?:=\{?|: )["'](?:date|month|week|time|datetime-local)["']/, 'a day field of ours', []],
  [/parseFloat\(|\.toFixed\(/, 'contract/platform/core/money.ts', []],
  [/\b(?:FIXME|TODO|XXX)\b/, 'finishing it', []],
  [/dangerouslySetInnerHTML|\binnerHTML\b/, 'elements', []],
  [/@ts-ignore|@ts-nocheck/, 'the right type', []],
  [/\beslint-/, 'biome', []],
])('%s is banned, use %s', (banned, _, exempt) => {
  expect(production.filter(({ file, text }) => banned.test(text) && !exempt.some((one) => one === file)).map(({ file }) => file)).toEqual(
    [],
  )
})

test('no object literal is spread, because that disables the check for excess properties', () => {
  const spread = /\.\.\.\s*\(?\{/
  expect(sources.filter(({ file, text }) => file !== 'tools/tidy.test.ts' && spread.test(text)).map(({ file }) => file)).toEqual([])
})

test('an import from another folder starts with an alias instead of dots', () => {
  const up = /(?:from|import\(|import) ?'\.\.\//
  const sides = /^(?:server|contract|storefront|console|ui)\//
  // Tools read files of the root, which no alias names.
  const upToFolder = /(?:from|import\(|import) ?'(?:\.\.\/)+[\w-]+\//
  expect(sources.filter(({ file, text }) => (sides.test(file) ? up : upToFolder).test(text)).map(({ file }) => file)).toEqual([])
})

/**
 * What opens a window over a screen, by application: an import, or a call that antd renders at the root of the page; and the only files
 * that may use it.
 */
const OVERLAYS = {
  console: [
    /import \{[^}]*\b(?:Modal|Drawer|Popconfirm|Popover|Tour|notification)\b[^}]*\} from 'antd'|\bmodal\.\w+\(|\b(?:notification|modal)\b[^;\n]*= App\.useApp\(/,
    ['console/platform/components/forms/use-confirm.tsx', 'console/platform/components/forms/dialog.tsx'],
  ],
  storefront: [
    /@base-ui\/react\/(?:dialog|alert-dialog|drawer|popover|select|menu|preview-card)'/,
    [
      'storefront/platform/components/dialog-windows.tsx',
      'storefront/platform/components/day/day-calendar.tsx',
      'storefront/platform/components/select/select.tsx',
    ],
  ],
} as const

test.each(['console', 'storefront'] as const)(
  'overlays of a screen of the %s use only the components that close them with the screen',
  (app) => {
    const [opens, parts] = OVERLAYS[app]
    const found = production.filter(({ file, text }) => file.startsWith(`${app}/`) && opens.test(text)).map(({ file }) => file)
    expect(found.sort()).toEqual([...parts].sort())
    const native = /\b(?:window\.)?(?:confirm|alert|prompt)\(['"`]|<dialog\b/
    expect(production.filter(({ file, text }) => file.startsWith(`${app}/`) && native.test(text)).map(({ file }) => file)).toEqual([])
  },
)

test('a file has at most 300 lines, and so has a helper of tests; the stories of one subject may be longer', () => {
  const long = sources
    .filter(({ file }) => !/\.test\.tsx?$/.test(file))
    .map(({ file, text }) => [file, text.split('\n').length - 1] as const)
    .filter(([, lines]) => lines > 300)
  expect(long).toEqual([])
})

test.each([
  ['/** One. */', 1],
  ['// One, e.g. this\n// and this! (Two.) And `three`?\n', 3],
  ['/**\n * One:\n * - with a list\n * - without full stops of contract/api.ts\n */', 1],
  ['  {/* 一句。 两句 */}', 2],
])('%j has %i sentences', (comment, count) => {
  expect(findComments(`const code = 1\n${comment}\n`).map(({ text }) => countSentences(text))).toEqual([count])
})

test('a comment has at most four sentences: a longer text is a rule of docs/domain.md or a decision', () => {
  const long = sources.flatMap(({ file, text }) =>
    findComments(text)
      .filter((comment) => countSentences(comment.text) > 4)
      .map(({ line }) => `${file}:${line}`),
  )
  expect(long).toEqual([])
})

/** Files whose kind makes them short: doors, calls, pages that a route loads, threads, and entries of a table that has a file for each. */
const MAY_BE_SHORT =
  /\/(?:public|routes|screens|labels|main)\.tsx?$|[-/]api\.ts$|-page\.tsx$|-worker\.ts$|\/refusal-tables\/|\/invariants\/checks\/|\.d\.ts$/
const SHORT_LINES = 15

test('a file below 15 lines is an interface, a lazy chunk, tested alone, or used by several files', () => {
  const users = new Map<string, Set<string>>()
  const chunks = new Set<string>()
  for (const { file, text } of sources)
    for (const [, lazy, from = ''] of text.matchAll(/(?:from|(\bimport)\s*\()\s*'([#.][^']+)'/g)) {
      const target = from.startsWith('#') ? from.slice(1) : path.join(path.dirname(file), from)
      if (lazy !== undefined || file.endsWith('/public.ts')) chunks.add(target)
      users.set(target, (users.get(target) ?? new Set()).add(file))
    }
  const tested = new Set(sources.map(({ file }) => file))
  const lone = production
    .filter(({ file, text }) => text.trimEnd().split('\n').length < SHORT_LINES && !MAY_BE_SHORT.test(file))
    .map(({ file }) => file)
    .filter((file) => !chunks.has(file) && (users.get(file)?.size ?? 0) < 2 && !tested.has(file.replace(/\.tsx?$/, '.test.ts')))
  expect(lone).toEqual([])
})

test('a module has at most twelve files besides its tests', () => {
  const folders = new Map<string, number>()
  for (const { file } of production.filter((one) => /^(server|storefront|console)\//.test(one.file))) {
    folders.set(path.dirname(file), (folders.get(path.dirname(file)) ?? 0) + 1)
  }
  // The folder of components is a collection of independent files, not a module.
  const crowded = [...folders].filter(
    ([folder, count]) =>
      count > 12 && !['storefront/platform/components', 'console/platform/components', 'server/platform/core'].includes(folder),
  )
  expect(crowded).toEqual([])
})

test('generated documents match the tables in the code', () => {
  for (const [file, text] of Object.entries(generateDocumentTextsByPath()))
    expect(readFileSync(file, 'utf8'), `${file} is stale: npm run docs`).toBe(text)
})

test('the committed schema matches the migrations', async () => {
  const { types, sql } = await readSchemaAsTypesAndSql(inject('ownerUrl'))
  expect(readFileSync(SCHEMA_TYPES_PATH, 'utf8'), 'npm run schema').toBe(types)
  expect(readFileSync(SCHEMA_SQL_PATH, 'utf8'), 'npm run schema').toBe(sql)
})

test('the tenant guard knows every table that belongs to an enterprise', () => {
  const sql = readFileSync(SCHEMA_SQL_PATH, 'utf8')
  const tables = [...sql.matchAll(/create table "(\w+)" \(([\s\S]*?)\n\);/g)].map(([, name = '', body = '']) => ({ name, body }))
  const keyed = tables.filter(({ body }) => /PRIMARY KEY \(enterprise_id\b/.test(body)).map(({ name }) => name)
  expect([...tenantTables].sort()).toEqual(keyed.sort())
})

test('keys of tenant tables start with the enterprise', () => {
  const sql = readFileSync(SCHEMA_SQL_PATH, 'utf8')
  const tables = [...sql.matchAll(/create table "(\w+)" \(([\s\S]*?)\n\);/g)].filter(([, name = '']) =>
    (tenantTables as readonly string[]).includes(name),
  )
  const keys = tables.flatMap(([, table, body = '']) =>
    [...body.matchAll(/constraint (\w+) (?:PRIMARY KEY|UNIQUE|FOREIGN KEY) \((\w+)[^)]*\)(?: REFERENCES "?(\w+))?/g)].map(
      ([, name = '', first, target]) => ({ table, name, first, target }),
    ),
  )
  // A foreign key may name a row of a table that is the same on every machine, or it is dropped before the database is distributed.
  const astray = keys.filter(
    ({ name, first, target }) =>
      first !== 'enterprise_id' &&
      !(target !== undefined && (findTableDistribution(target)?.kind === 'reference' || distributionRemedies[name])),
  )
  expect(astray).toEqual([])
  expect(keys.length).toBeGreaterThan(tenantTables.length)
})

test('no two calls share a path', () => {
  const paths = endpointList.map((endpoint) => endpoint.path)
  expect(paths.filter((one, at) => paths.indexOf(one) !== at)).toEqual([])
})

test('every input field has a Chinese name', () => {
  const shapeOf = (schema: z.ZodMiniType) =>
    Object.entries((schema._zod.def as unknown as { shape?: Record<string, z.ZodMiniType> }).shape ?? {})
  const inner = (schema: z.ZodMiniType): z.ZodMiniType => {
    const def = schema._zod.def as unknown as { innerType?: z.ZodMiniType; element?: z.ZodMiniType }
    return def.innerType || def.element ? inner((def.innerType ?? def.element) as z.ZodMiniType) : schema
  }
  const names = (schema: z.ZodMiniType): string[] => shapeOf(inner(schema)).flatMap(([name, field]) => [name, ...names(field)])
  const nameless = endpointList.flatMap(({ input, path: call }) =>
    names(input)
      .filter((name) => !(name in inputFieldLabels))
      .map((name) => `${call} ${name}`),
  )
  expect([...new Set(nameless.map((one) => one.split(' ')[1]))]).toEqual([])
})

test.each([
  ['goods', goodsLifecycle],
  ['order', orderLifecycle],
  ['purchase order', purchaseOrderLifecycle],
  ['supplier invoice', supplierInvoiceLifecycle],
  ['stock transfer', stockTransferLifecycle],
  ['stock count', stockCountLifecycle],
  ['after-sale', afterSaleLifecycle],
  ['order proposal', orderProposalLifecycle],
  ['quotation', quotationLifecycle],
  ['invoice', invoiceLifecycle],
  ['issue', invoiceIssuanceLifecycle],
  ['red confirmation', redConfirmationLifecycle],
  ['payment', paymentLifecycle],
  ['refund', refundLifecycle],
  ['statement', statementLifecycle],
  ['acceptance', acceptanceBillLifecycle],
  ['voucher', voucherLifecycle],
  ['remittance', buyerBankTransferLifecycle],
  ['difference', reconciliationDifferenceLifecycle],
  ['inquiry', supportInquiryLifecycle],
  ['level_gift', giftLifecycle],
  ['shop', shopLifecycle],
] as const)('the %s lifecycle is well formed', (_, lifecycle) =>
  expect(findLifecycleErrors(lifecycle as Lifecycle<string, string, string>)).toEqual([]),
)
