import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { type ChildProgram, callOverNetwork, findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'

const copy = await copyDatabase()
const secret = randomBytes(32).toString('hex')
const started: ChildProgram[] = []
const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mall-faults-'))
  folders.push(folder)
  return folder
}
afterAll(async () => {
  for (const program of started) {
    program.send('SIGKILL')
    await program.ended
  }
  await copy.drop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const soon = <T>(what: () => T) => expect.poll(what, { timeout: 30_000 })

interface Server {
  program: ChildProgram
  base: string
  /** Reads one metric. */
  figure(name: string): Promise<number>
  /** Makes this number of calls, one after another. All must be answered. */
  calls(count: number): Promise<void>
}

/** Starts a server that logs a line for every answer, through a command that limits or redirects it. */
async function startServer(
  script: 'server/main.ts' | 'tools/start.ts',
  environment: Record<string, string>,
  within: readonly string[] = [],
): Promise<Server> {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) }
  const program = startChildProgram(
    script,
    { DATABASE_URL: copy.appUrl, MALL_SECRET: secret, LOG_LEVEL: 'info', ...ports, ...environment },
    {},
    [],
    within,
  )
  started.push(program)
  const base = `http://127.0.0.1:${port}`
  const status = () =>
    fetch(`${base}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(status, { timeout: 60_000 }).toBe(200)
  return {
    program,
    base,
    async figure(name) {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/`)).text()
      return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
    },
    async calls(count) {
      for (let call = 0; call < count; call++) expect((await callOverNetwork(base, contract.goods.list.path)).code).toBe(200)
    },
  }
}

const endsWell = async ({ program }: Server) => {
  program.send('SIGTERM')
  const { code } = await program.ended
  expect(code).toBe(0)
}

/** `/dev/full` is a disk without space. The other case is a reader that has gone. */
test.each([
  ['a full disk', ['sh', '-c', 'exec "$@" > /dev/full', 'sh']],
  ['a reader that has gone', ['bash', '-c', 'exec "$@" > >(exec true)', 'bash']],
  ['a full disk, its complaints too', ['sh', '-c', 'exec "$@" > /dev/full 2>&1', 'sh']],
])('a server whose log goes to %s keeps answering and ends normally', async (_, within) => {
  const server = await startServer('server/main.ts', {}, within)
  await server.calls(30)
  expect(await server.figure('mall_log_errors_total')).toBeGreaterThan(0)
  await server.calls(30)
  await endsWell(server)
})

test('so does one with a log file, which only its owner can read', async () => {
  const dataDir = newFolder()
  const file = path.join(dataDir, 'mall.log')
  symlinkSync('/dev/full', file)
  const full = await startServer('tools/start.ts', { DATA_DIR: dataDir })
  await full.calls(30)
  expect(await full.figure('mall_log_errors_total')).toBeGreaterThan(0)
  await endsWell(full)
  rmSync(file)
  const server = await startServer('tools/start.ts', { DATA_DIR: dataDir })
  await server.calls(1)
  await soon(() => readFileSync(file, 'utf8')).toContain('"answered"')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await endsWell(server)
})

test('SIGHUP stops nothing: a log file that was moved is opened again', async () => {
  const dataDir = newFolder()
  const [file, moved] = [path.join(dataDir, 'mall.log'), path.join(dataDir, 'moved.log')]
  const server = await startServer('tools/start.ts', { DATA_DIR: dataDir })
  await server.calls(1)
  renameSync(file, moved)
  server.program.send('SIGHUP')
  await soon(() => existsSync(file)).toBe(true)
  await server.calls(1)
  await soon(() => readFileSync(file, 'utf8')).toContain('"answered"')
  const onStdout = await startServer('server/main.ts', {})
  onStdout.program.send('SIGHUP')
  await onStdout.calls(30)
  await endsWell(onStdout)
  await endsWell(server)
})

test('in production the log goes to stdout without a log file, and a missing TRUST_PROXY is reported', async () => {
  const dataDir = newFolder()
  const sms = ['KEY_ID', 'KEY_SECRET', 'SIGN_NAME', 'TEMPLATE_CODE', 'TEMPLATE_KNOWN', 'TEMPLATE_INVITATION', 'TEMPLATE_ALERT']
  const account = Object.fromEntries(sms.map((name) => [`SMS_${name}`, 'x']))
  const server = await startServer('tools/start.ts', { DATA_DIR: dataDir, NODE_ENV: 'production', ...account })
  await server.calls(1)
  await server.program.says('"answered"')
  expect(existsSync(path.join(dataDir, 'mall.log'))).toBe(false)
  // The configuration has no proxy, but production has one in front.
  await server.program.says('no TRUST_PROXY')
  await endsWell(server)
})

test('an unhandled promise rejection is counted and logged, and does not end the server', async () => {
  const faulty = `setInterval(()=>{Promise.reject(new Error('nobody waits'))},50).unref()`
  const server = await startServer('server/main.ts', { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(faulty)}` })
  await soon(() => server.figure('mall_unhandled_rejections_total')).toBeGreaterThan(3)
  await server.calls(5)
  await server.program.says('nobody waits')
  await endsWell(server)
})

test('output of a library through console.trace goes to the log and not to stderr', () => {
  const load = (name: string) => `await import(${JSON.stringify(path.join(import.meta.dirname, name))})`
  const program = `
    const { createLog } = ${load('log.ts')}
    const { keepServerRunningAfterProcessFaults } = ${load('process-faults.ts')}
    const { createProcessFaults } = ${load('process-status.ts')}
    const faults = createProcessFaults()
    const logTo = keepServerRunningAfterProcessFaults(faults)
    logTo(createLog({ level: 'info', faults }))
    console.trace(new Error('connection lost'))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({ level: 40, msg: 'printed by a library', err: { message: 'connection lost' } })
})
