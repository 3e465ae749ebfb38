import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findRunningEmbeddedDatabase } from '#server/platform/database/embedded-database.ts'
import { type ChildProgram, callOverNetwork, findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { type LoadRecord, startMixedLoad } from './mixed-load.ts'
import { killPostmaster } from './processes.ts'
import { queryOnce } from './query-once.ts'
import { createLoadWorld, PASSWORD } from './world.ts'

// One machine: `npm start` in production on the embedded database (decision 490). What was answered is there after a kill.

const PEOPLE = { guests: 1, carts: 1, buyers: 2 }
const ORDERS = 20

const folder = mkdtempSync(path.join(tmpdir(), 'mall-single-'))
// If root starts it, the database runs as another user, who needs access.
chmodSync(folder, 0o711)
const dataDir = path.join(folder, 'data')
const port = await findFreePort()
const base = `http://127.0.0.1:${port}`

const sms = Object.fromEntries(
  ['KEY_ID', 'KEY_SECRET', 'SIGN_NAME', 'TEMPLATE_CODE', 'TEMPLATE_KNOWN', 'TEMPLATE_INVITATION', 'TEMPLATE_ALERT'].map((name) => [
    `SMS_${name}`,
    'x',
  ]),
)
const limits = Object.fromEntries(['GUEST', 'MEMBER', 'MONEY', 'LOGIN'].map((name) => [`RATE_${name}`, '100000000']))

const programs: ChildProgram[] = []
async function start(): Promise<ChildProgram> {
  const own = { NODE_ENV: 'production', EMBEDDED_DATABASE: '1', TRUST_PROXY: 'loopback', DATA_DIR: dataDir, PORT: String(port) }
  const program = startChildProgram('tools/start.ts', Object.assign(own, sms, limits))
  programs.push(program)
  await program.says('运营后台')
  return program
}

const findDatabase = () => findRunningEmbeddedDatabase(dataDir) ?? expect.fail('no database is running')

/** The postmaster of the data folder; 0: none. */
function findPostmaster(): number {
  const file = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}

afterAll(async () => {
  for (const { send } of programs) send('SIGKILL')
  const pid = findPostmaster()
  if (pid > 0) await killPostmaster(pid)
  rmSync(folder, { recursive: true, force: true })
})

/** Each order and payment that was answered is there, and the books are straight. */
async function expectAllThere(records: readonly LoadRecord[]): Promise<void> {
  const { ownerUrl } = findDatabase()
  const rows = await queryOnce<{ trade_id: string; paid: boolean }>(
    ownerUrl,
    `select trade_id, bool_and(state <> 'WAIT_PAY') as paid from "order" group by trade_id`,
  )
  const there = new Map(rows.map(({ trade_id, paid }) => [trade_id, paid]))
  expect(records.flatMap(({ submitted }) => submitted).filter((id) => !there.has(id))).toEqual([])
  expect(records.flatMap(({ paid }) => paid).filter((id) => !there.get(id))).toEqual([])
  expect(await findInvariantBreaches(ownerUrl)).toEqual({})
}

test('a mall in production on the embedded database has everything that was answered after a kill of it, and of its database', async () => {
  let program = await start()
  const { appUrl: url, secret } = findDatabase()
  const world = await createLoadWorld({ url, secret, buyers: PEOPLE.buyers + PEOPLE.carts, skus: 40, stock: 1_000_000 })
  await world.database.close()
  const records: LoadRecord[] = []
  const credentials = { mobile: world.buyers[0]?.mobile, pwd: PASSWORD }
  const { data } = await callOverNetwork(base, '/user-api/api/security/login-by-mobile', { body: credentials })
  const { token } = data as { token: string }

  for (const killed of ['the program', 'the program and its database'] as const) {
    const load = await startMixedLoad({ base, world, ...PEOPLE })
    const { record } = load
    await expect.poll(() => record.paid.length).toBeGreaterThanOrEqual(ORDERS)
    expect(record.failures).toEqual([])
    const postmaster = findPostmaster()
    program.send('SIGKILL')
    if (killed !== 'the program') await killPostmaster(postmaster)
    await program.ended
    await load.end()
    records.push(record)
    program = await start()
    await expectAllThere(records)
    // Whoever was logged in still is: the secret is the same.
    expect((await callOverNetwork(base, '/order-api/api/order/list', { token })).code).toBe(200)
    console.info(`one machine: ${killed} killed; ${record.submitted.length} orders and ${record.paid.length} payments answered, 0 lost`)
  }
  program.send('SIGTERM')
  const { code, complaints } = await program.ended
  expect({ code, complaints, postmaster: findPostmaster() }).toEqual({ code: 0, complaints: '', postmaster: 0 })
})
