import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { expect, test } from 'vitest'
import rules from '../.dependency-cruiser.mjs'
import { apart, foundations, groups, modules, type Side, upward } from './modules.mjs'

const ROOTS = ['contract', 'server', 'storefront', 'console', 'ui', 'sandbox', 'tools', 'bench', 'e2e']

/** How long reading the imports may take on a machine that does other work besides. */
const PATIENT = { timeout: 240_000 }

/** Reads the imports of a tree and compares them with the rules of the map. */
async function cruiseTree(baseDir: string): Promise<ICruiseResult> {
  const { forbidden, options } = rules
  const { output } = await cruise(ROOTS, { ...options, baseDir, validate: true, ruleSet: { forbidden } } as never)
  return output as ICruiseResult
}

const violationsOf = ({ summary }: ICruiseResult) => summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)

/** The imports of the repository. Reading them takes many seconds, so two tests share the result. */
let repository: Promise<ICruiseResult> | undefined
const cruiseRepository = () => (repository ??= cruiseTree(process.cwd()))

test('every import is allowed by the module map', PATIENT, async () => {
  const result = await cruiseRepository()
  expect(violationsOf(result)).toEqual([])
  // If the checker cannot parse TypeScript, it finds no imports and no errors. That must fail.
  expect(result.summary.totalCruised).toBeGreaterThan(250)
})

const violations = [
  ['server/catalog/inventory', 'server/catalog/inventory/stock.ts', '#server/orders/orders/public.ts'],
  ['server/orders/cart', 'server/orders/cart/cart-view.ts', '#server/catalog/goods/goods-store.ts'],
  ['contract-is-pure', 'contract/platform/core/money.ts', 'node:fs'],
  ['contract-foundations', 'contract/platform/core/envelope.ts', '#contract/orders/cart/api.ts'],
  ['contract/money/wallet', 'contract/money/wallet/api.ts', '#contract/orders/cart/api.ts'],
  ['sides-meet-in-contract', 'storefront/content/content/content-api.ts', '#server/catalog/goods/public.ts'],
  ['storefront/catalog/goods', 'storefront/catalog/goods/catalog-probe.ts', '#storefront/orders/cart/cart-probe.ts'],
  ['console/people/users', 'console/people/users/probe.ts', '#console/catalog/goods/skus-page.tsx'],
  ['no-cycles', 'server/money/ledger/transfers.ts', './public.ts'],
  ['no-cycles', 'tools/tally.ts', './gate.ts'],
  ['no-cycles', 'bench/crash/worker.ts', './workers.ts'],
  ['no-cycles', 'e2e/journey-timeout.ts', './inspect.ts'],
  ['platform-knows-no-mall', 'server/platform/core/outbox.ts', '#server/money/ledger/public.ts'],
  ['tests-help-tests', 'server/orders/cart/cart-line-store.ts', '#server/platform/testing/invariant-breaches.ts'],
  ['providers-are-outside', 'server/adapters/gateway/probe.ts', '#sandbox/provider-store.ts'],
  ['sandbox-speaks-the-protocol', 'sandbox/probe.ts', '#server/money/ledger/public.ts'],
  ['server-is-on-the-map', 'server/orders/elsewhere/probe.ts', '#server/platform/core/db.ts'],
] as const

/** A small tree with all violations, and with the files that they import. The rules only know paths. It is checked once. */
const foundInCopy = async () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'mall-map-'))
  const write = (file: string, text: string) => {
    mkdirSync(path.join(copy, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(copy, file), text)
  }
  try {
    for (const root of ROOTS) mkdirSync(path.join(copy, root), { recursive: true })
    symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'))
    cpSync('package.json', path.join(copy, 'package.json'))
    for (const [rule, file, target] of [...violations, ['', ...ALLOWED] as const]) {
      const targetFile = target.startsWith('.') ? path.join(path.dirname(file), target) : target.replace('#', '')
      const back = `./${path.relative(path.dirname(targetFile), file)}`
      // Several violations may import the same file.
      if (rule === 'no-cycles') write(targetFile, `export { seen } from '${back}'\n`)
      else if (!target.startsWith('node:') && !existsSync(path.join(copy, targetFile))) write(targetFile, 'export const probe = 1\n')
      write(file, `import * as probe from '${target}'\nexport const seen = probe\n`)
    }
    return violationsOf(await cruiseTree(copy))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
/** What a module may use is not reported, so a violation is not detected by chance. */
const ALLOWED = ['server/orders/cart/cart-store.ts', '#server/platform/core/db.ts'] as const

let copied: Promise<string[]> | undefined

test.each(violations)('a violation of %s is detected', PATIENT, async (rule, file) => {
  copied ??= foundInCopy()
  expect((await copied).filter((one) => one.startsWith(`${rule}: `) && one.includes(file))).not.toEqual([])
  expect((await copied).filter((one) => one.includes(`${ALLOWED[0]} →`) && !one.startsWith('no-orphans'))).toEqual([])
})

const SIDES = Object.keys(modules) as Side[]

test.each(SIDES)('the module map of the %s has no cycles', (side) => {
  const reach = (from: string, seen: string[] = []): string[] =>
    seen.includes(from) ? [...seen, from] : (modules[side][from] ?? []).flatMap((next) => reach(next, [...seen, from]))
  expect(Object.keys(modules[side]).filter((name) => reach(name).includes(name))).toEqual([])
})

test('a module uses only its own group and the groups below it', () => {
  const order = Object.keys(groups)
  const levelOf = (module: string) => order.indexOf(module.split('/')[0] ?? '')
  const found = SIDES.flatMap((side) =>
    Object.entries(modules[side]).flatMap(([module, uses]) =>
      uses.filter((used) => levelOf(module) < levelOf(used)).map((used) => [side, module, used]),
    ),
  )
  expect(found).toEqual(upward)
})

test('the module map lists exactly the uses that exist', PATIENT, async () => {
  const result = await cruiseRepository()
  const moduleOf = (file: string) => file.split('/').slice(1, 3).join('/')
  const used = new Set(
    result.modules
      .filter(({ source }) => !/\.test\.tsx?$/.test(source))
      .flatMap(({ source, dependencies }) =>
        dependencies.map(({ resolved }) => `${source.split('/')[0]} ${moduleOf(source)} ${resolved.split('/')[0]} ${moduleOf(resolved)}`),
      ),
  )
  const idle = SIDES.flatMap((side) =>
    Object.entries(modules[side]).flatMap(([module, uses]) =>
      uses.filter((one) => !used.has(`${side} ${module} ${side} ${one}`)).map((one) => `${side}/${module} → ${one}`),
    ),
  )
  expect(idle).toEqual([])
  expect(SIDES.flatMap((side) => [...foundations[side], ...apart[side]].filter((folder) => !existsSync(`${side}/${folder}`)))).toEqual([])
})
