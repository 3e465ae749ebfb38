import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { promises } from './proof/promises.ts'
import { readProofRecords, renderProofDocument } from './proof/proof-page.ts'

const ROOT = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

/** What is wrong with the arguments of a command of `npm run`: its script is missing, or does not read one of its options that way. */
function findWrongArguments([run, script = '', dashes, ...args]: readonly string[]): string[] {
  const file = /^node (\S+)$/.exec(scripts[script] ?? '')?.[1]
  if (run !== 'run' || dashes !== '--' || file === undefined) return [`${run} ${script} ${dashes}`]
  const source = readFileSync(path.join(ROOT, file), 'utf8')
  return args.filter((arg, at) => {
    if (!arg.startsWith('--')) return !args[at - 1]?.startsWith('--')
    const [, type] = new RegExp(`^ {4}'?${arg.slice(2)}'?: \\{ type: '(string|boolean)'`, 'm').exec(source) ?? []
    return type !== (args[at + 1]?.startsWith('--') === false ? 'string' : 'boolean')
  })
}

test('each promise has a unique id, and its command runs as it is printed: its files and options exist', () => {
  expect(new Set(promises.map(({ id }) => id)).size).toBe(promises.length)
  for (const { id, shownBy } of promises) {
    if ('npm' in shownBy) expect(findWrongArguments(shownBy.npm), id).toEqual([])
    else for (const file of shownBy.tests) expect(existsSync(path.join(ROOT, file)), file).toBe(true)
  }
})

test('a promise whose tests draw from a seed prints it, and the command of one does', () => {
  const files = promises.flatMap(({ shownBy }) => ('npm' in shownBy ? [] : [...shownBy.tests]))
  const drawing = [...files.filter((file) => /createSeededRandom\(|fc\.assert\(|\bSEED\b/.test(read(file))), 'bench/crash/crash.ts']
  expect(drawing.length).toBeGreaterThan(4)
  expect(drawing.filter((file) => !/seed \$\{\w+\}/.test(read(file)))).toEqual([])
})

test('figures that a test prints are those that the page looks for', () => {
  for (const { id, shownBy, figures } of promises) {
    if (!figures || 'npm' in shownBy) continue
    const templates = shownBy.tests.flatMap((file) => [...read(file).matchAll(/console\.info\(\s*`([^`]*)`/g)].map(([, text = '']) => text))
    const printed = templates.map((text) => text.replaceAll(/\$\{[^}]*\}/g, '1'))
    expect(printed.filter((text) => text.match(figures) !== null).length, id).toBeGreaterThan(0)
  }
})

test.each([
  [['run', 'crash', '--', '--plants'], ['--plants']],
  [['run', 'crash', '--', '--faults', '60'], ['--faults']],
  [['run', 'crash', '--', '--seconds'], ['--seconds']],
  [['run', 'crashes', '--', '--faults'], ['run crashes --']],
  [['run', 'crash', '--', '60'], ['60']],
])('the wrong command %j is noticed', (command, wrong) => {
  expect(findWrongArguments(command)).toEqual(wrong)
})

test('a result belongs to a promise, has its commit, and states what was not measured', () => {
  const records = readProofRecords()
  const ids = promises.map(({ id }) => id)
  for (const [id, { commit, figures, seconds }] of Object.entries(records)) {
    expect(ids).toContain(id)
    expect(commit, id).toMatch(/^[0-9a-f]{7,}/)
    expect(figures.length, id).toBeGreaterThan(0)
    expect(seconds, id).toBeGreaterThan(0)
  }
  const page = renderProofDocument({
    stock: { ok: false, figures: '1 passed, 1 failed', commit: 'abcdef0', at: '2026-11-27T00:00:00Z', seconds: 3 },
  })
  expect(page).toContain('**failed**<br>1 passed, 1 failed')
  expect(page.match(/\*\*not measured\*\*/g)).toHaveLength(promises.length - 1)
})
