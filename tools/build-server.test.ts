import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BuiltProgram, findFreshBuild, formatBuiltName } from '#server/platform/core/built-program.ts'
import { findSourcePosition } from '#server/platform/core/source-positions.ts'
import { findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { buildServer } from './build-server.ts'

// A build reads 1,500 files.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const ROOT = path.join(import.meta.dirname, '..')
const SERVER = 'server/serve.ts'
// As deep as the usual one, because built files name the files of the program from their own place.
mkdirSync(path.join(ROOT, 'dist'), { recursive: true })
const folder = mkdtempSync(path.join(ROOT, 'dist', 'server-of-a-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let entry = ''
beforeAll(async () => {
  await buildServer(folder)
  entry = findFreshBuild(SERVER, folder) ?? expect.fail('no build')
})

const readDescription = (): BuiltProgram => JSON.parse(readFileSync(path.join(folder, `${formatBuiltName(SERVER)}.json`), 'utf8'))

/** What the build says about a changed description. */
function findAfter(change: (program: BuiltProgram) => BuiltProgram): string | undefined {
  const file = path.join(folder, `${formatBuiltName(SERVER)}.json`)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, JSON.stringify(change(JSON.parse(text) as BuiltProgram)))
  try {
    return findFreshBuild(SERVER, folder)
  } finally {
    writeFileSync(file, text)
  }
}

test('a build is used while its sources have their content, and not after a change of one of them', () => {
  const [name = '', [bytes, changedMs, hash] = expect.fail('no sources')] = Object.entries(readDescription().sources)[0] ?? []
  const withState = (state: readonly [number, number, string]) => (program: BuiltProgram) => ({
    ...program,
    sources: { ...program.sources, [name]: state },
  })
  expect(findAfter((program) => program)).toBe(entry)
  // A copy of the program, as in an image, has other times.
  expect(findAfter(withState([bytes, changedMs - 5_000, hash]))).toBe(entry)
  expect(findAfter(withState([bytes, changedMs - 5_000, 'another']))).toBeUndefined()
  expect(findAfter(withState([bytes + 1, changedMs, hash]))).toBeUndefined()
  expect(findAfter((program) => ({ ...program, sources: { 'server/no-such-file.ts': [1, 1, ''] } }))).toBeUndefined()
  expect(findAfter((program) => ({ ...program, entry: 'gone/server-serve.mjs' }))).toBeUndefined()
  expect(findFreshBuild('server/main.ts', folder)).toBeUndefined()
})

test('a build depends on all that it was made from: constants, the scripts of threads, packages and the builder', () => {
  const sources = Object.keys(readDescription().sources)
  expect(sources).toEqual(
    expect.arrayContaining([
      SERVER,
      'server/mall.ts',
      'contract/api.ts',
      'contract/platform/core/envelope.ts',
      'server/adapters/pdf/pdf-worker.ts',
      'server/adapters/pdf/fonts.ts',
      'server/adapters/spreadsheets/read-worker.ts',
      'node_modules/kysely/package.json',
      'tools/build-server.ts',
    ]),
  )
  expect(sources.filter((name) => name.startsWith('tools/demo/') || name.endsWith('.test.ts'))).toEqual([])
})

test('built files have only letters that take one byte, so that V8 keeps them in half the memory', () => {
  const files = readdirSync(path.dirname(entry)).filter((name) => name.endsWith('.mjs'))
  expect(files.length).toBeGreaterThan(5)
  const wide = files.filter((name) => /[\u0080-\uffff]/.test(readFileSync(path.join(path.dirname(entry), name), 'utf8')))
  expect(wide).toEqual([])
})

/** Runs a module. It is a file of the program, because a thread would inherit how a text is run. */
function run(code: string) {
  const file = path.join(folder, 'probe.mjs')
  writeFileSync(file, code)
  const { stdout, stderr, status } = spawnSync(process.execPath, [file], { env: { PATH: process.env.PATH ?? '' }, encoding: 'utf8' })
  return { stdout, stderr, status }
}

test('the threads of a build read a table and print a document', () => {
  const thread = (name: string, job: string) => `
    import { Worker } from 'node:worker_threads'
    const worker = new Worker(new URL(${JSON.stringify(pathToFileURL(path.join(path.dirname(entry), name)).href)}))
    worker.once('message', (reply) => { console.log(JSON.stringify(reply, (_, value) => value instanceof Uint8Array ? Buffer.from(value).toString('latin1').slice(0, 5) : value)); process.exit(0) })
    worker.postMessage(${job})`
  const table = run(
    thread('server-adapters-spreadsheets-read-worker.mjs', `{ bytes: new TextEncoder().encode('名称,数量\\n截齿,3\\n'), rowsMax: 10 }`),
  )
  expect(table).toMatchObject({ status: 0, stderr: '' })
  expect(table.stdout).toContain('截齿')
  const document = `{ title: '对账单', author: '岩锋', about: '对账单', content: [{ text: '截齿 ≥ 3' }], made: new Date(0) }`
  const printed = run(thread('server-adapters-pdf-pdf-worker.mjs', document))
  expect(printed).toMatchObject({ status: 0, stderr: '' })
  expect(printed.stdout).toContain('%PDF-')
})

test('a built server answers, and its errors name the lines of the sources', async () => {
  const mall = await openMall()
  const port = await findFreePort()
  const env = { DATABASE_URL: mall.appUrl, MALL_SECRET: randomBytes(32).toString('hex'), PORT: String(port), LOG_LEVEL: 'info' }
  const program = startChildProgram(path.relative(ROOT, entry), env)
  try {
    await program.says('"listening"')
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    // The pages are found although the file that serves them has moved.
    expect(await (await fetch(`http://127.0.0.1:${port}/api/openapi.json`)).text()).toContain('openapi')
  } finally {
    program.send('SIGTERM')
  }
  expect(await program.ended).toMatchObject({ code: 0, complaints: '' })
  const failing = run(`
    import { nameSourcesInStacks } from '#server/platform/core/source-positions.ts'
    nameSourcesInStacks(${JSON.stringify(path.dirname(entry))})
    const { openMallServer } = await import(${JSON.stringify(path.join(path.dirname(entry), 'mall.mjs'))}).then((module) => ({ openMallServer: Object.values(module).find(({ name }) => name === 'openMallServer') }))
    await openMallServer({}, {}, {}).catch(({ stack }) => console.log(stack))`)
  const lines = readFileSync(path.join(ROOT, 'server/mall.ts'), 'utf8').split('\n')
  const [, line = ''] = new RegExp(`at openMallServer \\(${path.join(ROOT, 'server/mall.ts')}:(\\d+):`).exec(failing.stdout) ?? []
  expect(lines[Number(line) - 1], failing.stdout + failing.stderr).toContain('createKeys(')
})

test('a position is read from a source map up to its line', () => {
  const map = { sources: ['one.ts', 'two.ts'], mappings: 'AAAA,IAAIA;;ACCA,CAAC' }
  const cases = [
    [1, 1, 'one.ts:1:1'],
    [1, 5, 'one.ts:1:5'],
    [2, 1, undefined],
    [3, 1, 'two.ts:2:5'],
    [3, 2, 'two.ts:2:6'],
    [4, 1, undefined],
  ] as const
  for (const [line, column, source] of cases)
    expect({ line, column, source: findSourcePosition(map, line, column) }).toEqual({ line, column, source })
})
