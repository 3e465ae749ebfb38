import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invariants } from '#server/operations/invariants/invariants.ts'
import { createWalArchiveSettings, requireCompleteWalArchive } from '#server/platform/database/backups/wal-archive.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { findRunningEmbeddedDatabase } from '#server/platform/database/embedded-database.ts'
import { findRunningPostmaster } from '#server/platform/database/embedded-postgres.ts'
import { type ChildProgram, callOverNetwork, findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { demoCompany } from '#server/platform/testing/company.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD, FIN, MAIN } from './demo/people.ts'

const READY = 'Ctrl-C 停止'
const isRelease = selectByTestTier({ landing: false, release: true })
const home = mkdtempSync(path.join(tmpdir(), 'mall-backup-'))
const dataDir = path.join(home, 'data')
const backups = path.join(home, 'backups')
const started: ChildProgram[] = []

const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
const base = `http://127.0.0.1:${port}`
const unlimited = { RATE_MONEY: '1000000', RATE_MEMBER: '1000000', IN_FLIGHT_MONEY: '1000' }
const startMall = async (folder: string): Promise<ChildProgram> => {
  const program = startChildProgram('tools/start.ts', {
    ...unlimited,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: folder,
  })
  started.push(program)
  await program.says(READY)
  return program
}

/** Runs a tool as in a terminal. Returns its exit code and its output. */
async function runs(tool: 'backup' | 'restore', args: string[], env: Record<string, string> = {}) {
  const program = startChildProgram(`tools/${tool}.ts`, { DATA_DIR: dataDir, ...env }, {}, args)
  started.push(program)
  const { code, output, complaints } = await program.ended
  return { code, output, complaints: complaints.trim() }
}

/** Kills all processes of a data folder, like a power cut, and deletes the folder. */
async function lose(folder: string): Promise<void> {
  const pid = existsSync(path.join(folder, 'postgres')) ? findRunningPostmaster(folder)?.pid : undefined
  if (pid !== undefined) process.kill(pid, 'SIGQUIT')
  while (pid !== undefined && findRunningPostmaster(folder)) await pause(20)
  const cluster = path.join(folder, 'postgres')
  rmSync(cluster, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

afterAll(async () => {
  for (const { send } of started) send('SIGKILL')
  for (const name of readdirSync(home).filter((one) => existsSync(path.join(home, one, 'postgres')))) await lose(path.join(home, name))
  rmSync(home, { recursive: true, force: true })
})

/** An action, with the times when it was requested and when its success was reported. */
interface AnsweredWrite {
  kind: 'order' | 'pay' | 'topUp'
  /** The trade, or the amount of a top-up, which no other has. */
  id: string
  sentAt: number
  answeredAt: number
}
const answeredWrites: AnsweredWrite[] = []
let writing = true
let sums = 0

const dataOf = async <T>(call: string, given: { body: object; token: string; key?: string }): Promise<T> => {
  const { data, code, reason } = await callOverNetwork(base, call, given)
  expect({ call, code, reason }).toMatchObject({ call, code: 200 })
  return data as T
}
const logIn = async (): Promise<string> =>
  (
    (await callOverNetwork(base, '/user-api/api/security/login-by-mobile', { body: { mobile: MAIN, pwd: DEMO_PASSWORD } })).data as {
      token: string
    }
  ).token

async function recordAnsweredWrite<T>(kind: AnsweredWrite['kind'], act: () => Promise<T>, id: (answer: T) => string): Promise<T> {
  const sentAt = Date.now()
  const answer = await act()
  answeredWrites.push({ kind, id: id(answer), sentAt, answeredAt: Date.now() })
  return answer
}

interface Wares {
  token: string
  addressId: string
  skus: readonly { id: string; minimum: number }[]
}

/** Orders and pays from the wallet and on credit, without a pause. */
async function buys({ token, addressId, skus }: Wares, at: number): Promise<void> {
  for (let turn = at; writing; turn++) {
    const sku = skus[turn % skus.length] ?? expect.fail()
    const [method, pay] = turn % 2 === 0 ? ['wallet', 'pay-by-wallet'] : ['credit', 'pay-by-credit']
    const lines = [{ skuId: sku.id, goodsNum: sku.minimum }]
    const { quote } = await dataOf<{ quote: string }>('/order-api/api/order/preview', { token, body: { lines, method } })
    const order = { token, body: { lines, method, addressId, quote }, key: crypto.randomUUID() }
    const { tradeId } = await recordAnsweredWrite(
      'order',
      () => dataOf<{ tradeId: string }>('/order-api/api/order/submit', order),
      (made) => made.tradeId,
    )
    const paying = { token, body: { tradeId, payPwd: DEMO_PAY_PASSWORD }, key: crypto.randomUUID() }
    await recordAnsweredWrite(
      'pay',
      () => dataOf(`/order-api/api/order/${pay}`, paying),
      () => tradeId,
    )
  }
}

/** Finance records money that came by bank: small amounts, of which one person may record many a day. */
async function toppsUp(token: string, enterpriseId: string): Promise<void> {
  while (writing) {
    const fen = 1_000 + ++sums
    const body = { enterpriseId, amount: fen / 100, bankReference: `B${fen}`, accountNo: demoCompany.bank.accountNo }
    await recordAnsweredWrite(
      'topUp',
      () => dataOf('/console-api/api/wallet/record-top-up', { token, body }),
      () => String(fen),
    )
  }
}

/** What the database of a data folder contains of the actions. */
async function foundIn(folder: string): Promise<Record<AnsweredWrite['kind'], Set<string>>> {
  return withDatabaseClient(findRunningEmbeddedDatabase(folder)?.ownerUrl ?? '', async (client) => {
    const ids = async (sql: string) => new Set((await client.query<{ id: string }>(sql)).rows.map(({ id }) => id))
    return {
      order: await ids('select id::text from trade'),
      pay: await ids(`select trade_id::text as id from payment where trade_id is not null and state = 'SETTLED'`),
      topUp: await ids(`select amount_fen::text as id from ledger_transfer where kind = 'topUpByBank'`),
    }
  })
}

const known = (kind: AnsweredWrite['kind'], counts: (write: AnsweredWrite) => boolean) =>
  answeredWrites.filter((one) => one.kind === kind && counts(one)).map(({ id }) => id)

/** Waits until each person has done enough. On a busy machine that takes longer. */
async function haveDone(least: number, counts: (write: AnsweredWrite) => boolean): Promise<void> {
  const isDone = () => (['order', 'pay', 'topUp'] as const).every((kind) => known(kind, counts).length >= least)
  while (!isDone()) await pause(20)
}

let token = ''
let before: Awaited<ReturnType<typeof foundIn>>
let running: ChildProgram
/** The names of the files of invoices, and of the pictures of goods. */
let invoiceFiles: ReadonlySet<string>
let goodsPictures: ReadonlySet<string>
/** The archive of an import of goods that nobody has unpacked yet. */
const archiveId = crypto.randomUUID()
/** Between the backup and the end, while everybody was writing. */
let moment = 0
/** The files that were stored then. The mall may store more afterwards: its jobs issue invoices. */
let storedThen: readonly string[] = []

/** An import as it is between its upload and the job that unpacks it. The job is not asked for, so that it stays so. */
async function beginsImport(ownerUrl: string): Promise<void> {
  const bytes = Buffer.from('the bytes of an archive')
  writeFileSync(path.join(dataDir, 'files', archiveId), bytes)
  const id = crypto.randomUUID()
  await withDatabaseClient(ownerUrl, async (client) => {
    await client.query(
      `insert into goods_import (id, staff_id, file_name, file_hash, mode, clear_empty, state, titles, row_count, archive_id, created_at)
        select $1, id, '商品.zip', $2, 'both', false, 'trying', '[]', 1, $3, now() from staff limit 1`,
      [id, createHash('sha256').update(bytes).digest(), archiveId],
    )
    await client.query(`insert into goods_import_file (import_id, name, path) values ($1, 'a.jpg', 'a.jpg')`, [id])
    await client.query(
      `insert into goods_import_row (import_id, row_no, goods_no, goods_code, sku_code, cells) values ($1, 2, 2, '', 'A-1', '[]')`,
      [id],
    )
  })
}

beforeAll(async () => {
  await chmod(home, 0o711)
  running = await startMall(dataDir)
  before = await foundIn(dataDir)
  token = await logIn()
  const { ownerUrl = '' } = findRunningEmbeddedDatabase(dataDir) ?? {}
  const skus = await withDatabaseClient(
    ownerUrl,
    async (client) =>
      (
        await client.query<{ id: string; minimum: number }>(
          'select s.id, s.minimum from sku s join sku_stock k on k.sku_id = s.id where s.on_shelf and s.credit_price_fen is not null and k.available > 500 order by s.sale_price_fen * s.minimum limit 4',
        )
      ).rows,
  )
  const [address] = await dataOf<{ id: string }[]>('/user-api/api/address/list', { token, body: {} })
  const { enterpriseId } = await dataOf<{ enterpriseId: string }>('/user-api/api/user/detail', { token, body: {} })
  const staff = (await callOverNetwork(base, '/console-api/api/staff/log-in', { body: { email: FIN, pwd: DEMO_PASSWORD } })).data as {
    token: string
  }
  const namesOf = async (table: string) =>
    withDatabaseClient(
      ownerUrl,
      async (client) => new Set((await client.query<{ id: string }>(`select id::text from ${table}`)).rows.map(({ id }) => id)),
    )
  invoiceFiles = await namesOf('invoice_file')
  goodsPictures = await namesOf('catalog_picture')
  expect(invoiceFiles.size).toBeGreaterThan(3)
  await beginsImport(ownerUrl)
  const wares = { token, addressId: address?.id ?? '', skus }
  const everybody = Promise.all([buys(wares, 0), buys(wares, 1), buys(wares, 2), toppsUp(staff.token, enterpriseId)])
  await pause(1_000)
  const full = await runs('backup', [backups])
  expect(full).toMatchObject({ code: 0, complaints: '', output: expect.stringMatching(/base-\d{8}T\d{6}Z：\d+ 个文件/) })
  // The tool names what must be stored separately, and the backup does not contain it.
  expect(full.output).toContain(path.join(dataDir, 'secrets.json'))
  await pause(700)
  expect(await runs('backup', [backups, '--add'])).toMatchObject({ code: 0, complaints: '' })
  await Promise.race([everybody, haveDone(11, () => true)])
  storedThen = readdirSync(path.join(dataDir, 'files'))
  moment = Date.now()
  await Promise.race([everybody, haveDone(6, ({ sentAt }) => sentAt > moment)])
  writing = false
  await everybody
  expect(await runs('backup', [backups, '--add'])).toMatchObject({ code: 0, complaints: '' })
  cpSync(path.join(dataDir, 'secrets.json'), path.join(home, 'secrets.json'))
  running.send('SIGKILL')
  await running.ended
  await lose(dataDir)
}, 600_000)

const newFolder = (name: string): string => {
  const folder = path.join(home, name)
  mkdirSync(folder, { mode: 0o711 })
  cpSync(path.join(home, 'secrets.json'), path.join(folder, 'secrets.json'))
  return folder
}

describe('after the loss of all data a backup', () => {
  test('restores a chosen moment during writes: everything answered before it, nothing requested after', async () => {
    const folder = newFolder('then')
    // Until the end of the millisecond, because an action that was answered within it may have ended later than its beginning.
    const until = new Date(moment + 1).toISOString()
    const { code, output, complaints } = await runs('restore', [backups, '--into', folder, '--until', until])
    expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
    expect(output).toContain(`${invariants.length} invariants, 0 broken`)
    expect(findRunningPostmaster(folder)).toBeUndefined()
    // Counted before it starts, because a running mall deletes the identity documents of old rejected submissions.
    const [restored, kept] = [folder, backups].map((from) => new Set(readdirSync(path.join(from, 'files'))))
    expect(storedThen.length).toBeGreaterThan(10)
    expect(storedThen.filter((name) => !restored?.has(name))).toEqual([])
    expect([...(restored ?? [])].filter((name) => !kept?.has(name))).toEqual([])
    running = await startMall(folder)
    const found = await foundIn(folder)
    for (const kind of ['order', 'pay', 'topUp'] as const) {
      const done = known(kind, ({ answeredAt }) => answeredAt <= moment)
      const never = known(kind, ({ sentAt }) => sentAt > moment)
      expect({ kind, many: done.length > 10 && never.length > 5 }).toEqual({ kind, many: true })
      expect({ kind, lost: done.filter((id) => !found[kind].has(id)) }).toEqual({ kind, lost: [] })
      expect({ kind, tooMany: never.filter((id) => found[kind].has(id)) }).toEqual({ kind, tooMany: [] })
      // And nothing that nobody did.
      const own = new Set([...before[kind], ...known(kind, () => true)])
      expect({ kind, strange: [...found[kind]].filter((id) => !own.has(id)) }).toEqual({ kind, strange: [] })
    }
    // Its people continue where they were: with their sessions, pictures and money.
    const { balance } = await dataOf<{ balance: number }>('/account-api/api/wallet/overview', { token, body: {} })
    expect(balance).toBeGreaterThan(0)
    running.send('SIGTERM')
    expect((await running.ended).code).toBe(0)
  }, 180_000)

  test.runIf(isRelease)(
    'restores everything by default; the restored mall can be backed up again beside the old backups',
    async () => {
      const folder = newFolder('whole')
      const { code, output } = await runs('restore', [backups, '--into', folder])
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`${invariants.length} invariants, 0 broken`) })
      expect(await runs('backup', [backups, '--add'], { DATA_DIR: folder })).toMatchObject({
        code: 1,
        complaints: expect.stringContaining('还没有完整备份'),
      })
      expect(await runs('backup', [backups], { DATA_DIR: folder })).toMatchObject({ code: 0, complaints: '' })
      expect(readdirSync(backups).filter((name) => name.startsWith('base-'))).toHaveLength(2)
      const again = newFolder('again')
      expect(await runs('restore', [backups, '--into', again])).toMatchObject({ code: 0, output: expect.stringContaining('0 broken') })
      running = await startMall(again)
      const found = await foundIn(again)
      for (const kind of ['order', 'pay', 'topUp'] as const)
        expect({ kind, lost: known(kind, () => true).filter((id) => !found[kind].has(id)) }).toEqual({ kind, lost: [] })
      running.send('SIGTERM')
      await running.ended
    },
    180_000,
  )
})

