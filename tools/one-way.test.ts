import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { DAILY_INTEREST_RATE_MAX_BP } from '#contract/money/statements/credit-terms.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { type AdmissionPriority, computeAdmissionPriority } from '#server/platform/http/admission.ts'

/**
 * What the whole project does in one way. Each rule has a pattern that would be a second way, the function to use instead, and the files of
 * that function, which may contain the pattern.
 */
const ROOTS = ['contract', 'server', 'storefront', 'console', 'ui', 'sandbox', 'bench', 'tools', 'e2e']
/** Journeys and the helpers of tests count as sources. Stories and unit tests do not: they write what they expect apart from the code. */
const sources = ROOTS.flatMap((root) => readdirSync(root, { recursive: true }).map((file) => path.join(root, String(file))))
  .filter((file) => /\.tsx?$/.test(file) && !/^(?!e2e\/).*\.test\.tsx?$|public\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

interface Rule {
  /** Where it is looked for; everywhere unless it is said. */
  within?: RegExp
  second: RegExp
  use: string
  /** The number of intended uses, by file. */
  allowed: Record<string, number>
}

const PAGING = 'server/platform/core/paging.ts'
const DATA_TABLE = 'console/platform/components/list/data-table.tsx'
const LIKE = 'server/platform/core/like-pattern.ts'
const MONEY = 'contract/platform/core/money.ts'
const NUMBER_INPUT = 'console/platform/components/number-input.tsx'
const SELECT = 'storefront/platform/components/select/select.tsx'
const PERMISSIONS = 'contract/platform/core/permissions.ts'
const AUTHORISATION = 'server/platform/http/authorisation.ts'
const SHOP_PERMISSION = 'storefront/platform/sessions/permissions/use-permission.ts'
const SCREENS = /^(?:storefront|console|ui)\//
const CONSOLE_PERMISSION = 'console/platform/sessions/permissions.ts'

/** Where 100 is not a factor of money, or belongs to the formatting of an amount; the number of uses by file. */
const HUNDREDS: Rule['allowed'] = {
  [MONEY]: 3,
  // The digits of an amount in words; amounts in spreadsheets and invoices before they are validated.
  'contract/platform/core/amount-in-words.ts': 1,
  'sandbox/e-invoice/rules.ts': 1,
  'server/adapters/spreadsheets/cells.ts': 2,
  // Percents, rates and basis points.
  'console/billing/finance/receivables/summary.tsx': 1,
  'console/catalog/coupons/coupon-page.tsx': 1,
  'console/people/enterprises/enterprise-view.ts': 1,
  'console/platform/components/figures.tsx': 1,
  'contract/catalog/goods/tax-rates.ts': 1,
  'contract/money/provisions/bands.ts': 1,
  'contract/money/statements/credit-terms.ts': 1,
  'sandbox/e-invoice/invoice-files.ts': 1,
  'server/catalog/price-lists/large-changes.ts': 1,
  'server/orders/cost-allocation/costs.ts': 1,
  'storefront/catalog/comments/goods-comments-view.ts': 1,
  'storefront/orders/levels/level-view.ts': 1,
  'bench/clients.ts': 1,
  'bench/compare/report.ts': 3,
  'bench/growth/format-growth.ts': 2,
  'tools/gate.ts': 1,
  'tools/lighthouse.ts': 1,
  // Lengths of drawings, zoom, weights, hundredths of a unit, a planted wrong sum.
  'tools/pictures/forms/packs/can.ts': 1,
  'tools/pictures/forms/tanker/cab.ts': 1,
  'server/platform/testing/acceptance-tamperings.ts': 1,
  'console/platform/components/picture-viewer.tsx': 2,
  'contract/sites/projects/restock-advice.ts': 3,
  'server/sites/equipment/change-equipment.ts': 1,
  'server/sites/equipment/routes.ts': 1,
  'storefront/catalog/goods/detail/detail-view.ts': 3,
  'storefront/money/credit/headroom/headroom-chart.tsx': 3,
  'storefront/money/credit/headroom/headroom-view.ts': 2,
  'storefront/people/account/avatar/cropping.tsx': 2,
  'storefront/platform/components/credit-gauge.tsx': 2,
  'storefront/platform/components/month-chart.tsx': 3,
}

test.each<Rule>([
  // '¥10 万' on the scale of the levels is not a formatted amount.
  { second: /¥\$?\{/g, use: `formatMoney of ${MONEY}`, allowed: { [MONEY]: 1, 'storefront/orders/levels/level-view.ts': 1 } },
  { second: /\bformatYuan\([^\n]*\)\.replace\(/g, use: `formatYuan of ${MONEY} with decimals`, allowed: {} },
  {
    within: SCREENS,
    second: /\bset[A-Z](\w*)\(\{ \.\.\.[a-z]\1,/g,
    use: 'the function form of a state setter: what changed while an upload or a call ran must not be lost',
    allowed: {},
  },
  {
    within: SCREENS,
    second: /<InputNumber\b/g,
    use: `NumberInput of ${NUMBER_INPUT}, which keeps the number that was typed`,
    allowed: { [NUMBER_INPUT]: 1 },
  },
  {
    within: /^(?:storefront|console)\//,
    second: /\bidempotencyKey\b/g,
    use: 'no key of its own: createRequestSender of ui/send.ts gives the same call the same key until it is answered',
    // The numbers of a count, of which each is compared with the books once, come back later with the same words and mean a new one.
    allowed: { 'console/catalog/stock-counts/use-count-entry.ts': 5 },
  },
  {
    within: SCREENS,
    second: /\blazy\(/g,
    use: 'lazyPart or lazyOptionalPart of ui/lazy-part.tsx, whose code may fail to load without an end of the screen',
    allowed: { 'ui/lazy-part.tsx': 1 },
  },
  { second: /=> formatMoney\(\w+\)$/gm, use: `formatMoney of ${MONEY} by its own name`, allowed: {} },
  // Whoever has no session of a member writes it himself: a login, and acts of procurement systems and of invited people.
  {
    within: /^server\//,
    second: /kind: 'member', id\b[^}\n]*\benterpriseId\b/g,
    use: 'toAuditActor of server/platform/http/caller.ts, which says for which parent a buyer acts',
    allowed: {
      'server/platform/http/caller.ts': 1,
      'server/people/identity/log-in.ts': 1,
      'server/people/memberships/routes.ts': 1,
      'server/integration/punch-out/orders/place-punch-out-order.ts': 1,
      'server/integration/punch-out/return-cart.ts': 1,
      'server/integration/punch-out/punch-outs.ts': 1,
    },
  },
  // The sessions above a person's maximum and the next rows to seal anew are not a page of a list.
  {
    second: /\.offset\(|\boffset \$\{/g,
    use: `fetchPageWithTotal, fetchSlice and limitAndOffsetSql of ${PAGING}`,
    allowed: { [PAGING]: 2, 'server/people/sessions/sessions.ts': 1, 'server/platform/core/reseal.ts': 1 },
  },
  {
    second: /\(\w*\.?(?:pageNo|page|at) - 1\) \* [\w.]+/g,
    use: `toSlice of ${PAGING}, and PagedDataTable of ${DATA_TABLE}`,
    allowed: { [PAGING]: 1, [DATA_TABLE]: 1, 'storefront/orders/quick-order/results.tsx': 1 },
  },
  { second: /fn\.countAll(?:<number>)?\(\)\.as\('total'\)\)/g, use: `countRows of ${PAGING}`, allowed: { [PAGING]: 1 } },
  {
    second: /\[\\\\%_\]|`%\$\{(?!sign)/g,
    use: `formatLikeContainsPattern and formatLikeEndsWithPattern of ${LIKE}`,
    // The second one encodes a letter of an address.
    allowed: { [LIKE]: 2, 'server/platform/testing/signed-bucket.ts': 1 },
  },
  {
    second: /(?:permCode|perm_code|codes)\??\.split\(/g,
    use: `hasPermission and parsePermissionCodes of ${PERMISSIONS}`,
    allowed: { [PERMISSIONS]: 1, 'contract/platform/core/staff-permissions.ts': 1 },
  },
  {
    second: /[rR]oles\.(?:some|includes)\(|\.includes\('(?:support|reviewer|warehouse|finance|catalogue|admin)'\)/g,
    use: `hasPermission of ${PERMISSIONS} with { staff: CODE }`,
    // What an account that is shown or changed holds; nobody is let in by it.
    allowed: {
      [PERMISSIONS]: 1,
      'contract/platform/core/staff-permissions.ts': 2,
      'console/people/staff/staff-view.ts': 1,
      'console/platform/shell/shell.tsx': 1,
      'contract/people/staff/dual-control.ts': 5,
      'contract/people/staff/staff-api.ts': 1,
      'server/catalog/shops/staff-shops.ts': 1,
      'server/people/staff/accounts.ts': 2,
      'server/people/staff/custom-roles/change-custom-roles.ts': 1,
      'server/people/staff/staff-store.ts': 1,
    },
  },
  {
    second: /[aA]ccountType\)? (?:===|!==) [12]/g,
    use: `hasPermission of ${PERMISSIONS} with 'main'`,
    // Purchase limits, which only sub-accounts have, what a main account stands for, and what an account is called.
    allowed: {
      [PERMISSIONS]: 1,
      'server/billing/bank-transfers/submit-voucher.ts': 1,
      'server/orders/checkout/place-order.ts': 1,
      'server/orders/checkout/preview-order.ts': 1,
      'server/orders/orders/pay-trade.ts': 3,
      'server/people/verification/submit-steps.ts': 1,
      'storefront/operations/home/account/account-panel.tsx': 1,
      'storefront/people/account/name-row.tsx': 1,
      'storefront/people/user-center/member-head.tsx': 1,
    },
  },
  {
    second: /'(?:staff|machine)' in |startsWith\('guest/g,
    use: `isStaffAccess, isGuestAccess, isMachineAccess, listRequiredPermissionCodes of ${PERMISSIONS}`,
    allowed: { [PERMISSIONS]: 4 },
  },
  {
    second: /\bhasPermission\(/g,
    within: SCREENS,
    use: 'usePermission, and checkPermission where there is no hook',
    allowed: { [SHOP_PERMISSION]: 1, [CONSOLE_PERMISSION]: 1 },
  },
  {
    second: /您的子账号没有[「$]|请联系企业主账号(?:开通|在“账号管理”)|该操作由/g,
    within: SCREENS,
    use: 'the reason of usePermission',
    allowed: {
      [SHOP_PERMISSION]: 1,
      [CONSOLE_PERMISSION]: 1,
      'storefront/platform/sessions/permissions/required-permission.ts': 3,
    },
  },
  // The browser's own fields have the browser's look and language.
  {
    second: /<(?:select|option|datalist)\b|type="(?:date|time|month|week|datetime-local)"/g,
    within: SCREENS,
    use: `Select of ${SELECT}, and DayField`,
    allowed: {},
  },
  {
    second: /disabled=\{[^}]*!== undefined[^}]*\}\s+title=/g,
    within: /^console\//,
    use: 'toDisabledProps of ui/disabled-by.ts',
    allowed: {},
  },
  // A native tooltip needs a mouse: a finger and the keyboard get nothing, least of all on a disabled button.
  {
    second:
      /toDisabledProps|<(?:[a-z][a-z0-9]*|Link|ButtonLink|Button)\b(?:[^<>{}]|=>|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*?\stitle=/g,
    within: /^storefront\//,
    use: 'blocked of Button, and data-hint for what an icon does',
    allowed: {},
  },
  {
    second: /refuse\('(?:NO_PERMISSION|MAIN_ACCOUNT_ONLY|STAFF_ONLY|KEY_SCOPE)'/g,
    use: `requirePermission of ${AUTHORISATION}`,
    // A picture's readers depend on what it belongs to; a session ends when its permissions have changed under a call, and a
    // platform key when those of its owner have.
    allowed: {
      [AUTHORISATION]: 4,
      'server/people/files/routes.ts': 1,
      'server/people/platform-keys/authenticate-platform-key.ts': 1,
      'server/people/sessions/sessions.ts': 1,
      'server/people/staff/staff-sessions.ts': 1,
    },
  },
  {
    second: /'\/(?:user|order|goods|pay|account|system|marketing|console|open)-api\//g,
    within: /^server\//,
    use: 'a field of the endpoint',
    allowed: {},
  },
  // A form closes after a success, and if somebody else was faster: one option says both.
  { second: /onSuccess: (?:\w+\.)?close\b/g, within: /^console\//, use: 'the option `close` of useApiMutation', allowed: {} },
  { second: /[/*] 100\b/g, use: `toYuan and fromYuan of ${MONEY}`, allowed: HUNDREDS },
])('$use, not $second', ({ second, within, allowed }) => {
  const found = sources.flatMap(({ file, text }) => {
    if (within && !within.test(file)) return []
    const count = text.match(second)?.length ?? 0
    return count === 0 ? [] : [[file, count] as const]
  })
  expect(Object.fromEntries(found)).toEqual(allowed)
})

/** Elements that the keyboard can focus, or that hold such a one: the label of a radio button. */
const focusable: ReadonlySet<string> = new Set(['a', 'button', 'label', 'Button', 'ButtonLink', 'Link'])
/** Without tags and the signs of templates: what is left is the same for a text and for a string of it. */
const omitMarkup = (text: string): string => text.replace(/<[^<>]*>|[\s{}$`'"]/g, '')

/** The hints that neither the keyboard nor a screen reader reaches: the element has no focus, and does not say the same as its text. */
const listUnreachableHints = (text: string): string[] =>
  [...text.matchAll(/\sdata-hint=(\{(?:[^{}]|\{[^{}]*\})*\}|"[^"]*")/g)].flatMap(({ index, 1: hint = '' }) => {
    const name = [...text.slice(0, index).matchAll(/<([A-Za-z]\w*)(?=\s)/g)].at(-1)?.[1] ?? ''
    const rest = text.slice(index)
    const content = /^[^<]*\/>/.test(rest) ? '' : rest.slice(rest.indexOf('>'), rest.indexOf(`</${name}>`))
    const hasSameText = content.includes('sr-only') || omitMarkup(content).includes(omitMarkup(hint))
    return focusable.has(name) || hasSameText ? [] : [`${name} ${hint}`]
  })

test('a hint stands on what can be focused, or says what its element says as well', () => {
  expect(listUnreachableHints('<span className="x" data-hint={name}>少</span>')).toHaveLength(1)
  expect(listUnreachableHints('<i data-hint="点" /><b className="sr-only">点</b>')).toHaveLength(1)
  expect(listUnreachableHints('<span data-hint={name}>少<span className="sr-only">多</span></span>')).toEqual([])
  const found = sources.filter(({ file }) => file.startsWith('storefront/')).flatMap(({ text }) => listUnreachableHints(text))
  expect(found).toEqual([])
})

test('the daily interest rate has one maximum in the contract, which both tables check', () => {
  const bounds = [...readFileSync('server/schema.sql', 'utf8').matchAll(/^.*(?:repayment_terms_rate|setting_daily_rate).*<= (\d+)/gm)]
  expect(bounds.map(([, most]) => Number(most))).toEqual([DAILY_INTEREST_RATE_MAX_BP, DAILY_INTEREST_RATE_MAX_BP])
})

const endpointList: Endpoint[] = Object.values<EndpointGroup>(contract).flatMap((api) => Object.values(api))
const pathsWhere = (holds: (endpoint: Endpoint) => boolean): string[] =>
  endpointList
    .filter(holds)
    .map(({ path: call }) => call)
    .sort()

test('admission, rate limit and session end of a call are declared on its endpoint', () => {
  const admittedAs = (priority: AdmissionPriority) => pathsWhere((endpoint) => computeAdmissionPriority(endpoint) === priority)
  expect(admittedAs('login')).toEqual([
    '/console-api/api/staff/log-in',
    '/system-api/api/captcha',
    '/user-api/api/punch-out/enter',
    '/user-api/api/security/login-by-mobile',
    '/user-api/api/security/login-by-mobile-with-image-code',
  ])
  expect(admittedAs('pay')).toEqual(['/order-api/api/order/pay-by-credit', '/order-api/api/order/pay-by-wallet'])
  expect(pathsWhere(({ endsSession }) => endsSession === true)).toEqual([
    '/console-api/api/staff/log-out',
    '/goods-api/api/goods-shopping-cart/return',
    '/user-api/api/security/log-out',
    '/user-api/api/user/personal-data/close',
  ])
  expect(pathsWhere(({ rateLimit }) => rateLimit === 'captcha')).toEqual(['/system-api/api/captcha'])
  expect(pathsWhere(({ rateLimit }) => rateLimit === 'login')).toEqual([
    '/console-api/api/staff/log-in',
    '/console-api/api/staff/log-in/bind-totp',
    '/user-api/api/punch-out/enter',
    '/user-api/api/security/login-by-mobile',
    '/user-api/api/security/login-by-mobile-with-image-code',
  ])
  expect(admittedAs('submit')).toEqual(pathsWhere(({ idempotent, admission }) => idempotent && admission !== 'pay'))
  const bySpelling = sources.filter(
    ({ file, text }) => file.startsWith('server/platform/') && /\.test\((?:endpoint\.)?path\)|\bpath\.endsWith\(/.test(text),
  )
  expect(bySpelling.map(({ file }) => file)).toEqual([])
})

/** Tests that read the clock, and how often: they wait with it, or compare two durations of one run. None compares one duration with a bound. */
const CLOCKS: Record<string, number> = {
  'e2e/supplier-invoices.test.ts': 1,
  'tools/backup.test.ts': 2,
  'server/billing/bank/importing.test.ts': 2,
  'server/billing/incoming-payments/concurrent-payments.test.ts': 2,
  'server/catalog/goods/catalog.test.ts': 3,
  'server/catalog/price-lists/importing.test.ts': 2,
  'bench/failover.test.ts': 3,
  'bench/outage.test.ts': 5,
  'bench/revocation.test.ts': 2,
  'bench/shared-limits.test.ts': 1,
  'server/adapters/push/push.test.ts': 2,
  'server/main.test.ts': 5,
  'server/people/identity/log-in.test.ts': 2,
  'server/platform/web/file-handles.test.ts': 2,
  'server/platform/web/overload.test.ts': 6,
  'tools/start.test.ts': 2,
}

test('no test compares a single measured duration with a bound: measureFastest takes the best of three', () => {
  const clocks = ROOTS.flatMap((root) => readdirSync(root, { recursive: true }).map((file) => path.join(root, String(file))))
    .filter((file) => file.endsWith('.test.ts') && file !== 'tools/one-way.test.ts')
    .map((file): [string, number] => [
      file,
      readFileSync(file, 'utf8').match(/performance\.now\(\)|monotonicNowMs\(\)|= Date\.now\(\)/g)?.length ?? 0,
    ])
  expect(Object.fromEntries(clocks.filter(([, count]) => count > 0))).toEqual(CLOCKS)
})

test('no test has a shorter polling timeout than the configuration, because a busy machine is slow', () => {
  const hasty = ROOTS.flatMap((root) => readdirSync(root, { recursive: true }).map((file) => path.join(root, String(file))))
    .filter((file) => file.endsWith('.ts') && file !== 'tools/one-way.test.ts')
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:\.poll|vi\.waitUntil|vi\.waitFor)\((?:(?!\n\n)[\s\S])*?timeout: ([\d_]+)/g)]
        .filter(([, timeout = '']) => Number(timeout.replaceAll('_', '')) < 20_000)
        .map(([found]) => `${file}: ${found.slice(0, 40)}`),
    )
  expect(hasty).toEqual([])
})

test('no test or hook has a shorter timeout than the configured one', () => {
  const short = ROOTS.flatMap((root) => readdirSync(root, { recursive: true }).map((file) => path.join(root, String(file))))
    .filter((file) => file.endsWith('.test.ts') && file !== 'tools/one-way.test.ts')
    .flatMap((file) =>
      // The last argument of `test` or of a hook, at the beginning of a line; a timer's is a hundred times as short.
      [...readFileSync(file, 'utf8').matchAll(/^ *\}, ([\d_]{5,})\)$|^const \w+ = \{ timeout: ([\d_]+) \}$/gm)]
        .filter(([, given, named]) => Number((given ?? named ?? '').replaceAll('_', '')) <= 120_000)
        .map(([found]) => `${file}: ${found.trim()}`),
    )
  expect(short).toEqual([])
})
