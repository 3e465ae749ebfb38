import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { findRunningEmbeddedDatabase } from '#server/platform/database/embedded-database.ts'
import { OWNER_ROLE, replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { type ChildProgram, callOverNetwork, findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { expectHeaders } from '#server/platform/testing/headers.ts'
import { measureMinimumOfThree } from '#server/platform/testing/measure-fastest.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { DEMO_PASSWORD, demoAccounts } from './demo/people.ts'

const DIST = path.join(import.meta.dirname, '..', 'dist')
const READY = 'Ctrl-C 停止'
const MAIN = '13800000001'
const LOGIN = '/user-api/api/security/login-by-mobile'
const STAFF_LOGIN = '/console-api/api/staff/log-in'
const ADDRESS = '/user-api/api/address'
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Files with headers of their own. */
const KINDS: Readonly<Record<string, 'worker' | 'manifest'>> = { '/sw.js': 'worker', '/manifest.webmanifest': 'manifest' }

const isRoot = process.getuid?.() === 0
const inRootsHome = isRoot && import.meta.dirname.startsWith('/root/')
/** Root has all permissions, so missing permissions are tested as another user, who also runs the database. */
const asNobody = isRoot ? { uid: 65_534, gid: 65_534 } : {}

const started: ChildProgram[] = []
const folders: string[] = []
const newFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mall-start-'))
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}

const port = await findFreePort()
const base = `http://127.0.0.1:${port}`
const home = newFolder()
const dataDir = path.join(home, 'data')

const start = (env: Record<string, string> = {}, as = {}): ChildProgram => {
  const program = startChildProgram('tools/start.ts', { PORT: String(port), DATA_DIR: dataDir, ...env }, as)
  started.push(program)
  return program
}

/** The postmaster of a data folder, if there is one. */
const postmaster = (folder = dataDir): number | undefined => {
  const file = path.join(folder, 'postgres', 'cluster', 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

/** Returns whether a process runs. A zombie does not. */
const lives = (pid: number | undefined): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat[stat.lastIndexOf(')') + 2] !== 'Z'
  } catch {
    return false
  }
}

afterAll(async () => {
  for (const { send } of started) send('SIGKILL')
  for (const folder of folders) {
    const pid = postmaster(path.join(folder, 'data'))
    if (pid !== undefined && lives(pid)) process.kill(pid, 'SIGQUIT')
    while (lives(pid)) await pause(20)
    rmSync(folder, { recursive: true, force: true })
  }
})

const logIn = async (mobile = MAIN): Promise<string> =>
  ((await callOverNetwork(base, LOGIN, { body: { mobile, pwd: DEMO_PASSWORD } })).data as { token: string }).token

const addressCount = async (token: string): Promise<number> =>
  ((await callOverNetwork(base, `${ADDRESS}/list`, { token })).data as unknown[]).length

/** A person is told that his address is kept. */
async function addAddress(token: string): Promise<void> {
  const body = { name: '林国栋', mobile: MAIN, areaCode: '440307', detail: '锦龙四路 9 号', isDefault: false }
  expect((await callOverNetwork(base, `${ADDRESS}/add`, { token, body })).code).toBe(200)
}

async function expectRefusal(program: ChildProgram, sentence: RegExp): Promise<void> {
  const { code, complaints } = await program.ended
  expect(complaints).toMatch(sentence)
  expect({ code, lines: complaints.trim().split('\n').length }).toEqual({ code: 1, lines: 1 })
  expect(complaints).toMatch(/^商城没有启动：/)
}

// One test from the first start to the last. Each part continues where the one before it stopped.
describe('npm start', () => {
  test('leaves no process running when stopped while preparing the demo', async () => {
    const program = start()
    await program.says('正在准备演示数据')
    const pid = postmaster()
    expect(lives(pid)).toBe(true)
    program.send('SIGINT')
    const { code, complaints } = await program.ended
    expect({ code, complaints, database: lives(pid) }).toEqual({ code: 0, complaints: '', database: false })
  }, 180_000)

  let running: ChildProgram
  let token = ''

  test('then prepares the demo from scratch, and all its users can log in', async () => {
    running = start()
    await running.says(READY)
    for (const [name] of demoAccounts) {
      const answer = name.includes('@')
        ? await callOverNetwork(base, STAFF_LOGIN, { body: { email: name, pwd: DEMO_PASSWORD } })
        : await callOverNetwork(base, LOGIN, { body: { mobile: name, pwd: DEMO_PASSWORD } })
      expect({ name, code: answer.code }).toEqual({ name, code: 200 })
    }
    token = await logIn()
    expect(existsSync(path.join(dataDir, 'half-filled'))).toBe(false)
    const { rows } = await withDatabaseClient(findRunningEmbeddedDatabase(dataDir)?.appUrl ?? '', (client) =>
      client.query('show synchronous_commit'),
    )
    expect(rows).toEqual([{ synchronous_commit: 'on' }])
  }, 180_000)

  test('serves mall, console, calls and health checks, each with its headers', async () => {
    const get = async (at: string) => {
      const answer = await fetch(base + at, { redirect: 'manual' })
      await answer.arrayBuffer()
      return { status: answer.status, headers: Object.fromEntries(answer.headers) }
    }
    for (const [at, kind] of [
      ['/', 'mall'],
      ['/console/', 'console'],
      ['/healthz', 'call'],
      ['/readyz', 'call'],
      ['/nothing', 'call'],
      ['/console/nothing', 'call'],
    ] as const) {
      const { status, headers } = await get(at)
      expect({ at, status }).toEqual({ at, status: at.endsWith('nothing') ? 404 : 200 })
      expectHeaders(at, kind, headers)
    }
    let files = 0
    for (const app of ['storefront', 'console']) {
      const root = path.join(DIST, app)
      const found = readdirSync(root, { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile() && !/\.(gz|br)$|^index\.html$/.test(entry.name),
      )
      for (const { parentPath, name } of found) {
        const file = path.relative(root, path.join(parentPath, name)).split(path.sep).map(encodeURIComponent).join('/')
        const at = `${app === 'console' ? '/console' : ''}/${file}`
        const { status, headers } = await get(at)
        expect({ at, status }).toEqual({ at, status: 200 })
        expectHeaders(at, KINDS[at] ?? 'file', headers)
        files++
      }
    }
    expect(files).toBeGreaterThan(4)
  })

  test('refuses a second start on the same folder or port without disturbing the first', async () => {
    await expectRefusal(start({ PORT: String(await findFreePort()) }), new RegExp(`正被另一个进程（${running.pid}）使用`))
    const elsewhere = path.join(newFolder(), 'data')
    await expectRefusal(start({ DATA_DIR: elsewhere }), new RegExp(`端口 ${port} 已被占用`))
    expect(existsSync(path.join(elsewhere, 'postgres'))).toBe(false)
    expect(await addressCount(token)).toBeGreaterThan(0)
  })

  test('loses nothing after SIGKILL, and the next start takes over the running database', async () => {
    const before = await addressCount(token)
    await addAddress(token)
    running.send('SIGKILL')
    await running.ended
    expect(lives(postmaster())).toBe(true)
    running = start()
    await running.says(READY)
    await running.says('接管了上次没有正常退出的数据库')
    expect(await addressCount(token)).toBe(before + 1)
  })

  test('loses nothing after SIGKILL of server and database, even if another process reuses the postmaster pid', async () => {
    const before = await addressCount(token)
    await addAddress(token)
    const pid = postmaster()
    running.send('SIGKILL')
    process.kill(pid ?? 0, 'SIGKILL')
    await running.ended
    while (lives(pid)) await pause(20)
    const file = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
    // Of the same user, as on a machine without root.
    const other = spawn('sleep', ['600'], asNobody)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(other.pid)))
    running = start()
    await running.says(READY).finally(() => other.kill())
    expect(await addressCount(token)).toBe(before + 1)
  })

  test('finishes open requests on Ctrl-C and stops the database', async () => {
    const pid = postmaster()
    const { ownerUrl = '' } = findRunningEmbeddedDatabase(dataDir) ?? {}
    const asked = await withDatabaseClient(ownerUrl, async (client) => {
      await client.query('begin; lock table address in access exclusive mode')
      const list = callOverNetwork(base, `${ADDRESS}/list`, { token })
      await pause(300)
      running.send('SIGINT')
      await pause(300)
      return [list]
    })
    expect((await asked[0])?.code).toBe(200)
    const { code, complaints } = await running.ended
    expect({ code, complaints, database: lives(pid) }).toEqual({ code: 0, complaints: '', database: false })
    expect(readdirSync(dataDir).sort()).toEqual([
      'document-reader',
      'e-invoice',
      'e-signature',
      'files',
      'mailbox',
      'mall.log',
      'postgres',
      'sandbox',
      'secrets.json',
      'waybills',
    ])
  })

  // Less than three seconds where reading the server takes one: a busy machine slows both alike. Both compile everything, as a person's start does.
  test.runIf(selectByTestTier({ landing: false, release: true }))(
    'starts a second time in less than three times the time of loading the server code',
    async () => {
      const compiling = { NODE_DISABLE_COMPILE_CACHE: '1' }
      const program = `import(${JSON.stringify(path.join(import.meta.dirname, '..', 'server', 'mall.ts'))})`
      const reading = () => {
        const begun = performance.now()
        spawnSync(process.execPath, ['-e', program], { env: { ...process.env, ...compiling } })
        return performance.now() - begun
      }
      const ratio = await measureMinimumOfThree(3, async () => {
        running.send('SIGTERM')
        await running.ended
        const alone = reading()
        running = start(compiling)
        const ms = await running.says(READY)
        console.info(`second start: ${ms.toFixed(0)} ms, ${(ms / alone).toFixed(2)} of reading the server`)
        return ms / alone
      })
      expect(ratio).toBeLessThan(3)
      running.send('SIGTERM')
      await running.ended
      // Six readings of the server: on a busy machine they take more than the usual patience, and only the ratio counts.
    },
    180_000,
  )

  test('refuses a database that a newer program has migrated', async () => {
    running = start()
    await running.says(READY)
    await withDatabaseClient(findRunningEmbeddedDatabase(dataDir)?.ownerUrl ?? '', (client) =>
      client.query("insert into schema_migration values ('9999-later.sql', '', now())"),
    )
    running.send('SIGTERM')
    expect((await running.ended).code).toBe(0)
    await expectRefusal(start(), /数据库比本程序新（含有 9999-later\.sql），请升级程序后再启动/)
    expect(postmaster()).toBeUndefined()
  })

  test('does not replace unreadable secrets', async () => {
    writeFileSync(path.join(dataDir, 'secrets.json'), '{')
    await expectRefusal(start(), /secrets\.json 已损坏/)
    expect(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')).toBe('{')
  })
})

describe('an unusable data folder is refused', () => {
  test('because it is a file', async () => {
    const file = path.join(newFolder(), 'data')
    writeFileSync(file, '')
    await expectRefusal(start({ DATA_DIR: file }), new RegExp(`${file} 不是文件夹`))
    await expectRefusal(start({ DATA_DIR: path.join(file, 'below') }), /below 不是文件夹/)
  })

  test.skipIf(inRootsHome)('because another user owns it', async () => {
    const folder = path.join(newFolder(), 'data')
    mkdirSync(folder, { mode: 0o500 })
    await expectRefusal(start({ DATA_DIR: folder, PORT: '0' }, asNobody), new RegExp(`没有权限读写 ${folder}`))
    // Also with an external database: the log is written there.
    const elsewhere = { DATABASE_URL: 'postgres://mall_app:x@127.0.0.1:1/mall', MALL_SECRET: randomBytes(32).toString('hex') }
    await expectRefusal(start({ DATA_DIR: folder, PORT: '0', ...elsewhere }, asNobody), new RegExp(`没有权限读写 ${folder}`))
  })
})

test('an empty mall with an administrator of its own is not filled with the demo, if it is started without DEMO=0 later', async () => {
  const settings = { DATA_DIR: path.join(newFolder(), 'data'), PORT: '0' }
  const empty = start({ ...settings, DEMO: '0' })
  await empty.says('运营后台')
  const admin = startChildProgram('tools/admin.ts', settings, {}, ['boss@example.com', '王经理'])
  expect((await admin.ended).code).toBe(0)
  empty.send('SIGINT')
  await empty.ended
  const again = start(settings)
  await again.says('Ctrl-C')
  again.send('SIGINT')
  expect((await again.ended).output).not.toContain('正在准备演示数据')
})

test('of two simultaneous starts on an empty folder one runs and the other is refused', async () => {
  const folder = path.join(newFolder(), 'data')
  const both = [start({ DATA_DIR: folder, PORT: '0' }), start({ DATA_DIR: folder, PORT: '0' })]
  const first = await Promise.race(both.map(async (program) => ((await program.ended).code === 1 ? program : undefined)))
  await expectRefusal(first ?? expect.fail('nobody was refused'), /正被另一个进程（\d+）使用/)
  const other = both.find((program) => program !== first) ?? expect.fail()
  await other.says('正在准备演示数据')
  other.send('SIGTERM')
  expect((await other.ended).code).toBe(0)
})

test('DATABASE_URL uses an external PostgreSQL: migrated by its owner, no demo, no embedded database', async () => {
  const database = `start_${randomBytes(6).toString('hex')}`
  const admin = (sql: string) => withDatabaseClient(inject('superUrl'), (client) => client.query(sql))
  await admin(`create database ${database} owner ${OWNER_ROLE}`)
  const folder = path.join(newFolder(), 'data')
  const program = start({
    DATA_DIR: folder,
    DATABASE_URL: replaceDatabaseUrlParts(inject('appUrl'), { database }),
    DATABASE_OWNER_URL: replaceDatabaseUrlParts(inject('ownerUrl'), { database }),
    MALL_SECRET: randomBytes(32).toString('base64'),
  })
  await program.says('/api/openapi.json')
  expect((await fetch(`${base}/readyz`)).status).toBe(200)
  expect((await callOverNetwork(base, '/goods-api/api/goods/list')).data).toMatchObject({ total: 0 })
  expect((await callOverNetwork(base, LOGIN, { body: { mobile: MAIN, pwd: DEMO_PASSWORD } })).reason).toBe('LOGIN_FAILED')
  expect(readdirSync(folder)).toEqual(['mall.log'])
  program.send('SIGTERM')
  const { code, output } = await program.ended
  expect(code).toBe(0)
  expect(output).not.toContain(MAIN)
  await admin(`drop database ${database} with (force)`)
})
