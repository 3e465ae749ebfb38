import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The rows of docs/acceptance.md: case, what must hold, file, name. */
const rows = readFileSync('docs/acceptance.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))

test('each of the sixteen cases has a story', () => {
  const cases = Array.from({ length: 16 }, (_, at) => String(at + 1))
  expect([...new Set(rows.map(([number]) => number))]).toEqual(cases)
})

test.each(rows)('case %s, %s: its story is where the table says', (_, __, file = '', name = '') => {
  // A title stands in quotes right after a bracket: of a test, or of one that is given its rows.
  const titles = [...readFileSync(file, 'utf8').matchAll(/\(\s*(['`])(.*?)\1,/g)].map(([, , title]) => title ?? '')
  expect(titles.some((title) => title.includes(name))).toBe(true)
})
