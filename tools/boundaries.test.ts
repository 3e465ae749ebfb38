import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { expect, test } from 'vitest'
import rules from '../.dependency-cruiser.mjs'
import { serverModules } from './modules.mjs'
import { storefrontFeatures } from './storefront-modules.mjs'

const ROOTS = ['contract', 'server', 'storefront', 'console', 'ui', 'sandbox']

/** Looks at a tree with the rules of the map. */
async function violations(baseDir: string): Promise<{ found: string[]; modules: number }> {
  const { forbidden, options } = rules
  const { output } = await cruise(ROOTS, { ...options, baseDir, validate: true, ruleSet: { forbidden } } as never)
  const { summary } = output as ICruiseResult
  return { found: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`), modules: summary.totalCruised }
}

test('every import is one that the map allows', async () => {
  const { found, modules } = await violations(process.cwd())
  expect(found).toEqual([])
  // A cruiser that cannot read TypeScript sees nothing and finds nothing: that is no green.
  expect(modules).toBeGreaterThan(250)
}, 60_000)

const sins = [
  ['server-inventory', 'server/inventory/stock.ts', '../ordering/public.ts'],
  ['server-cart', 'server/cart/cart-view.ts', '../catalog/goods-store.ts'],
  ['contract-is-pure', 'contract/money.ts', 'node:fs'],
  ['sides-meet-in-contract', 'storefront/shell/site.ts', '../../server/catalog/public.ts'],
  ['storefront-catalog', 'storefront/catalog/catalog-probe.ts', '../cart/cart-probe.ts'],
  ['no-cycles', 'server/ledger/transfers.ts', './public.ts'],
  ['platform-knows-no-mall', 'server/platform/outbox.ts', '../ledger/public.ts'],
  ['tests-help-tests', 'server/cart/cart-line-store.ts', '../testing/invariant-breaches.ts'],
  ['providers-are-outside', 'server/gateway/probe.ts', '../../sandbox/book.ts'],
  ['sandbox-speaks-the-protocol', 'sandbox/probe.ts', '../server/ledger/public.ts'],
  ['server-is-on-the-map', 'server/elsewhere/probe.ts', '../platform/db.ts'],
] as const

/** One copy of the tree with every sin in it, looked at once: each sins in a file of its own. */
const foundInCopy = async () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'mall-map-'))
  try {
    for (const root of ROOTS) cpSync(root, path.join(copy, root), { recursive: true, filter: (from) => !from.includes('/public/') })
    symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'))
    writeFileSync(path.join(copy, 'storefront/cart/cart-probe.ts'), 'export const probe = 1\n')
    for (const [, file, target] of sins) {
      mkdirSync(path.join(copy, path.dirname(file)), { recursive: true })
      writeFileSync(path.join(copy, file), `import * as sin from '${target}'\nexport const seen = sin\n`)
    }
    return (await violations(copy)).found
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
let copied: Promise<string[]> | undefined

test.each(sins)(
  'a sin against %s is seen',
  async (rule, file) => {
    copied ??= foundInCopy()
    expect((await copied).filter((one) => one.startsWith(`${rule}: `) && one.includes(file))).not.toEqual([])
  },
  60_000,
)

test('the map has no circles', () => {
  const reach = (modules: Record<string, readonly string[]>, from: string, seen: string[] = []): string[] =>
    seen.includes(from) ? [...seen, from] : (modules[from] ?? []).flatMap((next) => reach(modules, next, [...seen, from]))
  for (const modules of [serverModules, storefrontFeatures]) {
    const circles = Object.keys(modules).filter((name) => reach(modules, name).includes(name))
    expect(circles).toEqual([])
  }
})
