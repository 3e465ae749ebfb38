import { execFileSync, spawn } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, read, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createProcessFaults } from './process-status.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'mall-sink-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const soon = <T>(what: () => T) => expect.poll(what)
const moduleUrl = (name: string) => new URL(name, import.meta.url).href
const numbersIn = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { number: number }).number)

function newPipe(name: string): string {
  const pipe = path.join(folder, name)
  execFileSync('mkfifo', [pipe])
  return pipe
}

/** Blocks all threads that write files in this process, until they are released. */
function holdThreads() {
  const pipe = openSync(newPipe('threads'), constants.O_RDWR)
  const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4)
  const held = Array.from({ length: threads }, () => promisify(read)(pipe, Buffer.alloc(1), 0, 1, null))
  return async () => {
    writeSync(pipe, '.'.repeat(threads))
    await Promise.all(held)
    closeSync(pipe)
  }
}

test('a log that is reopened during a write puts the line into no foreign file', async () => {
  const [file, moved, foreign] = ['mall.log', 'moved.log', 'foreign'].map((name) => path.join(folder, name)) as [string, string, string]
  const { logger, reopen } = createLog({ level: 'info', file, faults: createProcessFaults() })
  const letGo = holdThreads()
  logger.info({ number: 1 })
  renameSync(file, moved)
  reopen()
  // The next files that are opened get the numbers of the closed ones.
  const others = Array.from({ length: 8 }, () => openSync(foreign, 'a'))
  await letGo()
  logger.info({ number: 2 })
  await soon(() => numbersIn(readFileSync(file, 'utf8'))).toEqual([2])
  expect(numbersIn(readFileSync(moved, 'utf8'))).toEqual([1])
  expect(statSync(foreign).size).toBe(0)
  for (const other of others) closeSync(other)
})

const LINES = 300

/** The source of a program whose log goes to a full pipe. It reports when a line has met the full pipe. */
const sourceOf = (marker: string, then: string) => `
import { existsSync, mkdir, writeSync } from 'node:fs'
import { createLog } from '${moduleUrl('./log.ts')}'
import { keepServerRunningAfterProcessFaults } from '${moduleUrl('./process-faults.ts')}'
import { createProcessFaults } from '${moduleUrl('./process-status.ts')}'
const faults = createProcessFaults()
keepServerRunningAfterProcessFaults(faults)
const { logger } = createLog({ level: 'info', faults })
function fillPipe() {
  for (let size = 65536; size >= 1; )
    try {
      writeSync(1, '\\n'.repeat(size))
    } catch {
      size >>= 1
    }
}
setImmediate(() => {
  fillPipe()
  for (let number = 0; number < ${LINES}; number++) logger.info({ number }, 'x'.repeat(1_000))
  // The only thread that writes files creates this folder after it has tried the first line. The log gets that result before the next turn
  // of the event loop.
  mkdir('${marker}', () => {})
  while (!existsSync('${marker}'));
  setImmediate(() => {
    writeSync(2, 'full')
    ${then}
  })
})`

async function startOnFullPipe(name: string, then: string) {
  const pipe = newPipe(name)
  const reading = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  const writing = openSync(pipe, constants.O_WRONLY)
  const source = sourceOf(path.join(folder, `${name}-tried`), then)
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['pipe', writing, 'pipe'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
  })
  closeSync(writing)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  await soon(() => complaints).toBe('full')
  let output = ''
  // From here on the pipe has a reader.
  const reader = new net.Socket({ fd: reading, readable: true, writable: false })
  const read = new Promise((resolve) => reader.once('close', resolve))
  reader.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  return { output: () => output, complaints: () => complaints, end: () => child.stdin?.end(), over: Promise.all([ended, read]) }
}

describe('a full pipe', () => {
  test('is no error: the log continues when the pipe has room', async () => {
    const then = `process.stdin.once('end', () => writeSync(2, JSON.stringify(faults))).resume()`
    const program = await startOnFullPipe('slow', then)
    await soon(() => program.output()).toContain(`"number":${LINES - 1},`)
    program.end()
    await program.over
    expect(numbersIn(program.output())).toEqual(Array.from({ length: LINES }, (_, number) => number))
    expect(program.complaints()).toBe(`full${JSON.stringify(createProcessFaults())}`)
  })

  test('loses nothing that was logged before the program ended', async () => {
    const program = await startOnFullPipe('ending', 'process.exit()')
    await program.over
    expect(numbersIn(program.output())).toEqual(Array.from({ length: LINES }, (_, number) => number))
  })
})
