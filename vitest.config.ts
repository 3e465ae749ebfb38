import { defineConfig } from 'vitest/config'
import { selectByTestTier } from './server/platform/testing/tier.ts'
import LongestFirst from './tools/longest-first.ts'

const under = (folders: string) => [`{${folders}}/**/*.test.ts`]

/** Tests of screens that replace a global (`vi.stubGlobal`, `stubStorage`). tools/isolation.test.ts compares the list with the sources. */
export const PAGES = [
  'console/catalog/goods-editing/editor/draft-store.test.ts',
  'console/platform/sessions/session.test.ts',
  'storefront/catalog/goods/compare/compare-choice.test.ts',
  'storefront/operations/home/hero.test.ts',
  'storefront/platform/routing/routing.test.ts',
  'storefront/platform/components/waiting-order-storage.test.ts',
  'storefront/platform/sessions/draft/form-draft.test.ts',
  'storefront/platform/sessions/page-state.test.ts',
  'storefront/platform/sessions/pending-requests.test.ts',
  'storefront/platform/sessions/send.test.ts',
  'storefront/platform/sessions/token.test.ts',
  'storefront/platform/shell/search/recent-searches.test.ts',
  'ui/send-file.test.ts',
  'ui/send.test.ts',
  'ui/unanswered-calls.test.ts',
]

/** Tests that only read the sources. The fast part of the gate runs them, and its stories leave them out (`SOURCE_CHECKS=done`). */
export const SOURCE_CHECKS = ['boundaries', 'tables', 'tidy', 'one-way', 'regular-expressions', 'repository', 'readme', 'tours'].map(
  (name) => `tools/${name}.test.ts`,
)

/** These need tens of seconds of the machine, and what they test changes seldom. The nightly run and each release have them (decision 52). */
const RELEASE_ONLY = [
  'bench/embedded-production.test.ts',
  'bench/outage.test.ts',
  'bench/pooled.test.ts',
  'bench/several-servers.test.ts',
  'bench/shared-limits.test.ts',
  'server/people/identity/captcha-solver.test.ts',
  'tools/demo/moments.test.ts',
  'tools/drill.test.ts',
  'tools/move.test.ts',
  'tools/rotate-secret.test.ts',
]

export default defineConfig({
  test: {
    reporters: ['default', './tools/tally.ts'],
    testTimeout: selectByTestTier({ landing: 120_000, release: 300_000 }),
    hookTimeout: 300_000,
    // The value only decides how soon a failure is reported: on a busy machine everything takes longer. No test sets a shorter time of its
    // own.
    expect: { poll: { timeout: selectByTestTier({ landing: 30_000, release: 60_000 }) } },
    pool: 'forks',
    // Some files wait for other processes and for clocks, so a third file uses the two cores meanwhile.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'stories',
          include: under('contract,server,tools,bench'),
          exclude: [
            ...selectByTestTier({ landing: RELEASE_ONLY, release: [] }),
            ...(process.env.SOURCE_CHECKS === 'done' ? SOURCE_CHECKS : []),
          ],
          globalSetup: ['server/platform/testing/global-setup.ts'],
          setupFiles: ['server/platform/testing/cheap-pictures.ts'],
          // The server's modules are loaded once and not for every file, which halves the time. The server keeps no state between two malls
          // except its lanes.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'screens', include: under('storefront,console,ui'), exclude: PAGES, isolate: false } },
      // These tests replace things that a browser has only once: the window, its storage, its network. Each file needs its own process.
      { extends: true, test: { name: 'pages', include: PAGES } },
    ],
  },
})
