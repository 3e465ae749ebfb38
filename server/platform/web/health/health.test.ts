import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createErrorLog } from '#server/platform/core/log.ts'
import { monotonicNowMsAcrossThreads } from '#server/platform/core/moment.ts'
import { type ChildProgram, findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'
import { openDatabaseProxy } from '#server/platform/testing/database-proxy.ts'
import { measureFastest } from '#server/platform/testing/measure-fastest.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { serveHealth, startHealthThread } from './health-server.ts'
import { createHealthState } from './health-state.ts'

const secret = randomBytes(32).toString('hex')
const copy = await copyDatabase()
const line = await openDatabaseProxy(copy.appUrl)
const started: ChildProgram[] = []
afterAll(async () => {
  for (const program of started) {
    program.send('SIGKILL')
    await program.ended
  }
  await line.close()
  await copy.drop()
})

interface Answer {
  status: number
  body: { ok: boolean; jobs: string; loopMs: number }
}

/** Starts a server whose main loop stands still for so long on SIGWINCH, and returns how its health port answers. */
async function startServer(env: Record<string, string>, blockedMs = 0) {
  const healthPort = await findFreePort()
  const block = `process.on('SIGWINCH',()=>Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0,${blockedMs}))`
  const program = startChildProgram('server/main.ts', {
    DATABASE_URL: copy.appUrl,
    MALL_SECRET: secret,
    PORT: String(await findFreePort()),
    HEALTH_PORT: String(healthPort),
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(block)}`,
    ...env,
  })
  started.push(program)
  await program.says('"listening"')
  const ask = async (call: string): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${healthPort}${call}`)
    return { status: answer.status, body: (await answer.json()) as Answer['body'] }
  }
  return { program, ask }
}

const soon = <T>(what: () => T) => expect.poll(what, { timeout: 30_000, interval: 50 })

test('while the event loop is blocked /healthz answers, and /readyz is 503 after 5 s until the loop runs again', async () => {
  const { program, ask } = await startServer({}, 9_000)
  await soon(() => ask('/readyz')).toMatchObject({ status: 200, body: { ok: true, jobs: 'off' } })
  program.send('SIGWINCH')
  await soon(async () => (await ask('/readyz')).status).toBe(503)
  const { body } = await ask('/readyz')
  expect(body.loopMs).toBeGreaterThanOrEqual(5_000)
  let healthy: Answer | undefined
  const took = await measureFastest(100, async () => {
    healthy = await ask('/healthz')
  })
  expect(took).toBeLessThan(100)
  expect(healthy?.status).toBe(200)
  // Still the same standstill: what was measured was measured in it.
  expect((await ask('/readyz')).status).toBe(503)
  await soon(async () => (await ask('/readyz')).status).toBe(200)
})

test('the health port also reports not ready without a database and while draining', async () => {
  const { program, ask } = await startServer({ DATABASE_URL: line.url, DRAIN_SECONDS: '3' })
  await soon(() => ask('/readyz')).toMatchObject({ status: 200 })
  line.cut()
  await soon(() => ask('/readyz')).toMatchObject({ status: 503, body: { ok: false } })
  expect((await ask('/healthz')).status).toBe(200)
  line.restore()
  await soon(() => ask('/readyz')).toMatchObject({ status: 200 })
  program.send('SIGTERM')
  await soon(() => ask('/readyz')).toMatchObject({ status: 503 })
  expect((await ask('/healthz')).status).toBe(200)
  const { code, complaints } = await program.ended
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
})

// Whatever it dies of: an error of its own, its memory, or that it ends without a word.
const DEATHS = [
  ['an end without an error', 'process.exit(0)'],
  ['an error', `throw new Error('lost')`],
  ['its memory', 'const all = []; for (;;) all.push(Array.from({ length: 10_000 }, () => ({})))'],
] as const
test.each(DEATHS.slice(0, selectByTestTier({ landing: 1, release: DEATHS.length })))(
  'a health thread lost by %s is restarted until it stays up, and the server keeps serving',
  async (_, dies) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'mall-health-'))
    const bad = path.join(folder, 'bad')
    // Runs in every thread of the server, the main one left out.
    const losing = `import { existsSync } from 'node:fs'; import { isMainThread } from 'node:worker_threads'
    if (!isMainThread) setInterval(() => { if (existsSync(${JSON.stringify(bad)})) { ${dies} } }, 20).unref()`
    const port = await findFreePort()
    const { program, ask } = await startServer({
      PORT: String(port),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(losing)}`,
    })
    await soon(() => ask('/readyz')).toMatchObject({ status: 200 })
    const lost = () => program.output().split('health thread').length - 1
    writeFileSync(bad, '')
    await soon(lost).toBeGreaterThanOrEqual(2)
    await expect(ask('/healthz')).rejects.toThrow()
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    rmSync(folder, { recursive: true })
    await soon(() => ask('/readyz').catch(() => undefined)).toMatchObject({ status: 200, body: { ok: true } })
    program.send('SIGTERM')
    expect((await program.ended).code).toBe(0)
  },
)

test('after a minute of blocked event loop the process counts as hung; other paths are not found', async () => {
  const state = createHealthState()
  const address = { host: '127.0.0.1', port: await findFreePort() }
  const thread = await startHealthThread(state, address, () => {})
  const statusOf = async (call: string) => (await fetch(`http://127.0.0.1:${address.port}${call}`)).status
  const statuses = async (loopMs: number) => {
    state.beat(monotonicNowMsAcrossThreads() - loopMs)
    return [await statusOf('/readyz'), await statusOf('/healthz')]
  }
  expect(await statuses(0)).toEqual([503, 200])
  state.writeReadiness({ ok: true, jobs: 'running', failedJobs: 2 })
  expect(await statuses(0)).toEqual([200, 200])
  expect(await statuses(5_000)).toEqual([503, 200])
  expect(await statuses(60_000)).toEqual([503, 503])
  expect(await statusOf('/')).toBe(404)
  await thread.terminate()
})

test('a port in use gives the error of the system with the port', async () => {
  const address = { host: '127.0.0.1', port: Number(new URL(copy.appUrl).port) }
  const opened = serveHealth(address, async () => ({ ok: true, jobs: 'off', failedJobs: undefined }), createErrorLog())
  await expect(opened).rejects.toMatchObject({ code: 'EADDRINUSE', port: address.port })
})
