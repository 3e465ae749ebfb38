import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { computeHttpConnectionLimit } from '#server/platform/core/file-handles.ts'
import { type ChildProgram, findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'

const copy = await copyDatabase()
const secret = randomBytes(32).toString('hex')
const started: ChildProgram[] = []
const sockets: Socket[] = []
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  for (const program of started) {
    program.send('SIGKILL')
    await program.ended
  }
  await copy.drop()
})

async function startServer(handles: string) {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  const environment = {
    DATABASE_URL: copy.appUrl,
    MALL_SECRET: secret,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
    RATE_GUEST: '1000000',
    RATE_LOGIN: '1000000',
    IN_FLIGHT: '1000',
    IN_FLIGHT_GUEST: '1000',
  }
  const program = startChildProgram('server/main.ts', environment, {}, [], ['prlimit', `--nofile=${handles}`])
  started.push(program)
  return { port, metricsPort, program, base: `http://127.0.0.1:${port}` }
}

/** The HTTP status of an answer; undefined if the connection was not accepted. */
const statusAt = (port: number, path: string, agent?: Agent): Promise<number | undefined> =>
  new Promise((resolve) => {
    const asked = request({ port, path, host: '127.0.0.1', agent: agent ?? false, timeout: 20_000 }, (answer) => {
      answer.resume()
      answer.on('close', () => resolve(answer.statusCode))
    })
    asked.on('error', () => resolve(undefined))
    asked.on('timeout', () => asked.destroy())
    asked.end()
  })

const word = () => randomBytes(4).toString('hex')
const LIST = `${API_BASE}${contract.goods.list.path}`

test('a server accepts as many connections as its file handles allow, and warns when they are few', async () => {
  expect(computeHttpConnectionLimit(65_536, 16)).toEqual({ connections: 10_000, scarce: false })
  expect(computeHttpConnectionLimit(undefined, 16)).toEqual({ connections: 10_000, scarce: false })
  expect(computeHttpConnectionLimit(1_024, 16)).toEqual({ connections: 908, scarce: true })
  const { port, program } = await startServer('256:256')
  await program.says('few file handles')
  await program.says('"listening"')
  for (let at = 0; at < 400; at++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write('GET /healthz HTTP/1.1\r\nhost: mall\r\n\r\n')
    sockets.push(socket)
  }
  const open = () => sockets.filter(({ bytesRead, destroyed }) => bytesRead > 0 && !destroyed).length
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBe(400 - 140)
  await expect.poll(open).toBe(140)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => statusAt(port, '/readyz')).toBe(200)
})

test('too few file handles prevent the start, with a one-line error', async () => {
  const { program } = await startServer('100:100')
  const { code, complaints } = await program.ended
  expect(complaints).toBe('商城没有启动：可打开的文件数（ulimit -n）只有 100，至少需要 166，建议 65536\n')
  expect(code).toBe(1)
})

test('with no file handle left callers are asked to retry and nothing ends; later all works as before', async () => {
  const { port, metricsPort, program } = await startServer('4096:4096')
  await program.says('"listening"')
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const kept = Array.from({ length: 20 }, () => statusAt(port, `${LIST}?keyword=${word()}`, agent))
  expect(await Promise.all(kept)).toEqual(Array(20).fill(200))
  const limit = (handles: number) => execFileSync('prlimit', ['--pid', String(program.pid), `--nofile=${handles}:4096`])
  const used = () => readdirSync(`/proc/${program.pid}/fd`).length
  limit(used())
  const heard = new Set<number | undefined>()
  // Longer than the interval of the jobs that run every second or two.
  const until = performance.now() + 8_000
  while (performance.now() < until) {
    const fresh = ['/', '/console/', '/readyz', LIST].map((path) => statusAt(port, path))
    const onKept = ['/healthz', '/', '/icons/none.png', '/console/assets/none.js', `${LIST}?keyword=${word()}`].map((path) =>
      statusAt(port, path, agent),
    )
    for (const status of await Promise.all([...fresh, ...onKept, statusAt(metricsPort, '/')])) heard.add(status)
  }
  // 400: a path that the file server could not look up. It refuses it like a path outside its folder.
  expect([...heard].filter((status) => ![undefined, 200, 400, 404, 503].includes(status))).toEqual([])
  expect(heard).toContain(undefined)
  limit(4_096)
  await expect.poll(() => statusAt(port, '/readyz')).toBe(200)
  for (const path of ['/', '/console/', `${LIST}?keyword=${word()}`]) expect([path, await statusAt(port, path)]).toEqual([path, 200])
  expect(await statusAt(metricsPort, '/')).toBe(200)
  expect(program.complaints()).toBe('')
  agent.destroy()
})
