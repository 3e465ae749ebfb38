import { expect, test } from 'vitest'
import { splitAtSearchMatches } from './highlight-matches.ts'

test.each<[string, string[], string]>([
  ['申请赊销额度', ['赊销额度', '额度'], '申请[赊销额度]'],
  ['Excel 与 excel', ['excel'], '[Excel] 与 [excel]'],
  ['a+b (c) $1', ['+b', '(c)', '$1'], 'a[+b] [(c)] [$1]'],
  ['没有', ['x'], '没有'],
  ['没有词', [], '没有词'],
  ['', ['x'], ''],
])('%j highlighted by %j is %j', (text, words, shown) =>
  expect(
    splitAtSearchMatches(text, words)
      .map((run) => (run.marked ? `[${run.text}]` : run.text))
      .join(''),
  ).toBe(shown),
)
