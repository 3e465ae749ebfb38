import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SCHEMA_SQL_PATH, SCHEMA_TYPES_PATH } from './schema.ts'
import { parseSource, visitSyntaxTreeNodes } from './syntax-tree.ts'

const SIDES = ['server', 'contract', 'storefront', 'console']
const listFiles = (...args: string[]): string[] =>
  execFileSync('git', ['-c', 'core.quotePath=false', 'ls-files', ...args], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)

/** Reduces a noun to one form, so that singular and plural are equal. Only equality matters: 'sms' may become 'sm'. */
const toSingular = (word: string): string =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/(?<!s|i|tu|nu)s$/, '')
/** 'after-sales', 'after_sale' and 'AfterSale' all become 'after sale'. */
const toPhrase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map(toSingular)
    .join(' ')
const includesPhrase = (name: string, phrase: string): boolean => ` ${toPhrase(name)} `.includes(` ${phrase} `)

const splitCell = (cell: string, separator: string): string[] => (cell === '–' ? [] : cell.split(separator))
const rows = readFileSync('docs/words.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => {
    const [chinese = '', words = '', meaning = '', unused = ''] = line.slice(2, -2).split(' | ')
    return { chinese: splitCell(chinese, ' / '), words: splitCell(words, ', '), meaning, unused: splitCell(unused, ', ') }
  })
const phrases = new Set(rows.flatMap(({ words }) => words.map(toPhrase)))

/** All folders of the four sides by path. Static files are excluded, because their names are those of goods. */
const folders = [
  ...new Set(
    listFiles(...SIDES)
      .filter((file) => !file.startsWith('storefront/public/'))
      .flatMap((file) =>
        path
          .dirname(file)
          .split('/')
          .slice(1)
          .map((_, at, parts) => [file.split('/')[0], ...parts.slice(0, at + 1)].join('/')),
      ),
  ),
]
const tables = [...readFileSync(SCHEMA_SQL_PATH, 'utf8').matchAll(/create table "(\w+)"/g)].map(([, name = '']) => name)
const types = listFiles(...[...SIDES, 'ui'].flatMap((side) => [`${side}/*.ts`, `${side}/*.tsx`]))
  .filter((file) => file !== SCHEMA_TYPES_PATH)
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)/gm)].map(
      ([, name = '']) => ({ file, name }),
    ),
  )

test('the glossary is one table of four columns, sorted by word', () => {
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter(({ words, meaning }) => words.length === 0 || meaning.length < 5)).toEqual([])
  const first = rows.map(({ words }) => (words[0] ?? '').toLowerCase())
  expect(first).toEqual(first.toSorted())
})

test('every Chinese and every English noun occurs in one row only', () => {
  for (const column of [rows.flatMap(({ chinese }) => chinese), rows.flatMap(({ words }) => words.map(toPhrase))])
    expect(column.filter((one, at) => column.indexOf(one) !== at)).toEqual([])
})

test('an unused synonym is not the word of another row', () => {
  const unused = rows.flatMap((row) => row.unused.map(toPhrase))
  expect(unused.length).toBeGreaterThan(100)
  expect(unused.filter((one, at) => phrases.has(one) || unused.indexOf(one) !== at)).toEqual([])
})

test('every word of the glossary is used in the sources', () => {
  const sources = listFiles(...SIDES, 'ui', 'e2e', 'sandbox', 'tools').filter(
    (file) => /\.(ts|tsx|mjs|sql)$/.test(file) && !file.endsWith('words.test.ts'),
  )
  const text = sources.map((file) => ` ${toPhrase(readFileSync(file, 'utf8'))} `).join('')
  const words = [...rows.flatMap((row) => row.words)]
  expect(words.filter((word) => !text.includes(` ${toPhrase(word)} `))).toEqual([])
})

test('every folder and every table has a glossary row', () => {
  expect(folders.length).toBeGreaterThan(100)
  expect(tables.length).toBeGreaterThan(100)
  const nameless = [
    ...folders.filter((folder) => !phrases.has(toPhrase(path.basename(folder)))),
    ...tables.filter((table) => !phrases.has(toPhrase(table))).map((table) => `table ${table}`),
  ]
  expect(nameless).toEqual([])
})

/** The last word of a type's name, without what it is of: 'StateOf' → 'state', 'UnitsByKey' → 'unit'. */
const headNounOf = (type: string): string =>
  toPhrase(type.replace(/(?<=[a-z])(Of|By[A-Z]\w{1,40})$/, ''))
    .split(' ')
    .at(-1) ?? ''

test('every exported type is named by a word of the glossary, or ends with a technical noun', () => {
  const section = /## Technical nouns\n([^#]+)/.exec(readFileSync('docs/words.md', 'utf8'))?.[1] ?? ''
  const technical = [...section.matchAll(/\*\*([a-z]+)\*\*/g)].map(([, noun = '']) => toPhrase(noun))
  expect(technical.length).toBeGreaterThan(50)
  expect(technical.filter((noun, at) => technical.indexOf(noun) !== at)).toEqual([])
  const others = types.filter(({ name }) => ![...phrases].some((phrase) => includesPhrase(name, phrase)))
  const nameless = others.filter(({ name }) => !technical.includes(headNounOf(name)))
  expect(nameless.map(({ file, name }) => `${file} ${name}`)).toEqual([])
  const used = new Set(others.map(({ name }) => headNounOf(name)))
  expect(technical.filter((noun) => !used.has(noun))).toEqual([])
})