describe('a damaged backup is refused with one line, and nothing is left behind', () => {
  const only = () => readdirSync(backups).find((name) => name.startsWith('base-')) ?? ''
  const walAt = (folder: string, at: number) => {
    const { firstWal } = JSON.parse(readFileSync(path.join(folder, only(), 'manifest.json'), 'utf8')) as { firstWal: string }
    const names = readdirSync(path.join(folder, 'wal')).filter((name) => /^\w{24}\.gz$/.test(name) && name.slice(0, 24) >= firstWal)
    return path.join(folder, 'wal', names.sort()[at] ?? '')
  }
  const clusterFile = (folder: string, file: string) => path.join(folder, only(), 'cluster', file)

  /** The ways to damage a backup, of which a landing tries every third. */
  const DAMAGES: readonly [string, (folder: string) => void, RegExp][] = [
    [
      'a file is missing',
      (folder) => rmSync(clusterFile(folder, 'global/pg_control')),
      /^没有恢复：备份 base-\w+ 不完整：缺少文件 global\/pg_control$/,
    ],
    [
      'a file is shorter',
      (folder) => truncateSync(clusterFile(folder, 'global/pg_control'), 100),
      /已损坏：文件 global\/pg_control 的大小不对$/,
    ],
    [
      'a byte of a file is another',
      (folder) => {
        const file = clusterFile(folder, 'PG_VERSION')
        writeFileSync(
          file,
          readFileSync(file).map((byte) => byte ^ 1),
        )
      },
      /已损坏：文件 PG_VERSION 的内容变了$/,
    ],
    ['WAL is cut off', (folder) => truncateSync(walAt(folder, 1), 5_000), /^没有恢复：备份已损坏：WAL \w{24} 不完整$/],
    ['WAL is missing that the copy needs', (folder) => rmSync(walAt(folder, 0)), /^没有恢复：备份不完整：缺少 WAL \w{24}$/],
    ['WAL is missing after it', (folder) => rmSync(walAt(folder, 2)), /缺少 WAL \w{24}，只能恢复到 [-\d]+ [:\d]+（--until）$/],
    [
      'its manifest cannot be read',
      (folder) => writeFileSync(path.join(folder, only(), 'manifest.json'), '{'),
      /^没有恢复：备份 base-\w+ 已损坏：读不了/,
    ],
    ['there is none', (folder) => rmSync(path.join(folder, only()), { recursive: true }), /里没有备份$/],
  ]
  test.each(DAMAGES.filter((_, at) => isRelease || at % 4 === 0))('because %s', async (_, breaks, met) => {
    const folder = path.join(home, 'broken')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    for (const name of [only(), 'wal', 'files']) cpSync(path.join(backups, name), path.join(folder, name), { recursive: true })
    breaks(folder)
    const into = newFolder(`into-${crypto.randomUUID()}`)
    const { code, complaints } = await runs('restore', [folder, '--into', into])
    expect(complaints).toMatch(met)
    expect({ code, lines: complaints.split('\n').length, left: readdirSync(into) }).toEqual({ code: 2, lines: 1, left: ['secrets.json'] })
  })

  test.runIf(isRelease)('files are missing from the backup: everything else is restored, and each gap is reported', async () => {
    const folder = path.join(home, 'broken')
    rmSync(folder, { recursive: true, force: true })
    cpSync(backups, folder, { recursive: true })
    const kinds = {
      'a picture': (name: string) => !invoiceFiles.has(name) && !goodsPictures.has(name) && name !== archiveId,
      'the paper of an invoice': (name: string) => invoiceFiles.has(name),
      'a picture of goods': (name: string) => goodsPictures.has(name),
      'the archive of a running import': (name: string) => name === archiveId,
    }
    const kept = readdirSync(path.join(folder, 'files'))
    const missing = Object.entries(kinds).map(([kind, isOf]) => kept.find(isOf) ?? expect.fail(`the backup has no file of ${kind}`))
    for (const name of missing) rmSync(path.join(folder, 'files', name))
    const into = newFolder('without-files')
    const { code, output } = await runs('restore', [folder, '--into', into])
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(`缺少 ${missing.length} 个，如 `) })
    expect(missing).toContain(/如 ([-\w]+)/.exec(output)?.[1])
    expect(output).toContain('invariants, 0 broken')
    expect(readdirSync(path.join(into, 'files'))).toHaveLength(kept.length - missing.length)
  })

  test.runIf(isRelease)('a restore to an unavailable time, with wrong secrets or into a used folder is refused', async () => {
    const into = newFolder('asked')
    const asks = async (...args: string[]) => (await runs('restore', [backups, '--into', into, ...args])).complaints
    expect(await asks('--until', '2020-01-01 00:00')).toMatch(/^没有恢复：最早只能恢复到 [-\d]+ [:\d]+$/)
    expect(await asks('--until', '2099-01-01 00:00')).toMatch(/^没有恢复：备份里的记录只到 [-\d]+ [:\d]+$/)
    expect(await asks('--until', 'yesterday')).toContain('--until 应形如')
    const secrets = path.join(into, 'secrets.json')
    const right = readFileSync(secrets, 'utf8')
    writeFileSync(secrets, right.replace(/"secret": "../, '"secret": "zz'))
    expect(await asks()).toContain('不是这个备份的密钥')
    rmSync(secrets)
    expect(await asks()).toContain('请先把另外保管的 secrets.json 放进')
    writeFileSync(secrets, right)
    writeFileSync(path.join(into, 'mall.log'), '')
    expect(await asks()).toContain('不是空的（有 mall.log）')
  })

  test('a backup inside its own data folder, or of an external database without its owner, is refused', async () => {
    const there = newFolder('there')
    const elsewhere = {
      DATABASE_URL: 'postgres://mall_app:x@127.0.0.1:1/mall',
      MALL_SECRET: '0a1b2c3d4e5f60718293a4b5c6d7e8f9a8b7c6d5e4f30211f0e1d2c3b4a59687',
    }
    const { code, complaints } = await runs('backup', [backups], { DATA_DIR: there, ...elsewhere })
    expect(complaints).toMatch(/^没有备份：缺少 DATABASE_OWNER_URL/)
    expect({ code, lines: complaints.split('\n').length }).toEqual({ code: 1, lines: 1 })
    expect((await runs('backup', [path.join(there, 'inside')], { DATA_DIR: there })).complaints).toContain('备份不能放在数据目录')
  })
})

test('unfetched WAL is kept up to a limit, a gap is recorded, and none is kept before the first backup', () => {
  const cluster = path.join(home, "it's 100 %", 'cluster')
  const archive = path.join(home, "it's 100 %", 'wal-archive')
  mkdirSync(cluster, { recursive: true })
  writeFileSync(path.join(cluster, 'segment'), 'wal')
  const { archive_command = '' } = createWalArchiveSettings(cluster)
  // As PostgreSQL fills it in.
  const keeps = (name: string) => {
    const command = archive_command.replaceAll(/%([pf%])/g, (_, sign) => ({ p: 'segment', f: name })[sign as string] ?? '%')
    execFileSync('sh', ['-c', command], { cwd: cluster })
  }
  keeps('0')
  expect(existsSync(archive)).toBe(false)
  mkdirSync(archive)
  for (let at = 0; at < 255; at++) writeFileSync(path.join(archive, `old${at}`), '')
  keeps('1')
  expect(readFileSync(path.join(archive, '1'), 'utf8')).toBe('wal')
  keeps('2')
  expect(existsSync(path.join(archive, '2'))).toBe(false)
  expect(() => requireCompleteWalArchive({ native: '', cluster, as: undefined })).toThrow('记录已经中断')
})
