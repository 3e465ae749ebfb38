/**
 * `node bench/grid.ts`: the time for a page of orders in a large table, for a buyer and for staff, compared with the simplest page of 20
 * rows from the same PostgreSQL. --orders N, default 200,000. A page must take less than 300 ms.
 */
import { parseArgs } from 'node:util'
import { permissionCodes } from '#contract/platform/core/permissions.ts'
import { listOrdersForConsole, listOrdersOfEnterprise } from '#server/orders/orders/list-orders.ts'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import { openLoadDatabase } from './cluster.ts'
import { prefillOrders } from './prefill.ts'
import { createLoadWorld } from './world.ts'

/** A staff member without certain shops, who sees all orders. */
const STAFF_ID = '00000000-0000-7000-8000-000000000000'

const { values } = parseArgs({ options: { orders: { type: 'string', default: '200000' } } })
const print = (text: string) => process.stdout.write(`${text}\n`)
const ROUNDS = 40
const PROMISE_MS = 300
const page = { pageNo: 1, pageSize: 20 }

/** The median and the maximum of some rounds, in ms. */
async function measure(work: () => Promise<unknown>): Promise<{ median: number; worst: number }> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const begun = monotonicNowMs()
    await work()
    times.push(monotonicNowMs() - begun)
  }
  times.sort((one, other) => one - other)
  return { median: times[ROUNDS / 2] ?? 0, worst: times.at(-1) ?? 0 }
}

const database = await openLoadDatabase()
try {
  const { database: open, buyers } = await createLoadWorld({
    url: database.appUrl,
    secret: database.secret,
    buyers: 4,
    skus: 400,
    stock: 900_000,
  })
  await prefillOrders(database.ownerUrl, Number(values.orders))
  const { db, pool } = open
  const [lin] = buyers
  const caller = { enterpriseId: lin?.enterpriseId ?? '', permCode: permissionCodes.join(',') }
  print(`${values.orders} orders, pages of 20, ${ROUNDS} times each`)
  const bare = await measure(() => pool.query('select * from "order" order by created_at desc, id limit 20'))
  print(`    bare page             median ${bare.median.toFixed(1)} ms`)
  const now = { now: new Date() }
  const pages: [name: string, work: () => Promise<unknown>][] = [
    ['buyer', () => listOrdersOfEnterprise(db, page, caller)],
    ['buyer, by state', () => listOrdersOfEnterprise(db, { ...page, state: 'CANCELLED' }, caller)],
    ['buyer, far page', () => listOrdersOfEnterprise(db, { ...page, pageNo: 400 }, caller)],
    ['buyer, by PO number', () => listOrdersOfEnterprise(db, { ...page, keyword: 'PO-2026' }, caller)],
    ['staff', () => listOrdersForConsole(db, now, { staffId: STAFF_ID, input: page })],
    ['staff, by state', () => listOrdersForConsole(db, now, { staffId: STAFF_ID, input: { ...page, state: 'CANCELLED' } })],
    ['staff, to be sent', () => listOrdersForConsole(db, now, { staffId: STAFF_ID, input: { ...page, queue: 'waitSend' } })],
    [
      'staff, one company',
      () => listOrdersForConsole(db, now, { staffId: STAFF_ID, input: { ...page, enterpriseId: caller.enterpriseId } }),
    ],
    ['staff, by PO number', () => listOrdersForConsole(db, now, { staffId: STAFF_ID, input: { ...page, poNumber: 'PO-2026-0147' } })],
  ]
  for (const [name, work] of pages) {
    const { median, worst } = await measure(work)
    const kept = worst < PROMISE_MS ? 'kept' : 'BROKEN'
    print(
      `    ${name.padEnd(20)}  median ${median.toFixed(1)} ms  worst ${worst.toFixed(1)} ms  ours / bare ${(median / bare.median).toFixed(1)}  < ${PROMISE_MS} ms ${kept}`,
    )
  }
  await open.close()
} finally {
  database.close()
  database.remove()
}
process.exit(0)