test('folders for the same noun have the same name', () => {
  const forms = new Map<string, Set<string>>()
  for (const name of folders.map((folder) => path.basename(folder)))
    forms.set(toPhrase(name), (forms.get(toPhrase(name)) ?? new Set()).add(name))
  const several = [...forms.values()].filter((names) => names.size > 1).map((names) => [...names].sort().join(' / '))
  expect(several).toEqual([])
})

test('no folder, table or exported type is named by an unused synonym', () => {
  const names = [
    ...folders.map((folder) => ({ name: path.basename(folder), where: folder })),
    ...tables.map((name) => ({ name, where: `table ${name}` })),
    ...types.map(({ file, name }) => ({ name, where: `${file} ${name}` })),
  ]
  const wrong = rows.flatMap(({ words, unused }) =>
    unused.flatMap((synonym) =>
      names.filter(({ name }) => includesPhrase(name, toPhrase(synonym))).map(({ where }) => `${where}: ${synonym} is ${words[0]}`),
    ),
  )
  expect(wrong).toEqual([])
})

/** Modules that are in another group on another side, and why the uses between modules require it. */
const OTHER_GROUPS: Record<string, string> = {
  comments: 'buyers write them about orders; the storefront shows them on the page of goods, which is below orders',
  enterprises: 'the console’s lists of all groups pick a company; the page of one shows parts of all groups',
  'platform-keys': 'the server identifies callers by them; the console shows them beside the other keys',
  'sensitive-changes': 'on the server they change every other module; in the console the screens of these modules show them',
  sessions: 'the server’s belong to persons; on the screens every module needs them',
  spreadsheets: 'the contract names columns and formats; the server reads and writes files',
}

test('a module is in the same group on every side', () => {
  const groups = Map.groupBy(
    folders.filter((folder) => folder.split('/').length === 3),
    (folder) => folder.split('/')[2] ?? '',
  )
  const several = [...groups].filter(([, paths]) => new Set(paths.map((folder) => folder.split('/')[1])).size > 1)
  expect(several.map(([module]) => module).sort()).toEqual(Object.keys(OTHER_GROUPS))
})

/** Words that once named things here, and for which the field has its own: what to write instead. */
const IDIOMS: Record<string, string> = {
  said: 'text, output, reply, reasons',
  told: 'received, columns',
  tell: 'notify, format',
  tells: 'notify, format',
  wish: 'request, input',
  wishes: 'requests, inputs',
  wished: 'requested',
  dice: 'random',
  heart: 'favourite button',
  says: 'text, format',
  say: 'print, format, message',
  paper: 'identity document, file',
  papers: 'documents, files',
  judge: 'evaluate, classify',
  judged: 'evaluated',
  doorkeeper: 'authentication, admission',
  demanded: 'required',
  demanding: 'requires',
  forget: 'delete, clear',
  standing: 'status',
}

/** Those of them that no local name contains either: what was said is a text, an output or a list of reasons, and a name tells which. */
const LOCAL_IDIOMS: readonly string[] = ['said', 'told']

const namedSources = listFiles(...SIDES, 'ui', 'sandbox', 'tools', 'bench', 'e2e').filter(
  (file) => /\.tsx?$/.test(file) && !/\/public\//.test(file),
)
const splitName = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _]/)

test('no top-level name of a source is one of the former idioms', () => {
  expect(namedSources.length).toBeGreaterThan(2_000)
  const declared = /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|let|type|interface|class) (\w+)/gm
  const wrong = namedSources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(declared)].flatMap(([, name = '']) =>
      splitName(name).flatMap((word) => (IDIOMS[word] === undefined ? [] : [`${file} ${name}: ${word} is ${IDIOMS[word]}`])),
    ),
  )
  expect(wrong).toEqual([])
})

/** The names of the variables and parameters of a source, also of those in patterns. Only a name that is declared can have a type annotation. */
function listLocalNames(file: string, source: string): string[] {
  const names: string[] = []
  visitSyntaxTreeNodes(parseSource(file, source), (node) => {
    if (node.type === 'Identifier' && 'typeAnnotation' in node) names.push(String(node.value))
  })
  return names
}

test('no local name of a source is "said" or "told", also none in a pattern', () => {
  const declared =
    'function f(said: string, { told, a: wasSaid, ...rest }: T) { const { said = 1 } = told; for (const toldOnes of rest) g((b) => b.said) }'
  expect(listLocalNames('a.ts', declared)).toEqual(['said', 'told', 'wasSaid', 'rest', 'said', 'toldOnes', 'b'])
  const wrong = namedSources.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    if (!/said|told/i.test(source)) return []
    return listLocalNames(file, source)
      .filter((name) => splitName(name).some((word) => LOCAL_IDIOMS.includes(word)))
      .map((name) => `${file} ${name}`)
  })
  expect(wrong).toEqual([])
})
