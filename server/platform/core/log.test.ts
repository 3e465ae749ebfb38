import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createProcessFaults } from './process-status.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'mall-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const soon = <T>(what: () => T) => expect.poll(what)
const modeOf = (file: string) => statSync(file).mode & 0o777
/** The numbers in the lines of a log file. */
const numbersIn = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { number: number }).number)

test('log files are rotated by size, a set number is kept, no line is split or repeated, only the owner can read', async () => {
  const file = path.join(folder, 'mall.log')
  writeFileSync(file, `${JSON.stringify({ number: 0, before: 'x'.repeat(6_000) })}\n`, { mode: 0o644 })
  const faults = createProcessFaults()
  const { logger } = createLog({ level: 'info', file, faults, fileBytes: 5_000 })
  const written = () => Math.max(...names().flatMap((name) => numbersIn(path.join(folder, name))))
  const names = () => readdirSync(folder).sort()
  for (let number = 1; number <= 400; number++) {
    logger.info({ number }, 'x'.repeat(100))
    if (number % 20 === 0) await soon(written).toBe(number)
  }
  expect(names()).toEqual(['mall.log', 'mall.log.1', 'mall.log.2', 'mall.log.3', 'mall.log.4'])
  for (const name of names()) {
    expect({ name, mode: modeOf(path.join(folder, name)) }).toEqual({ name, mode: 0o600 })
    expect(statSync(path.join(folder, name)).size).toBeLessThan(10_000)
  }
  const kept = names()
    .reverse()
    .flatMap((name) => numbersIn(path.join(folder, name)))
  expect(kept.length).toBeGreaterThan(100)
  expect(kept).toEqual(Array.from(kept, (_, at) => 400 - kept.length + 1 + at))
  expect(faults).toEqual(createProcessFaults())
})

test('lines that a full disk refuses are buffered within a limit, counted, and written once there is room', async () => {
  const file = path.join(folder, 'full.log')
  symlinkSync('/dev/full', file)
  const faults = createProcessFaults()
  const { logger, reopen } = createLog({ level: 'info', file, faults })
  for (let number = 0; number < 200; number++) logger.info({ number }, 'x'.repeat(100_000))
  await soon(() => faults.logErrors).toBeGreaterThan(0)
  expect(faults.logLinesDropped).toBeGreaterThan(100)
  rmSync(file)
  reopen()
  const kept = 200 - faults.logLinesDropped
  await soon(() => numbersIn(file)).toEqual(Array.from({ length: kept }, (_, number) => number))
})

test('no log line contains a credential, whatever its field is called', async () => {
  const file = path.join(folder, 'secrets.log')
  const { logger } = createLog({ level: 'info', file, faults: createProcessFaults() })
  const fields = [
    'pwd',
    'payPwd',
    'newPwd',
    'oldPwd',
    'initialPwd',
    'imageCode',
    'recoveryCode',
    'recoveryCodes',
    'token',
    'mobile',
    'cookie',
  ]
  const typed = Object.fromEntries(fields.map((field) => [field, `secret ${field}`]))
  logger.info({ number: 1, ...typed, input: typed, req: { headers: { authorization: 'secret', cookie: 'device=secret' } } })
  // The log contains the provider's error code.
  logger.info({ number: 2, err: Object.assign(new Error('lost'), { code: 'ECONNRESET' }) })
  await soon(() => numbersIn(file)).toEqual([1, 2])
  const text = readFileSync(file, 'utf8')
  expect(text.match(/secret[ \w]*/g)).toBeNull()
  expect(text).toContain('ECONNRESET')
})
