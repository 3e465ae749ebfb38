import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { prefillOrders } from '#bench/prefill.ts'
import { contract } from '#contract/api.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { EXPORT_ROWS_MAX } from '#contract/platform/spreadsheets/export.ts'
import { defineColumns, exportList } from '#server/adapters/spreadsheets/public.ts'
import { CURSOR_APPLICATION_NAME } from '#server/platform/core/server-side-cursor.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { openMall } from '#server/platform/testing/mall.ts'

// N9: long lists, many at once, and whoever goes away.

const mall = await openMall()
const [lin, wu] = [await mall.buyer('林'), await mall.buyer('吴')]
await mall.createSku('截齿')
const ORDERS = 4_000
await prefillOrders(mall.ownerUrl, ORDERS)

/** Lists that are being read, as PostgreSQL sees them. */
async function busy(): Promise<number> {
  const { rows } = await mall.pool.query(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and application_name = $1`,
    [CURSOR_APPLICATION_NAME],
  )
  return rows[0].n
}

/** Nothing is read any more: told to whoever took a file a moment before its connection is given back. */
async function idle(): Promise<void> {
  await expect.poll(busy).toBe(0)
}

test('of twenty exports at once two run; those with a short wait are served, the rest are asked to retry later', async () => {
  const path = contract.exports.orders.path
  const owner = new pg.Client({ connectionString: mall.ownerUrl })
  await owner.connect()
  // Nobody is served before all have asked.
  await owner.query('begin; lock table "order" in access exclusive mode')
  const asked = Array.from({ length: 20 }, (_, at) => (at % 2 ? lin : wu).post(path, { format: at % 3 ? 'csv' : 'xlsx' }))
  let received = 0
  for (const answer of asked) void answer.then(({ code }) => code === 429 && received++)
  await expect
    .poll(() => received)
    .toBe(10)
    .finally(() => owner.end())
  let most = 0
  const watch = async () => {
    for (;;) {
      most = Math.max(most, await busy())
      await pause(15)
    }
  }
  const answers = await Promise.race([Promise.all(asked), watch()])
  expect(most).toBe(2)
  const served = answers.filter(({ code }) => code === 200)
  expect(served.length).toBe(10)
  for (const answer of answers) if (answer.code !== 200) expect(answer).toMatchObject({ code: 429, reason: 'TOO_MANY' })
  const rows = await mall.db.selectFrom('audit_log').select(['enterprise_id', 'facts']).where('action', '=', 'download list').execute()
  expect(rows).toHaveLength(10)
  expect(rows.every(({ facts }) => (facts as { rows: number }).rows === ORDERS / 2)).toBe(true)
})

test('a file contains every order once and none of another enterprise', async () => {
  const { bytes } = await lin.api.exports.orders({ format: 'csv' })
  const numbers = new TextDecoder()
    .decode(bytes)
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.slice(0, 18))
  expect(new Set(numbers).size).toBe(ORDERS / 2)
  expect(numbers).toHaveLength(ORDERS / 2)
  expect(numbers).toEqual([...numbers].sort())
})

test('of documents with lines the lines are bounded, before any byte is sent', async () => {
  const caller = { kind: 'member', userId: lin.userId, enterpriseId: lin.enterpriseId } as Member
  const origin = { requestId: 'lines', ip: '127.0.0.1', userAgent: '' }
  const around = { db: mall.db, caller, moment: mall.moment(), origin, writeSeparately: mall.runInTransaction }
  const columns = defineColumns<{ at: number }>(({ count }) => [count('行', ({ at }) => at)])
  const DOCUMENTS = 2_000
  const exportsLines = (linesOfDocument: number) =>
    exportList(around, {
      name: '明细',
      columns,
      format: 'csv',
      linesMax: 200,
      page: async (_, { offset, limit }) => {
        const documents = Math.min(limit, DOCUMENTS - offset)
        return { dataList: Array.from({ length: documents * linesOfDocument }, (_one, at) => ({ at })), total: DOCUMENTS }
      },
    })
  await expect(exportsLines(101)).rejects.toMatchObject({ reason: 'EXPORT_TOO_LARGE' })
  const file = Buffer.concat(await (await exportsLines(3)).stream.toArray())
  expect(file.filter((byte) => byte === 10)).toHaveLength(1 + 3 * DOCUMENTS)
  await idle()
})

test('an export that fails half way ends in a broken file and frees its place', async () => {
  const caller = { kind: 'member', userId: lin.userId, enterpriseId: lin.enterpriseId } as Member
  const origin = { requestId: 'half', ip: '127.0.0.1', userAgent: '' }
  const around = { db: mall.db, caller, moment: mall.moment(), origin, writeSeparately: mall.runInTransaction }
  const page = async (_: unknown, { pageNo }: { pageNo: number }) => {
    if (pageNo > 2) throw new Error('half way')
    return { dataList: Array.from({ length: 500 }, (_one, at) => ({ at })), total: 5_000 }
  }
  const columns = defineColumns<{ at: number }>(({ count }) => [count('行', ({ at }) => at)])
  for (let tries = 0; tries < 12; tries++) {
    const { stream } = await exportList(around, { name: '半', columns, format: tries % 2 ? 'csv' : 'xlsx', page })
    await expect(stream.toArray()).rejects.toThrow('half way')
  }
  await idle()
})

const { audit } = contract.consoleExport
const admin = await mall.staff('admin')
/** Acts that were written down, so many. */
async function acts(count: number): Promise<void> {
  const client = new pg.Client({ connectionString: mall.ownerUrl })
  await client.connect()
  await client.query(`insert into audit_log (id, at, request_id, actor_kind, action, outcome)
    select uuid_v7(), now() - (g || ' ms')::interval, 'many', 'system', 'many', 'ok' from generate_series(1, ${count}) g`)
  await client.query('analyze audit_log')
  await client.end()
}
const LINE_END = 10
const asked = { action: 'many', format: 'csv' } as const

test('when a client disconnects, the query for its export is cancelled', async () => {
  await acts(EXPORT_ROWS_MAX)
  await mall.app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = mall.app.http.server.address() as AddressInfo
  const begin = async ({ token = '' }: { token?: string | undefined }) => {
    const leaving = new AbortController()
    const answer = await fetch(`http://127.0.0.1:${port}${API_BASE}${audit.path}`, {
      method: 'POST',
      body: JSON.stringify(asked),
      signal: leaving.signal,
      headers: { authorization: token, 'content-type': 'application/json' },
    })
    const reader = answer.body?.getReader() ?? expect.fail()
    await reader.read()
    // Held with it: an answer that nobody can reach any more is let go by the fetch itself, whenever it likes.
    return { reader, abort: () => leaving.abort() }
  }
  // One after the other, more than there are places: each of them is free again.
  for (let at = 0; at < 4; at++) (await begin(admin)).abort()
  await idle()
  const slow = [await begin(admin), await begin(await mall.staff('admin', 'finance'))]
  await expect.poll(busy).toBe(2)
  for (const one of slow) one.abort()
  await idle()
})

test('an export contains the maximum number of rows, however many pages of the list that is', async () => {
  const { bytes } = await admin.api.consoleExport.audit(asked)
  expect(bytes.filter((byte) => byte === LINE_END)).toHaveLength(EXPORT_ROWS_MAX + 1)
})

test('a list above the maximum number of rows is refused before any byte is sent', async () => {
  await acts(1)
  const refusal = { reason: 'EXPORT_TOO_LARGE', msg: '数据超过 200000 行，请缩小范围后再导出' }
  expect(await admin.post(audit.path, asked)).toMatchObject(refusal)
  await idle()
})
