import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Api, Endpoint } from '#contract/platform/core/endpoint.ts'
import { type AdmissionPriority, priorityOf } from '#server/platform/http/admission.ts'

/**
 * What the whole project does in one way. Each rule has a pattern that would be a second way, the function to use instead, and the files of
 * that function, which may contain the pattern.
 */
const ROOTS = ['contract', 'server', 'storefront', 'console', 'ui', 'sandbox']
const sources = ROOTS.flatMap((root) => readdirSync(root, { recursive: true }).map((file) => path.join(root, String(file))))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|public\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

interface Rule {
  second: RegExp
  use: string
  /** The number of intended uses, by file. */
  allowed: Record<string, number>
}

const PAGING = 'server/platform/core/paging.ts'
const LIKE = 'server/platform/core/like-pattern.ts'
const MONEY = 'contract/platform/core/money.ts'

/** Where 100 is not a factor of money, or belongs to the formatting of an amount; the number of uses by file. */
const HUNDREDS: Rule['allowed'] = {
  [MONEY]: 3,
  // The digits of an amount in words; amounts in spreadsheets and invoices before they are validated.
  'contract/platform/core/amount-in-words.ts': 1,
  'sandbox/e-invoice/rules.ts': 1,
  'server/adapters/spreadsheets/cells.ts': 2,
  // Percents, rates and basis points.
  'console/billing/finance/receivables/summary.tsx': 1,
  'console/billing/invoices/invoice-page.tsx': 1,
  'console/catalog/coupons/coupon-page.tsx': 1,
  'console/people/enterprises/enterprise-view.ts': 1,
  'console/platform/components/figures.tsx': 1,
  'contract/money/statements/credit-terms.ts': 1,
  'sandbox/e-invoice/invoice-files.ts': 1,
  'server/catalog/price-lists/large-changes.ts': 1,
  'server/orders/cost-allocation/costs.ts': 1,
  'storefront/billing/invoices/invoice-lines.tsx': 1,
  'storefront/catalog/comments/goods-comments-view.ts': 1,
  'storefront/orders/levels/level-view.ts': 1,
  // Lengths of drawings, zoom, weights, hundredths of a unit.
  'console/platform/components/picture-viewer.tsx': 2,
  'contract/sites/projects/restock-advice.ts': 3,
  'server/sites/equipment/change-equipment.ts': 1,
  'server/sites/equipment/routes.ts': 1,
  'storefront/catalog/goods/detail/detail-view.ts': 3,
  'storefront/money/credit/headroom/headroom-chart.tsx': 3,
  'storefront/money/credit/headroom/headroom-view.ts': 2,
  'storefront/people/settings/avatar/cropping.tsx': 2,
  'storefront/platform/components/credit-gauge.tsx': 2,
  'storefront/platform/components/month-chart.tsx': 3,
}

test.each<Rule>([
  // '¥10 万' on the scale of the levels is not a formatted amount.
  { second: /¥\$?\{/g, use: `formatMoney of ${MONEY}`, allowed: { [MONEY]: 1, 'storefront/orders/levels/level-view.ts': 1 } },
  { second: /\bformatYuan\([^\n]*\)\.replace\(/g, use: `formatYuan of ${MONEY} with decimals`, allowed: {} },
  { second: /=> formatMoney\(\w+\)$/gm, use: `formatMoney of ${MONEY} by its own name`, allowed: {} },
  // The sessions above a person's maximum are not a page of a list.
  {
    second: /\.offset\(/g,
    use: `fetchPage and fetchSlice of ${PAGING}`,
    allowed: { [PAGING]: 1, 'server/people/sessions/sessions.ts': 1 },
  },
  { second: /\(\w*\.?pageNo - 1\) \* \w*\.?pageSize/g, use: `sliceOf of ${PAGING}`, allowed: { [PAGING]: 1 } },
  { second: /fn\.countAll(?:<number>)?\(\)\.as\('total'\)\)/g, use: `countRows of ${PAGING}`, allowed: { [PAGING]: 1 } },
  { second: /\[\\\\%_\]/g, use: `formatLikePattern of ${LIKE}`, allowed: { [LIKE]: 1 } },
  { second: /[/*] 100\b/g, use: `toYuan and fromYuan of ${MONEY}`, allowed: HUNDREDS },
])('$use, not $second', ({ second, allowed }) => {
  const found = sources.flatMap(({ file, text }) => {
    const count = text.match(second)?.length ?? 0
    return count === 0 ? [] : [[file, count] as const]
  })
  expect(Object.fromEntries(found)).toEqual(allowed)
})

const endpointList: Endpoint[] = Object.values<Api>(contract).flatMap((api) => Object.values(api))
const pathsWhere = (holds: (endpoint: Endpoint) => boolean): string[] =>
  endpointList
    .filter(holds)
    .map(({ path: call }) => call)
    .sort()

test('how a call is admitted, how its rate is counted and whether it ends a session is said on its endpoint', () => {
  const admittedAs = (priority: AdmissionPriority) => pathsWhere((endpoint) => priorityOf(endpoint) === priority)
  expect(admittedAs('door')).toEqual([
    '/console-api/api/staff/log-in',
    '/system-api/api/captcha',
    '/user-api/api/security/login-by-mobile',
    '/user-api/api/security/login-by-mobile-with-image-code',
  ])
  expect(admittedAs('pay')).toEqual(['/order-api/api/order/pay-by-credit', '/order-api/api/order/pay-by-wallet'])
  expect(pathsWhere(({ endsSession }) => endsSession === true)).toEqual([
    '/console-api/api/staff/log-out',
    '/user-api/api/security/log-out',
  ])
  expect(pathsWhere(({ rateLimit }) => rateLimit === 'captcha')).toEqual(['/system-api/api/captcha'])
  expect(pathsWhere(({ rateLimit }) => rateLimit === 'login')).toEqual([
    '/console-api/api/staff/log-in',
    '/console-api/api/staff/log-in/bind-totp',
    '/user-api/api/security/login-by-mobile',
    '/user-api/api/security/login-by-mobile-with-image-code',
  ])
  expect(admittedAs('submit')).toEqual(pathsWhere(({ idempotent, admission }) => idempotent && admission !== 'pay'))
  const bySpelling = sources.filter(
    ({ file, text }) => file.startsWith('server/platform/') && /\.test\((?:endpoint\.)?path\)|\bpath\.endsWith\(/.test(text),
  )
  expect(bySpelling.map(({ file }) => file)).toEqual([])
})
