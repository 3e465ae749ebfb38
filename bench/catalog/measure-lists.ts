// Measures publishing, and lists of goods for staff and guests, in a catalog of 30,000 goods.
import Fastify from 'fastify'
import { formatRequestFigures as formatFigures, measureRequests } from '#bench/browse.ts'
import { percent, percentile } from '#bench/clients.ts'
import { findFreeLoopbackPort, type LoadServer } from '#bench/cluster.ts'
import type { LargeCatalog } from '#server/platform/testing/large-catalog.ts'
import type { BenchStaff } from './bench-staff.ts'
import type { CatalogFixtures } from './catalog-fixtures.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const TRIES = 40
/** The promised limits: publishing, a list for staff, an uncached list for a guest, suggestions while a person types. */
const PUBLISH_MS = 200
const STAFF_LIST_MS = 300
const GUEST_LIST_MS = 60
const SUGGESTIONS_MS = 50
const HELLO_SHARE = 0.4

/** Repeats a call one after another, and prints the times. */
async function measure(name: string, promisedMs: number, call: (at: number) => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let at = 0; at < TRIES; at++) {
    const begun = performance.now()
    await call(at)
    times.push(performance.now() - begun)
  }
  const sorted = times.sort((a, b) => a - b)
  const p95 = percentile(sorted, 0.95)
  print(
    `    ${name.padEnd(26)} p50 ${percentile(sorted, 0.5).toFixed(1).padStart(7)} ms  p95 ${p95.toFixed(1).padStart(7)} ms   ` +
      `≤ ${promisedMs} ms ${p95 <= promisedMs ? 'kept' : 'BROKEN'}, p95 / promise ${(p95 / promisedMs).toFixed(2)}`,
  )
}

/** (ii) Publishes goods on sale, each with another subtitle. */
export async function benchPublishing({ goods }: BenchStaff): Promise<void> {
  const { dataList } = await goods.list({ pageNo: 1, pageSize: TRIES, keyword: 'BG-1' })
  const saved: { goodsId: string; rowVersion: number }[] = []
  for (const { goodsId } of dataList) {
    const { published, rowVersion } = await goods.detail({ goodsId })
    if (!published) throw new Error('goods that are not on sale')
    saved.push(await goods.save({ goodsId, rowVersion, content: { ...published, subtitle: '现货，次日达' } }))
  }
  print('(ii) publishing')
  await measure('publish', PUBLISH_MS, async (at) => {
    const one = saved[at]
    if (one) await goods.publish({ goodsId: one.goodsId, rowVersion: one.rowVersion })
  })
}

/** (iii) Lists for staff. */
export async function benchStaffLists({ goods }: BenchStaff, large: LargeCatalog): Promise<void> {
  const page = { pageSize: 20 }
  print('(iii) lists of goods for staff')
  await measure('all', STAFF_LIST_MS, (at) => goods.list({ ...page, pageNo: at + 1 }))
  await measure('of a category', STAFF_LIST_MS, (at) => goods.list({ ...page, pageNo: 1, categoryId: large.categoryId + (at % 40) }))
  await measure('of a state', STAFF_LIST_MS, (at) => goods.list({ ...page, pageNo: at + 1, state: 'draft' }))
  await measure('with a draft', STAFF_LIST_MS, (at) => goods.list({ ...page, pageNo: at + 1, hasDraft: true }))
  await measure('with a part of a name', STAFF_LIST_MS, (at) => goods.list({ ...page, pageNo: 1, keyword: `盘 M${at}` }))
  await measure('with a part of a SKU code', STAFF_LIST_MS, (at) => goods.list({ ...page, pageNo: 1, keyword: `c-${100 + at}7-1` }))
}

/** Suggestions while a person types, each for another text, so that none is cached. */
async function benchSuggestions(base: string): Promise<void> {
  const suggest = async (keyword: string) => {
    const response = await fetch(`${base}/api/goods-api/api/search/suggest?${new URLSearchParams({ keyword })}`)
    const answer = (await response.json()) as { code: number; msg: string }
    if (answer.code !== 200) throw new Error(answer.msg)
  }
  await measure('suggestions, part numbers', SUGGESTIONS_MS, (at) => suggest(`BG-${at + 1}`))
  await measure('suggestions, a wide word', SUGGESTIONS_MS, (at) => suggest(`截齿 ${at + 1}`))
  await measure('suggestions, a wrong letter', SUGGESTIONS_MS, (at) => suggest(`截词${at + 1}`))
}

/** (iv) Lists with facets for guests: first each a different one, so that none is cached; then the same one repeatedly. */
export async function benchGuestLists({ base }: LoadServer, ground: CatalogFixtures, seconds: number): Promise<void> {
  const list = (given: Record<string, string | number>) =>
    `${base}/api/goods-api/api/goods/list?${new URLSearchParams({ facets: 'true', ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])) })}`
  const ask = async (given: Record<string, string | number>) => {
    const answer = (await (await fetch(list(given))).json()) as { code: number; msg: string }
    if (answer.code !== 200) throw new Error(answer.msg)
  }
  const category = (at: number) => ground.categories[at % ground.categories.length]?.id ?? 0
  print('(iv) lists of goods with facets for guests')
  await ask({ pageSize: 23 })
  await measure('all goods', GUEST_LIST_MS, (at) => ask({ pageSize: 24, pageNo: at + 1 }))
  await measure('a category', GUEST_LIST_MS, (at) => ask({ pageSize: 24 + Math.floor(at / 30), categoryId: category(at) }))
  await measure('a category and a price', GUEST_LIST_MS, (at) =>
    ask({ pageSize: 24, categoryId: category(at), priceMin: '100.00', priceMax: `${500 + at}.00` }),
  )
  await measure('a wide keyword', GUEST_LIST_MS, (at) => ask({ pageSize: 24, keyword: '截齿', pageNo: at + 1 }))
  await benchSuggestions(base)
  const hello = Fastify({ logger: false })
  hello.get('/hello', () => ({ hello: 'world' }))
  const own = await hello.listen({ port: await findFreeLoopbackPort(), host: '127.0.0.1' })
  const limit = await measureRequests(`${own}/hello`, seconds)
  const ours = await measureRequests(list({ pageSize: 24 }), seconds)
  await hello.close()
  const share = ours.perSecond / limit.perSecond
  print(`    hello, in the process of the bench  ${formatFigures(limit)}`)
  print(
    `    a list from memory                  ${formatFigures(ours)}   list / hello ${percent(share)}   ≥ ${percent(HELLO_SHARE)} ${share >= HELLO_SHARE ? 'kept' : 'BROKEN'}`,
  )
}
