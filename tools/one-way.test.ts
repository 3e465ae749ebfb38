import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * What the whole project does in one way: each rule names a spelling that would be a second way, the one function to use instead, and the files that
 * may have it, which are that function's own.
 */
const ROOTS = ['contract', 'server', 'storefront', 'console', 'ui', 'sandbox']
const sources = ROOTS.flatMap((root) => readdirSync(root, { recursive: true }).map((file) => path.join(root, String(file))))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|public\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

interface Rule {
  second: RegExp
  use: string
  /** By file, how often it is there on purpose. */
  allowed: Record<string, number>
}

const MONEY = 'contract/platform/core/money.ts'

test.each<Rule>([
  // '¥10 万' on the scale of the levels is not the amount's own digits.
  { second: /¥\$?\{/g, use: `formatMoney of ${MONEY}`, allowed: { [MONEY]: 1, 'storefront/orders/levels/level-view.ts': 1 } },
  { second: /\bformatYuan\([^\n]*\)\.replace\(/g, use: `formatYuan of ${MONEY} with decimals`, allowed: {} },
  { second: /=> formatMoney\(\w+\)$/gm, use: `formatMoney of ${MONEY} by its own name`, allowed: {} },
])('$use, not $second', ({ second, allowed }) => {
  const found = sources.flatMap(({ file, text }) => {
    const count = text.match(second)?.length ?? 0
    return count === 0 ? [] : [[file, count] as const]
  })
  expect(Object.fromEntries(found)).toEqual(allowed)
})
