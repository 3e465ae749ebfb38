/**
 * `node bench/exports.ts`: the time and the memory of exporting a long list, compared with the simplest way to read the same rows from the
 * same PostgreSQL. --rows N, default 200,000. The memory must not grow with the rows.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { permissionCodes } from '#contract/platform/core/permissions.ts'
import type { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { exportList } from '#server/adapters/spreadsheets/public.ts'
import { orderColumns, orderLineColumns } from '#server/operations/exports/order-columns.ts'
import { listOrdersOfEnterprise } from '#server/orders/orders/list-orders.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { createMoment, monotonicNowMs, systemClock } from '#server/platform/core/moment.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { openLoadDatabase } from './cluster.ts'
import { prefillOrders } from './prefill.ts'
import { createLoadWorld } from './world.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '200000' } } })
const rows = Number(values.rows)
const print = (text: string) => process.stdout.write(`${text}\n`)
const MB = 1024 * 1024
const WATCHED_MS = 20

/** Returns the duration of some work, its result, and the growth of memory. */
async function weigh(work: () => Promise<number>) {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, WATCHED_MS)
  const begun = monotonicNowMs()
  const bytes = await work()
  clearInterval(watch)
  return { ms: monotonicNowMs() - begun, bytes, risen: (most - before) / MB }
}

const database = await openLoadDatabase()
try {
  const { database: open, buyers } = await createLoadWorld({
    url: database.appUrl,
    secret: database.secret,
    buyers: 1,
    skus: 400,
    stock: 900_000,
  })
  await prefillOrders(database.ownerUrl, rows)
  const [lin] = buyers
  const { db } = open
  const caller = { kind: 'member', userId: lin?.userId, enterpriseId: lin?.enterpriseId, permCode: permissionCodes.join(',') } as Member
  const around = {
    db,
    caller,
    moment: createMoment(systemClock()),
    origin: { requestId: 'bench', ip: '127.0.0.1', userAgent: '' },
    writeSeparately: <T>(work: Parameters<typeof runInTransaction<T>>[1]) => runInTransaction(db, work),
  }
  const taking = (format: SheetFormat, lines: boolean) => async () => {
    const { stream } = await exportList<never>(around, {
      name: '订单',
      format,
      columns: (lines ? orderLineColumns : orderColumns) as never,
      page: async (at, { pageNo, pageSize }) => {
        const { dataList, total } = await listOrdersOfEnterprise(at, { pageNo, pageSize }, caller)
        const parts = lines ? dataList.flatMap((order) => order.lines.map((line) => ({ order, line }))) : dataList
        return { dataList: parts as never[], total }
      },
    })
    let bytes = 0
    for await (const piece of stream) bytes += (piece as Buffer).length
    return bytes
  }
  // As the owner, whose statements have no time limit.
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const bare = await weigh(async () => {
    const { rows: read } = await owner.query(`select o.*, (select string_agg(l.goods_name, '、') from order_line l
      where l.enterprise_id = o.enterprise_id and l.order_id = o.id) as goods from "order" o order by created_at desc, id`)
    return Buffer.byteLength(read.map((row) => Object.values(row).join(',')).join('\r\n'))
  })
  await owner.end()
  print(`${rows} orders of one company, with their lines`)
  print(`    one SELECT of it all   ${(bare.ms / 1000).toFixed(1)} s  memory +${bare.risen.toFixed(0)} MB`)
  for (const [name, format, lines] of [
    ['orders, CSV', 'csv', false],
    ['orders, XLSX', 'xlsx', false],
    ['lines, CSV', 'csv', true],
    ['lines, XLSX', 'xlsx', true],
  ] as const) {
    const { ms, bytes, risen } = await weigh(taking(format, lines))
    const count = lines ? rows * 3 : rows
    print(
      `    ${name.padEnd(20)}   ${(ms / 1000).toFixed(1)} s  ${((1000 * count) / ms).toFixed(0)} rows/s  ${(bytes / MB).toFixed(1)} MB` +
        `  memory +${risen.toFixed(0)} MB  ours / bare: time ${(ms / bare.ms).toFixed(1)}, memory ${(risen / bare.risen).toFixed(2)}`,
    )
  }
  await open.close()
} finally {
  database.close()
  database.remove()
}
process.exit(0)
