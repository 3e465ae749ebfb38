import { expect, test } from 'vitest'
import { parsePageNo } from './parse-page.ts'

test.each([
  ['3', 3],
  ['10000', 10_000],
  ['10001', 1],
  ['0', 1],
  ['-1', 1],
  ['2.5', 1],
  ['x', 1],
  ['', 1],
  [undefined, 1],
])('the page %j in the address is parsed as %d', (text, page) => expect(parsePageNo(text)).toBe(page))
