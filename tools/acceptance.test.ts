import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

interface Row {
  id: string
  holds: string
  file: string
  name: string
}

/**
 * The rows of a table of tests: the first column is the case, the last three are the expected result, the file, and the name of the test.
 */
const rowsOf = (page: string, id: RegExp): Row[] =>
  readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '))
    .filter(([first = '']) => id.test(first))
    .map((cells) => {
      const [holds = '', file = '', name = ''] = cells.slice(-3)
      return { id: cells[0] ?? '', holds, file, name }
    })

const acceptance = rowsOf('docs/acceptance.md', /^\d+$/)
const hostile = rowsOf('docs/hostile-cases.md', /^S\d+$/)
const numbers = (rows: readonly Row[]) => [...new Set(rows.map(({ id }) => id))]

test('each of the sixteen cases of acceptance has a story', () => {
  expect(numbers(acceptance)).toEqual(Array.from({ length: 16 }, (_, at) => String(at + 1)))
})

test('each of the seventeen attacks has a story', () => {
  expect(numbers(hostile)).toEqual(Array.from({ length: 17 }, (_, at) => `S${at + 1}`))
})

test.each([...acceptance, ...hostile])('case $id, $holds: its story is where the table says', ({ file, name }) => {
  // A title is in quotes after a bracket: of a test, or of a test with rows (`each`).
  const titles = [...readFileSync(file, 'utf8').matchAll(/\(\s*(['`])(.*?)\1,/g)].map(([, , title]) => title ?? '')
  expect(titles.some((title) => title.includes(name))).toBe(true)
})

const sources = execFileSync('git', ['-c', 'core.quotePath=false', 'ls-files', '*.ts', '*.tsx', '*.sql', '*.mjs'], { encoding: 'utf8' })
  .split('\n')
  .filter(Boolean)

test('every section of the rules that is cited is there', () => {
  const sections = new Set([...readFileSync('docs/domain.md', 'utf8').matchAll(/^## (\d+)\. /gm)].map(([, number]) => number))
  const cited = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/domain §(\d+)/g)].map(([, number]) => ({ file, number })),
  )
  expect(cited.length).toBeGreaterThan(10)
  expect(cited.filter(({ number }) => !sections.has(number))).toEqual([])
})

test('every hostile case that is cited is there', () => {
  const cited = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:\/\/|hostile-cases\.md,) (?:[A-Z]-?\d+, )*(S\d+)\b/g)].map(([, id]) => ({ file, id })),
  )
  expect(cited.length).toBeGreaterThan(10)
  expect(cited.filter(({ id }) => !numbers(hostile).includes(id ?? ''))).toEqual([])
})

// The texts of the help centre are not documents of the project.
const documents = execFileSync('git', ['-c', 'core.quotePath=false', 'ls-files', '*.md', ':!server'], { encoding: 'utf8' })
  .split('\n')
  .filter(Boolean)
const decisions = documents.filter((file) => /^docs\/decisions\/\d{4}-[a-z0-9-]+\.md$/.test(file))

test.each(decisions)('%s has its number, its status and the four headings', (file) => {
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(new RegExp(`^# ${Number(path.basename(file).slice(0, 4))}\\. .+\n\n\\*\\*Status\\*\\* `))
  expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(['Problem', 'Choice', 'Rejected', 'Consequences'])
})

test('every decision record that is cited is there', () => {
  const numbersOf = new Set(decisions.map((file) => Number(path.basename(file).slice(0, 4))))
  expect(numbersOf.size).toBe(decisions.length)
  const cited = [...sources, ...documents].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/[Dd]ecision (\d+)|docs\/decisions\/(\d{4})/g)].map(([, one, other]) => ({
      file,
      number: Number(one ?? other),
    })),
  )
  expect(cited.length).toBeGreaterThan(10)
  expect(cited.filter(({ number }) => !numbersOf.has(number))).toEqual([])
})

test('every link of a document leads to a file', () => {
  const broken = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => path.join(path.dirname(file), target))
      .filter((target) => !existsSync(target))
      .map((target) => `${file}: ${target}`),
  )
  expect(broken).toEqual([])
})
