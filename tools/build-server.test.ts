import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BuiltProgram, findFreshBuild, formatBuiltName, readSourceState } from '#server/platform/core/built-program.ts'
import { findSourcePositions } from '#server/platform/core/source-positions.ts'
import { findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { buildServer, readSourceStates } from './build-server.ts'

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

const description = path.join(folder, `${formatBuiltName(SERVER)}.json`)
const readDescription = (): BuiltProgram => JSON.parse(readFileSync(description, 'utf8'))

/** What is found while a file has another text. */
function findWithText(file: string, text: string): string | undefined {
  const before = readFileSync(file)
  writeFileSync(file, text)
  try {
    return findFreshBuild(SERVER, folder)
  } finally {
    writeFileSync(file, before)
  }
}

/** The same with a changed description. */
const findAfter = (change: (program: BuiltProgram) => BuiltProgram): string | undefined =>
  findWithText(description, JSON.stringify(change(readDescription())))

test('a build is used while its sources have their content, and not after a change of one of them', () => {
  const [name = '', [bytes, changedMs, hash] = expect.fail('no sources')] = Object.entries(readDescription().sources)[0] ?? []
  const withState = (state: readonly [number, number, string]) => (program: BuiltProgram) => ({
    ...program,
    sources: { ...program.sources, [name]: state },
  })
  expect(findAfter((program) => program)).toBe(entry)
  // A copy of the program, as in an image, has other times, even where its times of writing are those of before.
  expect(findAfter(withState([bytes, changedMs - 5_000, hash]))).toBe(entry)
  expect(findAfter(withState([bytes, changedMs - 5_000, 'another']))).toBeUndefined()
  expect(findAfter(withState([bytes + 1, changedMs, hash]))).toBeUndefined()
  expect(findAfter((program) => ({ ...program, sources: { 'server/no-such-file.ts': [1, 1, ''] } }))).toBeUndefined()
  expect(findAfter((program) => ({ ...program, folder: 'gone' }))).toBeUndefined()
  expect(findFreshBuild('server/main.ts', folder)).toBeUndefined()
})

test('a build that is cut or cannot be read is none', () => {
  const text = readFileSync(description, 'utf8')
  for (const cut of ['', text.slice(0, 1_000), 'null', '{}']) expect(findWithText(description, cut), cut).toBeUndefined()
  // A server loads this one later than the file that it begins with.
  const late = path.join(path.dirname(entry), 'mall.mjs')
  expect(findWithText(late, '')).toBeUndefined()
  expect(findFreshBuild(SERVER, folder)).toBe(entry)
})

test('a source that is saved while the sources are read fails the build', async () => {
  const names = ['one.txt', 'two.txt'].map((name) => path.relative(ROOT, path.join(folder, name)))
  for (const name of names) writeFileSync(path.join(ROOT, name), 'before')
  const begunMs = Math.max(...names.map((name) => statSync(path.join(ROOT, name)).ctimeMs)) + 30
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect([...readSourceStates(names, begunMs).keys()]).toEqual(names)
  const saveFirst = (name: string) => {
    if (name === names[1]) writeFileSync(path.join(ROOT, names[0] ?? ''), 'after')
    return readSourceState(name)
  }
  expect(() => readSourceStates(names, begunMs, saveFirst)).toThrow('one.txt has changed during the build')
})

test('a build replaces a damaged one of the same content, and deletes what killed builds have left', async () => {
  const damaged = readFileSync(entry)
  writeFileSync(entry, '')
  rmSync(path.join(path.dirname(entry), 'mall.mjs'))
  const old = new Date(Date.now() - 2 * 3_600_000)
  const left = ['building-killed', 'building-description'].map((name) => path.join(folder, name))
  mkdirSync(path.join(left[0] ?? '', 'half'), { recursive: true })
  writeFileSync(left[1] ?? '', '{')
  for (const draft of left) utimesSync(draft, old, old)
  const running = path.join(folder, 'building-now')
  mkdirSync(running)
  for (const days of [1, 2, 3]) {
    const other = path.join(folder, `older-${days}`)
    mkdirSync(other)
    utimesSync(other, new Date(Date.now() - days * 86_400_000), new Date(Date.now() - days * 86_400_000))
  }
  await buildServer(folder)
  expect(findFreshBuild(SERVER, folder)).toBe(entry)
  expect(readFileSync(entry).equals(damaged)).toBe(true)
  expect(existsSync(path.join(path.dirname(entry), 'mall.mjs'))).toBe(true)
  const folders = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual([path.basename(path.dirname(entry)), 'building-now', 'older-1', 'older-2'].sort())
  expect(left.filter((draft) => existsSync(draft))).toEqual([])
  // The same content again is the same build.
  const { ino } = statSync(entry)
  await buildServer(folder)
  expect(statSync(entry).ino).toBe(ino)
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
  const wide = files.filter((name) => /[^\0-\x7f]/.test(readFileSync(path.join(path.dirname(entry), name), 'utf8')))
  expect(wide).toEqual([])
})

/** Runs a module. It is a file of the program, because a thread would inherit how a text is run. */
function run(code: string) {
  const file = path.join(folder, 'probe.mjs')
  writeFileSync(file, code)
  const { stdout, stderr, status } = spawnSync(process.execPath, [file], { env: { PATH: process.env.PATH ?? '' }, encoding: 'utf8' })
  return { stdout, stderr, status }
}

test('a program whose build cannot be imported runs its sources, and says so in one line', () => {
  const built = findFreshBuild('sandbox/sandbox.ts', folder) ?? expect.fail('no build')
  const load = () =>
    run(`
      import { loadProgram } from '#server/platform/core/built-program.ts'
      const loadSource = async () => ({ openPaymentSandbox: 'source' })
      const { openPaymentSandbox } = await loadProgram({ source: 'sandbox/sandbox.ts', loadSource, home: ${JSON.stringify(folder)} })
      console.log(typeof openPaymentSandbox)`)
  expect(load()).toEqual({ status: 0, stdout: 'function\n', stderr: '' })
  const before = readFileSync(built)
  writeFileSync(built, ')'.repeat(before.length))
  try {
    const { status, stdout, stderr } = load()
    expect({ status, stdout, lines: stderr.split('\n') }).toEqual({
      status: 0,
      stdout: 'string\n',
      lines: [expect.stringMatching(/^打包好的程序不能用，改用源文件运行.*SyntaxError/), ''],
    })
  } finally {
    writeFileSync(built, before)
  }
})

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

test('positions are read from a source map in one reading', () => {
  const map = { sources: ['one.ts', 'two.ts'], mappings: 'AAAA,IAAIA;;ACCA,CAAC' }
  const cases = [
    [3, 2, 'two.ts:2:6'],
    [1, 1, 'one.ts:1:1'],
    [1, 5, 'one.ts:1:5'],
    [2, 1, undefined],
    [3, 1, 'two.ts:2:5'],
    [1, 1, 'one.ts:1:1'],
    [4, 1, undefined],
  ] as const
  const positions = cases.map(([line, column]) => ({ line, column }))
  expect(findSourcePositions(map, positions)).toEqual(cases.map(([, , source]) => source))
})
