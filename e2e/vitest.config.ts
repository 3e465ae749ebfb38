import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import LongestFirst from '#tools/longest-first.ts'
import { JOURNEY_TIMEOUT_MS } from './journey-timeout.ts'

/** Pictures of a demo of their own: before a release, and whoever changes a screen renews them (`npm run golden`). */
const pictures = process.env.GOLDEN === undefined ? ['e2e/golden.test.ts'] : []
/**
 * Before a release only, because a landing has twenty minutes: what staff write every day, in many short journeys at both sizes, and screens
 * whose rules the stories of their calls hold as well.
 */
const beforeRelease = [
  ...['purchasing', 'warehouse-desk', 'office-desk'],
  ...[
    'account-managers',
    'attributes',
    'catalog-structure',
    'company-groups',
    'content',
    'counting',
    'coupon-desk',
    'facets',
    'funnel',
    'goods-editing',
    'goods-import',
  ],
  ...['quotation-messages', 'rights', 'same-instant', 'seller-office', 'sensitive-changes', 'stock-transfers', 'typed-days', 'weighing'],
].map((name) => `e2e/${name}.test.ts`)

/** Journeys in a real browser, four files at a time. Each file has its own server and its own copy of the demo. Run: npm run e2e */
export default defineConfig({
  root: path.join(import.meta.dirname, '..'),
  test: {
    globalSetup: ['server/platform/testing/global-setup.ts', 'e2e/global-setup.ts'],
    include: ['e2e/**/*.test.ts'],
    exclude: selectByTestTier({ landing: [...beforeRelease, ...pictures], release: [] }),
    reporters: ['default', './tools/tally.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: JOURNEY_TIMEOUT_MS } },
    pool: 'forks',
    // The modules are loaded and the browser is started once per worker. A file changes nothing that another one reads, because each has
    // its own mall.
    isolate: false,
    // Two more than the cores of a small machine, because a journey waits for timers and frames: three kept two cores 86 % busy.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Two pages at the same time, because a browser gives each its own process.
    maxConcurrency: 2,
  },
})
