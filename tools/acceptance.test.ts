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

test('each of the sixteen acceptance cases has a test', () => {
  expect(numbers(acceptance)).toEqual(Array.from({ length: 16 }, (_, at) => String(at + 1)))
})

test('each of the seventeen attacks has a test', () => {
  expect(numbers(hostile)).toEqual(Array.from({ length: 17 }, (_, at) => `S${at + 1}`))
})

test.each([...acceptance, ...hostile])('case $id, $holds: the named test exists in the named file', ({ file, name }) => {
  // A title is in quotes after a bracket: of a test, or of a test with rows (`each`).
  const titles = [...readFileSync(file, 'utf8').matchAll(/\(\s*(['`])(.*?)\1,/g)].map(([, , title]) => title ?? '')
  expect(titles.some((title) => title.includes(name))).toBe(true)
})

const sources = execFileSync('git', ['-c', 'core.quotePath=false', 'ls-files', '*.ts', '*.tsx', '*.sql', '*.mjs'], { encoding: 'utf8' })
  .split('\n')
  .filter(Boolean)

// A comment in one line, without the marks at the beginnings of its lines. What `//` in a string looks like does not matter: it cites nothing.
const comments = sources.flatMap((file) => {
  const text = readFileSync(file, 'utf8').replace(/\n\s*(?:\/\/|--) (?=§)/g, ' ')
  const found = text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|--) .*/g) ?? []
  return found.map((comment) => ({ file, text: comment.replace(/\s*\n[\s*]*/g, ' ').replace(/^\S+ /, '') }))
})
const citations = (form: RegExp) =>
  comments.flatMap(({ file, text }) => [...text.matchAll(form)].map(([, cited = '']) => ({ file, cited })))

test('every section cited in a comment exists in the rules, or belongs to a law or standard', () => {
  const rules = readFileSync('docs/domain.md', 'utf8')
  const sections = [...rules.matchAll(/^## (\d+)\. /gm)].map(([, number]) => `domain §${number}`)
  const prescribed = [...rules.matchAll(/^\| §(\d+) \|/gm)].map(([, number]) => `specification §${number}`)
  const cited = citations(/(\S*) ?§ ?\d+/g).map(({ file, cited: word }) => ({ file, word: word.replace(/^\(/, '') }))
  const own = citations(/((?:domain|specification) §\d+)/g)
  expect(own.length).toBeGreaterThan(60)
  expect(own.filter(({ cited: one }) => ![...sections, ...prescribed].includes(one))).toEqual([])
  expect(cited.filter(({ word }) => !/^(?:domain|specification|\d+|ECMA-376|\p{Script=Han}+[法例])$/u.test(word))).toEqual([])
})

test('every case cited in a comment exists in the tables of cases', () => {
  const hostileIds = rowsOf('docs/hostile-cases.md', /^(?:[A-Z]\d{1,2}|T-\d\d)$/).map(({ id }) => id)
  // A comment begins with the ids of its cases, or names one with the page.
  const lists = citations(/^((?:[A-Z]\d{1,2}|T-\d\d)(?:, (?:[A-Z]\d{1,2}|T-\d\d))*)(?=[:.,]|$)/g)
  const ids = lists.flatMap(({ cited, file }) => cited.split(', ').map((id) => ({ file, cited: id })))
  const named = citations(/hostile-cases\.md, ([A-Z]-?\d+)/g)
  expect(ids.length).toBeGreaterThan(200)
  expect([...ids, ...named].filter(({ cited }) => !hostileIds.includes(cited))).toEqual([])
  const cases = citations(/[Aa]cceptance case (\d+)/g)
  expect(cases.length).toBeGreaterThan(5)
  expect(cases.filter(({ cited }) => !numbers(acceptance).includes(cited))).toEqual([])
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

test('every cited decision record exists', () => {
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

test('every link in a document leads to an existing file', () => {
  const broken = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => path.join(path.dirname(file), target))
      .filter((target) => !existsSync(target))
      .map((target) => `${file}: ${target}`),
  )
  expect(broken).toEqual([])
})
