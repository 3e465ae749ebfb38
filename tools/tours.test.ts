import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const TOURS = 'docs/tours'
/** The largest number of files that a reader opens for an action. */
const FILES_MAX: Readonly<Record<string, number>> = { 'cart-add.md': 12, 'order-submit.md': 18, 'pay-on-credit.md': 14 }

interface Reference {
  file: string
  symbol: string
}

const referencesIn = (text: string): Reference[] =>
  [...text.matchAll(/`([\w./-]+\.tsx?)#(\w+)`/g)].map(([, file = '', symbol = '']) => ({ file, symbol }))

/** The numbered steps of a tour with their lines, and the files that its last part lists. */
function readTour(name: string) {
  const text = readFileSync(path.join(TOURS, name), 'utf8')
  const steps = [...text.matchAll(/^(\d+)\. (.+(?:\n {3,}.+)*)/gm)].map(([, number, lines = '']) => ({
    number: Number(number),
    references: referencesIn(lines),
  }))
  const closed = [...text.matchAll(/^- (.+)/gm)].flatMap(([, line = '']) => referencesIn(line))
  return { all: referencesIn(text), steps, closed, files: steps.map(({ references: [first] }) => first?.file ?? '') }
}

/** Returns whether a file declares a name at its top level. */
const declares = ({ file, symbol }: Reference): boolean =>
  existsSync(file) &&
  new RegExp(`^(?:export )?(?:async )?(?:function|const|type|interface|class) ${symbol}\\b`, 'm').test(readFileSync(file, 'utf8'))

const resolveImport = (from: string, specifier: string): string =>
  specifier.startsWith('#') ? specifier.slice(1) : path.join(path.dirname(from), specifier)

/** The names that a file imports or re-exports, each with the file that it comes from. */
function importsOf(file: string): { names: string[]; target: string }[] {
  const statements = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '([#.][^']+)'/gm)
  return [...statements].map(([, list = '', specifier = '']) => ({
    names: list
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter(Boolean),
    target: resolveImport(file, specifier),
  }))
}

/**
 * The files that a file imports. A module's `public.ts` stands for the files that declare the names, and an `-api.ts` for what it connects.
 */
function filesBehind(file: string): string[] {
  return importsOf(file).flatMap(({ names, target }) => {
    if (target.endsWith('/public.ts'))
      return importsOf(target)
        .filter((passed) => passed.names.some((name) => names.includes(name)))
        .map((passed) => passed.target)
    return target.endsWith('-api.ts') && existsSync(target) ? [target, ...importsOf(target).map((one) => one.target)] : [target]
  })
}

const areLinked = (one: string, other: string): boolean => filesBehind(one).includes(other) || filesBehind(other).includes(one)
const sideOf = (file: string): 'server' | 'screen' => (file.startsWith('server/') ? 'server' : 'screen')

test('every tour has a maximum length and is linked in the list of tours', () => {
  const tours = readdirSync(TOURS).filter((name) => name !== 'README.md')
  expect(tours.toSorted()).toEqual(Object.keys(FILES_MAX).toSorted())
  const list = readFileSync(path.join(TOURS, 'README.md'), 'utf8')
  for (const name of tours) expect(list).toContain(`(${name})`)
})

test.each(Object.entries(FILES_MAX))('%s: every name is declared in the file stated', (name) => {
  const { all } = readTour(name)
  expect(all.length).toBeGreaterThan(10)
  expect(all.filter((reference) => !declares(reference))).toEqual([])
})

/** The names of code in backticks: of functions, types and constants (one capital letter at least), and of tables. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/`(\w+(?:\.\w+)*)`/g)]
    .flatMap(([, path = '']) => path.split('.'))
    .filter((name) => /[a-z][A-Z]|^[A-Z][a-z]|_/.test(name))

test.each(Object.keys(FILES_MAX))('%s: every other name in backquotes occurs in one of its files', (name) => {
  const text = readFileSync(path.join(TOURS, name), 'utf8')
  const code = readTour(name)
    .all.map(({ file }) => readFileSync(file, 'utf8'))
    .join('\n')
  const names = [...new Set(namesIn(text))]
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((one) => !new RegExp(`\\b${one}\\b`).test(code))).toEqual([])
})

test.each(Object.entries(FILES_MAX))('%s has numbered steps of one file each, at most %i files', (name, most) => {
  const { steps, files } = readTour(name)
  expect(steps.map(({ number }) => number)).toEqual(steps.map((_, at) => at + 1))
  for (const { number, references } of steps) expect(new Set(references.map(({ file }) => file)).size, `step ${number}`).toBe(1)
  expect(new Set(files).size).toBe(files.length)
  expect(files.length).toBeLessThanOrEqual(most)
})

test.each(Object.keys(FILES_MAX))('%s: imports connect each file to an earlier step', (name) => {
  const { files, closed } = readTour(name)
  const unreachable = files.filter((file, at) => {
    const earlier = files.slice(0, at)
    const isFirst = !earlier.some((one) => sideOf(one) === sideOf(file))
    return !isFirst && !earlier.some((one) => areLinked(one, file))
  })
  expect(unreachable).toEqual([])
  expect(closed.map(({ file }) => file).filter((file) => files.includes(file) || !files.some((one) => areLinked(one, file)))).toEqual([])
})
