import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { contract } from '#contract/api.ts'
import { PUSH_STREAM_PATH } from '#contract/people/messaging/push.ts'
import { API_BASE, type ResponseEnvelope } from '#contract/platform/core/envelope.ts'
import type { StaffRole } from '#contract/platform/core/permissions.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { OWNER_ROLE, replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { type ChildProgram, callOverNetwork, findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { createGoodsEditor } from '#server/platform/testing/goods-editor.ts'
import { openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import { measureFastest, measureMinimumOfThree } from '#server/platform/testing/measure-fastest.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'

// Each of them starts a whole program, some two one after the other.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const secret = randomBytes(32).toString('hex')
const mall = await openMall({ now: new Date() })
const skuId = await mall.createSku('U84 采煤截齿', { sale: '38.50', credit: '99.00' })

const started: ChildProgram[] = []
afterAll(() => started.map(({ send }) => send('SIGKILL')))

interface Node {
  base: string
  program: ChildProgram
}

/** One of the servers of this mall, as a process of its own; `keeper` migrates and runs the jobs. */
async function startNode({ keeper = false, env = {} }: { keeper?: boolean; env?: Record<string, string> } = {}): Promise<Node> {
  const port = await findFreePort()
  const database = { DATABASE_URL: mall.appUrl, ...(keeper ? { DATABASE_OWNER_URL: mall.ownerUrl } : {}) }
  const program = startChildProgram('server/main.ts', { ...database, MALL_SECRET: secret, PORT: String(port), LOG_LEVEL: 'info', ...env })
  started.push(program)
  await program.says('"listening"')
  return { base: `http://127.0.0.1:${port}`, program }
}

/** The token of a colleague who has bound a second factor: servers outside the demo want one of everybody. */
async function tokenOf(role: StaffRole): Promise<string> {
  const person = await mall.staff(role)
  const { secret: shown } = await mall.guest().api.staff.bindTotp({ email: `${role}@staff.test`, pwd: TEST_USER_PASSWORD })
  await person.api.staff.confirmTotp({
    code: TOTP.generate({ secret: Secret.fromBase32(shown), timestamp: mall.clock.now.getTime() }),
  })
  return person.token ?? expect.fail('nobody')
}

describe('two servers of one mall', () => {
  let nodes: Node[] = []
  let token = ''
  beforeAll(async () => {
    nodes = await Promise.all([startNode({ keeper: true }), startNode()])
    token = await tokenOf('catalogue')
  })

  /** What a guest sees on a node whose answer of before he still has. */
  const look = async ({ base }: Node, etag?: string): Promise<{ status: number; etag: string; price: number | undefined }> => {
    const answer = await fetch(`${base}${API_BASE}${contract.goods.list.path}`, { headers: etag ? { 'if-none-match': etag } : {} })
    const body = answer.status === 200 ? ((await answer.json()) as ResponseEnvelope) : undefined
    const price = (body?.data as { dataList: { salePrice: number }[] } | undefined)?.dataList[0]?.salePrice
    return { status: answer.status, etag: answer.headers.get('etag') ?? '', price }
  }

  test('a price changed on one server reaches both within a second; until then the cached one is served', async () => {
    const slowest: number[] = []
    for (const [rowVersion, price] of [41.5, 42.5, 43.5, 44.5].entries()) {
      const before = await Promise.all(nodes.map((node) => look(node)))
      for (const [at, node] of nodes.entries()) expect((await look(node, before[at]?.etag)).status).toBe(304)
      const [first] = nodes
      const changed = await callOverNetwork(first?.base ?? '', contract.consoleSku.setPrice.path, {
        token,
        body: { skuId, salePrice: price, creditPrice: 99, rowVersion, confirmed: true },
      })
      expect(changed.code).toBe(200)
      const begun = performance.now()
      const took = await Promise.all(
        nodes.map(async (node, at) => {
          while (performance.now() - begun < 5_000) {
            if ((await look(node, before[at]?.etag)).price === price) return performance.now() - begun
            await new Promise((resolve) => setTimeout(resolve, 10))
          }
          return Number.POSITIVE_INFINITY
        }),
      )
      slowest.push(Math.max(...took))
    }
    expect(slowest.every(Number.isFinite)).toBe(true)
    // A busy machine may be late once. A server that polls is late every time.
    expect(Math.min(...slowest)).toBeLessThan(1_000)
  })

  test('goods published or taken off sale on one server change for guests of the other within a second', async () => {
    const { catalogue, content } = await createGoodsEditor(mall)
    const [writing, reading] = nodes
    const writes = async (path: string, body: object) => {
      const answer = await callOverNetwork(writing?.base ?? '', path, { token, body })
      expect(answer).toMatchObject({ code: 200 })
    }
    /** Whether a guest of the other server finds the goods by their name, and can open them. */
    const isSeen = async (goodsId: string, keyword: string): Promise<[found: boolean | undefined, opened: number]> => {
      const [list, detail] = await Promise.all([
        callOverNetwork(reading?.base ?? '', contract.goods.list.path, { body: { keyword } }),
        callOverNetwork(reading?.base ?? '', contract.goods.detail.path, { body: { goodsId } }),
      ])
      return [(list.data as { dataList: { goodsId: string }[] } | null)?.dataList.some((one) => one.goodsId === goodsId), detail.code]
    }
    let made = 0
    // A busy machine may be late once. A server that polls is late every time.
    const shown = await measureMinimumOfThree(1_000, async () => {
      const name = `新到截齿${++made}`
      const { goodsId, rowVersion } = await catalogue.api.consoleGoods.save({ content: content({ name }) })
      await expect.poll(() => isSeen(goodsId, name)).toEqual([false, 404])
      const durationOf = (path: string, body: object, seen: [boolean, number]) =>
        measureFastest(Number.POSITIVE_INFINITY, async () => {
          await writes(path, body)
          await expect.poll(() => isSeen(goodsId, name), { interval: 50 }).toEqual(seen)
        })
      const took = await durationOf(contract.consoleGoods.publish.path, { goodsId, rowVersion }, [true, 200])
      const { rowVersion: published } = await catalogue.api.consoleGoods.detail({ goodsId })
      return Math.max(took, await durationOf(contract.consoleGoods.takeOff.path, { goodsId, rowVersion: published }, [false, 404]))
    })
    expect(shown).toBeLessThan(1_000)
  })

  test('a write on one server is pushed to a screen connected to the other', async () => {
    const [writing, listening] = nodes
    const buyer = await mall.buyer('林')
    const hangUp = new AbortController()
    const line = await fetch(`${listening?.base}${API_BASE}${PUSH_STREAM_PATH}`, {
      headers: { authorization: buyer.token ?? '' },
      signal: hangUp.signal,
    })
    const reader = line.body?.pipeThrough(new TextDecoderStream()).getReader()
    const body = { title: '停送货安排', text: '春节', dateFrom: toShanghaiDay(new Date()), dateTo: null, pinned: false }
    const support = await tokenOf('support')
    let announced = 0
    const took = await measureFastest(2_000, async () => {
      const saved = await callOverNetwork(writing?.base ?? '', contract.consoleAnnouncement.save.path, { token: support, body })
      expect(saved.code).toBe(200)
      announced++
      let heard = ''
      while (!heard.includes('data: {"kind":"message"}')) heard += (await reader?.read())?.value ?? expect.fail('the line ended')
    })
    expect(took).toBeLessThan(2_000)
    const { data } = await callOverNetwork(listening?.base ?? '', contract.message.countNotRead.path, { token: buyer.token ?? '' })
    expect(data).toEqual({ count: announced })
    hangUp.abort()
  })

  test.each(selectByTestTier({ landing: ['SIGTERM'], release: ['SIGTERM', 'SIGINT'] } as const))(
    '%s: requests in progress are answered, and the server ends normally',
    async (signal) => {
      const ended = await measureMinimumOfThree(5_000, async () => {
        const { base, program } = await startNode()
        const owner = new pg.Client({ connectionString: mall.ownerUrl })
        await owner.connect()
        await owner.query('begin; lock table goods, goods_search in access exclusive mode')
        const asked = callOverNetwork(base, contract.goods.list.path, { body: { keyword: signal } })
        await new Promise((resolve) => setTimeout(resolve, 300))
        const begun = performance.now()
        program.send(signal)
        await new Promise((resolve) => setTimeout(resolve, 500))
        await expect(fetch(`${base}/healthz`)).rejects.toThrow()
        await owner.end()
        expect((await asked).code).toBe(200)
        const { code, complaints } = await program.ended
        expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
        return performance.now() - begun
      })
      expect(ended).toBeLessThan(5_000)
    },
  )
})

test('a draining server reports not ready, answers remaining requests and closes their connections', async () => {
  const { base, program } = await startNode({ env: { DRAIN_SECONDS: '4' } })
  const ready = () => fetch(`${base}/readyz`)
  expect((await ready()).status).toBe(200)
  program.send('SIGTERM')
  while ((await ready()).status === 200) await new Promise((resolve) => setTimeout(resolve, 20))
  const goods = await fetch(`${base}${API_BASE}${contract.goods.list.path}`)
  expect({ status: goods.status, connection: goods.headers.get('connection') }).toEqual({ status: 200, connection: 'close' })
  expect(await (await ready()).json()).toEqual({ ok: false, jobs: 'off' })
  expect((await fetch(`${base}/healthz`)).status).toBe(200)
  const { code, complaints } = await program.ended
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
})

describe('the server refuses to start, with a one-line error', () => {
  const admin = <T>(work: (client: pg.Client) => Promise<T>) => withDatabaseClient(inject('superUrl'), work)
  const made: string[] = []
  /** Databases of the same server: an empty one, and one that a later program has changed. */
  const newDatabase = async (template?: string): Promise<{ app: string; owner: string }> => {
    const database = `start_${randomBytes(6).toString('hex')}`
    made.push(database)
    await admin((client) => client.query(`create database ${database} owner ${OWNER_ROLE} ${template ? `template ${template}` : ''}`))
    return {
      app: replaceDatabaseUrlParts(inject('appUrl'), { database }),
      owner: replaceDatabaseUrlParts(inject('ownerUrl'), { database }),
    }
  }
  afterAll(async () => {
    for (const database of made) await admin((client) => client.query(`drop database if exists ${database} with (force)`))
  })

  const closedPort = findFreePort()
  const away = closedPort.then((port) => `postgres://mall_app:topsecret@127.0.0.1:${port}/mall`)
  // A copy of its own: the template must be left alone, because other stories copy it just now.
  const usual = newDatabase('mall')
  const app = usual.then(({ app: url }) => url)
  const good = { MALL_SECRET: secret, PORT: '0' }

  /** The faults of the environment. Each starts a program, so that a landing tries every third. */
  const FAULTS: readonly [string, () => Promise<Record<string, string>>, RegExp][] = [
    ['no secret', async () => ({ DATABASE_URL: await app }), /缺少 MALL_SECRET/],
    ['no secret in production', async () => ({ NODE_ENV: 'production' }), /缺少 MALL_SECRET/],
    ['a short secret', async () => ({ DATABASE_URL: await app, MALL_SECRET: 'c2hvcnQ=' }), /MALL_SECRET 至少需要 32 字节/],
    [
      'a secret that is no chance',
      async () => ({ DATABASE_URL: await app, MALL_SECRET: '0123456789abcdef'.repeat(4) }),
      /MALL_SECRET 过于简单/,
    ],
    ['production without a database', async () => ({ NODE_ENV: 'production', MALL_SECRET: secret }), /生产环境需要设置 DATABASE_URL/],
    ['an address that is none', async () => ({ ...good, DATABASE_URL: 'localhost:5432/mall' }), /DATABASE_URL 应形如 postgres:/],
    ['a port that is none', async () => ({ PORT: '80a' }), /PORT 应为 0 到 65535 的整数/],
    ['a database that is away', async () => ({ ...good, DATABASE_URL: await away }), /连接不上数据库 127\.0\.0\.1:\d+（ECONNREFUSED）/],
    [
      'a wrong password',
      async () => ({ ...good, DATABASE_URL: replaceDatabaseUrlParts(await app, { password: 'wrong' }) }),
      /不接受用户 mall_app 的密码/,
    ],
    [
      'no such database',
      async () => ({ ...good, DATABASE_URL: replaceDatabaseUrlParts(await app, { database: 'nowhere' }) }),
      /没有名为 nowhere 的数据库/,
    ],
    [
      'another secret than the database has',
      async () => {
        const { app: url } = await newDatabase('mall')
        const program = startChildProgram('server/main.ts', { ...good, DATABASE_URL: url, LOG_LEVEL: 'info' })
        await program.says('"listening"')
        program.send('SIGTERM')
        await program.ended
        return { ...good, DATABASE_URL: url, MALL_SECRET: randomBytes(32).toString('hex') }
      },
      /MALL_SECRET 与数据库不符/,
    ],
    [
      'a superuser',
      async () => ({
        ...good,
        DATABASE_URL: replaceDatabaseUrlParts(inject('superUrl'), { database: new URL(await app).pathname.slice(1) }),
      }),
      /超级用户/,
    ],
    ['the owner of the tables', async () => ({ ...good, DATABASE_URL: (await usual).owner }), /数据表的所有者/],
    [
      'a database without its tables, and nobody who may make them',
      async () => ({ ...good, DATABASE_URL: (await newDatabase()).app }),
      /还没有执行迁移 0001-platform\.sql，请设置 DATABASE_OWNER_URL/,
    ],
    [
      'a database of another encoding',
      async () => {
        const { app: url, owner } = await newDatabase("template0 encoding 'LATIN1' locale 'C' locale_provider libc")
        return { ...good, DATABASE_URL: url, DATABASE_OWNER_URL: owner }
      },
      /数据库的编码是 LATIN1，需要 UTF8/,
    ],
    [
      'a database that is newer',
      async () => {
        const { app: url, owner } = await newDatabase('mall')
        await withDatabaseClient(owner, (client) => client.query("insert into schema_migration values ('9999-later.sql', '', now())"))
        return { ...good, DATABASE_URL: url }
      },
      /数据库比本程序新（含有 9999-later\.sql）/,
    ],
    [
      'a database that is newer, even with the right to change it',
      async () => {
        const { app: url, owner } = await newDatabase('mall')
        await withDatabaseClient(owner, (client) => client.query("insert into schema_migration values ('9999-later.sql', '', now())"))
        return { ...good, DATABASE_URL: url, DATABASE_OWNER_URL: owner }
      },
      /数据库比本程序新/,
    ],
    [
      'a port that is taken',
      async () => ({ ...good, DATABASE_URL: await app, PORT: new URL(inject('superUrl')).port }),
      /端口 \d+ 已被占用/,
    ],
    [
      'figures on a port that is taken',
      async () => ({ ...good, DATABASE_URL: await app, METRICS_PORT: new URL(inject('superUrl')).port }),
      /端口 \d+ 已被占用/,
    ],
    [
      'health on a port that is taken',
      async () => ({ ...good, DATABASE_URL: await app, HEALTH_PORT: new URL(inject('superUrl')).port }),
      /端口 \d+ 已被占用/,
    ],
    ['an address of another machine', async () => ({ ...good, DATABASE_URL: await app, HOST: '192.0.2.1' }), /本机没有地址 192\.0\.2\.1/],
  ]
  test.each(FAULTS.filter((_, at) => at % selectByTestTier({ landing: 3, release: 1 }) === 0))('%s', async (_, environment, sentence) => {
    const { code, output, complaints } = await startChildProgram('server/main.ts', await environment()).ended
    expect(complaints).toMatch(sentence)
    expect({ code, output, lines: complaints.trim().split('\n').length }).toEqual({ code: 1, output: '', lines: 1 })
    expect(complaints).toMatch(/^商城没有启动：/)
    expect(complaints).not.toMatch(/topsecret|wrong| at |node:/)
  })
})
