import { defineConfig } from 'vitest/config'
import LongestFirst from './tools/longest-first.ts'

const under = (folders: string) => [`{${folders}}/**/*.test.ts`]

export default defineConfig({
  test: {
    reporters: ['default', './tools/tally.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Some wait for others' processes and for clocks: a third one uses the two cores meanwhile.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'stories',
          include: under('contract,server,tools,bench'),
          globalSetup: ['server/platform/testing/global-setup.ts'],
          // What the server needs is read once, not for every file, which halves the time. It keeps nothing between two malls but its lanes.
          isolate: false,
        },
      },
      // A browser has one page, and so has a file of these: they bring a window, its storage and its address along.
      { extends: true, test: { name: 'screens', include: under('storefront,console,ui') } },
    ],
  },
})
