import { connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { defineColumns, exportList } from '#server/adapters/spreadsheets/public.ts'
import { runWithConcurrencyOwner } from '#server/platform/core/concurrency-limiter.ts'
import { CURSOR_APPLICATION_NAME } from '#server/platform/core/server-side-cursor.ts'
import { type Caller, toConcurrencyOwner } from '#server/platform/http/caller.ts'
import { sendFile } from '#server/platform/http/download.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { expectNothingInFlight } from '#server/platform/testing/in-flight.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { limitConnections } from '#server/platform/web/limits/connections.ts'

// S7: one company takes all of what all companies share.

const mall = await openMall()
const stories = await createAfterSaleHelpers(mall)
const [lin, wu] = [await mall.buyer('林', { wallet: '1000' }), await mall.buyer('吴', { wallet: '1000' })]

test('one printout of a company overtakes most of the twelve that another company requested before it', async () => {
  const buys = async (buyer: Buyer) => (await stories.order(buyer, [{ price: '1.00', units: 2 }])).orderNo
  const [first, second] = [await buys(lin), await buys(wu)]
  const ended: string[] = []
  const prints = async (buyer: Buyer, name: string, orderNo: string) => {
    const { code, reason } = await buyer.post(contract.contracts.purchase.path, { orderNo })
    ended.push(code === 200 ? name : String(reason))
  }
  const asked = Array.from({ length: 12 }, () => prints(lin, '林', first))
  // As many as may wait do, once the first of the others has been told so.
  await expect.poll(() => ended.includes('TOO_MANY'), { interval: 5 }).toBe(true)
  await Promise.all([prints(wu, '吴', second), ...asked])
  expect(new Set(ended)).toEqual(new Set(['林', '吴', 'TOO_MANY']))
  const served = ended.filter((one) => one !== 'TOO_MANY')
  // Seven of them wait when it comes; in a queue without turns it would be the last.
  expect(served.length - 1 - served.indexOf('吴')).toBeGreaterThanOrEqual(3)
  await expectNothingInFlight(mall)
})

/** More than the two machines hold on its way. */
const ROWS = 100_000
const PAGE = 500
const columns = defineColumns<{ at: number; text: string }>(({ count, text }) => [
  count('行', ({ at }) => at),
  text('说明', 100, (row) => row.text),
])
const wide = '截'.repeat(100)
const wholePage = Array.from({ length: PAGE }, (_, at) => ({ at, text: wide }))
/** In earnest 15 seconds, on the line as for the list. */
const GRACE_MS = 3_000

const SHORT = 1_500

/** A server of lists alone, each read for the company that its path names. */
const http = fastify()
limitConnections(http.server, { connections: 1_000, addressConnections: 1_000, transferGraceMs: 60_000, isProxy: () => false })
const opened: Socket[] = []
afterAll(async () => {
  for (const socket of opened) socket.destroy()
  await http.close()
})
http.get<{ Params: { company: string; rows: string } }>('/:company/:rows', async ({ params: { company, rows } }, reply) => {
  const caller = { kind: 'member', userId: lin.userId, enterpriseId: company } as Extract<Caller, { kind: 'member' }>
  const around = {
    db: mall.db,
    caller,
    moment: mall.moment(),
    writeSeparately: async () => undefined as never,
    origin: { requestId: '', ip: '', userAgent: '' },
  }
  const listed = { name: '长', columns, format: 'csv' as const, page: async () => ({ dataList: wholePage, total: Number(rows) }) }
  const pace = { bytesPerSecond: 32 * 1024, graceMs: GRACE_MS }
  return sendFile(reply, await runWithConcurrencyOwner(toConcurrencyOwner(caller, ''), () => exportList(around, listed, pace)), {
    cached: false,
  })
})
const base = new URL(await http.listen({ host: '127.0.0.1', port: 0 }))

/** Lists that are being read, as PostgreSQL sees them: a place each. */
async function held(): Promise<number> {
  const asked = 'select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = $1'
  return (await mall.pool.query(asked, [CURSOR_APPLICATION_NAME])).rows[0].n
}

/** Asks for a long list and takes nothing of it, or so many bytes ten times a second. */
async function readsSlowly(company: string, bytes = 0): Promise<Socket> {
  const socket = connect({ host: base.hostname, port: Number(base.port) }, () =>
    socket.write(`GET /${company}/${ROWS} HTTP/1.1\r\nHost: mall\r\n\r\n`),
  )
  opened.push(socket)
  socket.on('error', () => {})
  socket.on('readable', () => {})
  const taking = setInterval(() => void socket.read(bytes), 100)
  socket.on('close', () => clearInterval(taking))
  return socket
}

const takes = async (company: string): Promise<number> => {
  const text = await (await fetch(new URL(`/${company}/${SHORT}`, base))).text()
  return text.split('\n').length
}
const WHOLE = SHORT + 2

test('two slow readers of one company leave the other place to ten others', async () => {
  const slow = [await readsSlowly('slow'), await readsSlowly('slow')]
  await expect.poll(held).toBe(1)
  const others = await Promise.all(Array.from({ length: 10 }, (_, at) => takes(`company ${at}`)))
  expect(others).toEqual(Array.from({ length: 10 }, () => WHOLE))
  for (const socket of slow) socket.destroy()
  await expect.poll(held).toBe(0)
})

test.each([1, 500])(
  'two slow readers of two companies, at %d bytes a time, are cut off, and ten waiting readers are served',
  async (bytes) => {
    const slow = [await readsSlowly('slow', bytes), await readsSlowly('slower', bytes)]
    await expect.poll(held).toBe(2)
    const others = await Promise.all(Array.from({ length: 10 }, (_, at) => takes(`company ${at}`)))
    expect(others).toEqual(Array.from({ length: 10 }, () => WHOLE))
    await expect.poll(held).toBe(0)
    for (const socket of slow) socket.destroy()
  },
)

test('a waiting caller who disconnects frees his turn for the next', async () => {
  const slow = [await readsSlowly('slow'), await readsSlowly('slower')]
  await expect.poll(held).toBe(2)
  const gone = await Promise.all(Array.from({ length: 4 }, () => readsSlowly('gone')))
  for (const socket of gone) socket.destroy()
  expect(await takes('other')).toBe(WHOLE)
  await expect.poll(held).toBe(0)
  for (const socket of slow) socket.destroy()
})
