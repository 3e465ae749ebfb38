import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { readSchemaAsTypesAndSql, SCHEMA_TYPES_PATH } from './schema.ts'

/** The example of CONTRIBUTING.md is a complete change. The test applies it to a copy of the sources and compiles it. */

const ROOT = path.join(import.meta.dirname, '..')
const COPIED = [
  'contract',
  'server',
  'storefront',
  'ui',
  'tools',
  'sandbox',
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'biome.json',
]

const blocks = [...readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8').matchAll(/^```(?:sql|tsx?|diff)\n([\s\S]*?)^```$/gm)].map(
  ([, text = '']) => text,
)
/** The files that the example adds, by path. The first line of each names its path. */
const added = new Map(
  blocks
    .filter((text) => !text.startsWith('@@'))
    .map((text) => {
      const [, file = ''] = /^(?:\/\/|--) (\S+)\n/.exec(text) ?? []
      return [file, text.slice(text.indexOf('\n') + 1)] as const
    }),
)

/** What the example changes in existing files: lines of context and new lines. */
const hunks = blocks
  .filter((text) => text.startsWith('@@'))
  .flatMap((text) => text.split(/^@@ /m).slice(1))
  .map((text) => {
    const [file = '', ...lines] = text.trimEnd().split('\n')
    const known = lines.filter((line) => !line.startsWith('+'))
    return { file, before: known.map((line) => `${line.slice(1)}\n`).join(''), after: lines.map((line) => `${line.slice(1)}\n`).join('') }
  })

let folder: string
let drop: () => Promise<void>
const inFolder = (file: string) => path.join(folder, file)

/** The table types after the example's migration. */
async function writeSchemaTypes(): Promise<void> {
  const database = await copyDatabase()
  drop = database.drop
  const migrations = [...added].filter(([file]) => file.endsWith('.sql'))
  expect(migrations.length).toBeGreaterThan(0)
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  for (const [, text] of migrations) await client.query(text)
  await client.end()
  writeFileSync(inFolder(SCHEMA_TYPES_PATH), (await readSchemaAsTypesAndSql(database.ownerUrl)).types)
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'mall-contributing-'))
  for (const name of COPIED)
    cpSync(path.join(ROOT, name), inFolder(name), {
      recursive: true,
      filter: (source) => !/\/(?:public|tools\/(?:demo\/)?pictures)$/.test(source),
    })
  symlinkSync(path.join(ROOT, 'node_modules'), inFolder('node_modules'))
  for (const [file, text] of added) {
    mkdirSync(path.dirname(inFolder(file)), { recursive: true })
    writeFileSync(inFolder(file), text)
  }
  for (const { file, before, after } of hunks) {
    const text = readFileSync(inFolder(file), 'utf8')
    expect(text.split(before).length - 1, `CONTRIBUTING.md: ${file} should have exactly once\n${before}`).toBe(1)
    writeFileSync(
      inFolder(file),
      text.replace(before, () => after),
    )
  }
  await writeSchemaTypes()
})
afterAll(async () => {
  await drop?.()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** The output of a program of the project in the folder; its errors if it fails. */
const run = (program: string, args: readonly string[]): Promise<string> =>
  promisify(execFile)(path.join(ROOT, 'node_modules', '.bin', program), args, { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  )

/** The compiler's errors of some files and everything that they import, with the settings of their project. */
async function compile(project: string, files: readonly string[]): Promise<string> {
  const base = project === '.' ? './tsconfig.json' : `./${project}/tsconfig.json`
  const config = inFolder(`tsconfig.${project === '.' ? 'root' : project}.json`)
  writeFileSync(config, JSON.stringify({ extends: base, include: [], files }))
  return run('tsc', ['--noEmit', '-p', config])
}

const isScreen = (file: string) => file.startsWith('storefront/')
const sources = [...new Set([...added.keys(), ...hunks.map(({ file }) => file)])].filter((file) => /\.tsx?$/.test(file))

test('the example adds a table, a call, a refusal, a test and a screen in files that do not exist yet', () => {
  for (const part of ['server/platform/migrations/', 'contract/', 'server/', 'storefront/'])
    expect([...added.keys()].join('\n')).toContain(part)
  expect([...added.keys()].some((file) => file.endsWith('.test.ts'))).toBe(true)
  expect(hunks.some(({ file }) => file.startsWith('contract/platform/refusal-tables/'))).toBe(true)
  expect([...added.keys()].filter((file) => existsSync(path.join(ROOT, file)))).toEqual([])
})

test('the example is formatted like all sources', async () => {
  expect(await run('biome', ['check', '--vcs-enabled=false', ...sources])).toBe('')
})

// Each compiles most of the project once more. The gate's own types would tell if a name of the example were gone.
const whole = test.runIf(selectByTestTier({ landing: false, release: true }))

whole(
  'its server side compiles',
  async () => {
    expect(
      await compile(
        '.',
        sources.filter((file) => !isScreen(file)),
      ),
    ).toBe('')
  },
  120_000,
)

whole(
  'its screen compiles',
  async () => {
    // The router exports its paths and states.
    expect(await compile('storefront', ['storefront/router.tsx', ...sources.filter(isScreen)])).toBe('')
  },
  120_000,
)
