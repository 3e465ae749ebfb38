import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { generateDocumentTextsByPath } from './draw.ts'
import { SCHEMA_SQL_PATH, SCHEMA_TYPES_PATH } from './schema.ts'

const ROOT = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** The commands of a shell block or script, without options that only reduce output. */
const commandsOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/ --no-(?:audit|fund)\b/g, '').trim())
    .filter((line) => line.startsWith('npm '))

test('README, gate script and hosted workflow run the same commands', () => {
  const [, section = ''] = read('README.md').split('## Test it')
  const [, block = ''] = section.split('```')
  expect(commandsOf(block)).toEqual(['npm install', 'npm test'])
  expect(commandsOf(read('.ci/run'))).toEqual(commandsOf(block))
  const workflow = read('.github/workflows/gate.yml')
  const runs = [...workflow.matchAll(/^\s+run: (.+)$/gm)].map(([, command = '']) => command)
  expect(runs[0]).toBe('sh .ci/run')
  // The oldest Node that package.json allows. The project's own comes with npm install.
  expect(packageJson.engines.node).toBe(`>=${/node-version: (\d+)/.exec(workflow)?.[1]}`)
  for (const [, script = ''] of runs.join('\n').matchAll(/npm run (\S+)/g)) expect(packageJson.scripts).toHaveProperty(script)
})

test('every generated file is marked as generated in .gitattributes', () => {
  const marked = [...read('.gitattributes').matchAll(/^(\S+) linguist-generated$/gm)].map(([, file = '']) => file)
  const files = marked.filter((file) => !file.endsWith('/**'))
  const generated = [
    ...Object.keys(generateDocumentTextsByPath()),
    SCHEMA_SQL_PATH,
    SCHEMA_TYPES_PATH,
    'server/money/ledger/postings.md',
    'package-lock.json',
  ]
  expect(files.toSorted()).toEqual(generated.toSorted())
  for (const folder of marked.filter((file) => file.endsWith('/**')))
    expect(existsSync(path.join(ROOT, folder.slice(0, -'/**'.length))), folder).toBe(true)
})

test('the applications contain no goods pictures, which come from the file store or the demo', () => {
  const carried = ['storefront', 'console'].flatMap((app) =>
    readdirSync(path.join(ROOT, app, 'public'), { recursive: true, withFileTypes: true })
      .filter((entry) => /\.(?:avif|webp|png|jpe?g|svg|pdf)$/.test(entry.name))
      .map(({ parentPath, name }) => path.relative(ROOT, path.join(parentPath, name))),
  )
  const icons = ['192', '512', 'apple-touch-180', 'maskable-512'].map((name) => `storefront/public/icons/${name}.png`)
  expect(carried.toSorted()).toEqual([...icons, 'console/public/icon.svg', 'storefront/public/icon.svg'].toSorted())
})

test('all rights are reserved in package.json and LICENSE', () => {
  expect(packageJson.license).toBe('UNLICENSED')
  expect(read('LICENSE')).toContain('All rights reserved')
})

test.each(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/README.md', 'docs/settings.md', 'docs/operations.md'])(
  'every link in %s leads to an existing file',
  (document) => {
    const targets = [...read(document).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)
    const missing = targets.filter((target) => !existsSync(path.join(ROOT, path.dirname(document), target)))
    expect(missing).toEqual([])
  },
)

test('docs/README.md links every document, and every file it names exists', () => {
  const text = read('docs/README.md')
  const named = [...text.matchAll(/`((?:contract|server|storefront)\/[\w./-]+)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
  for (const file of Object.keys(generateDocumentTextsByPath()).filter((one) => one.startsWith('docs/')))
    expect(text, file).toContain(`(${path.relative('docs', file)})`)
})
