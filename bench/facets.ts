/**
 * `node bench/facets.ts`: the time for a list of goods with facets in a generated catalog of 30,000 goods with 100,000 SKUs. A member
 * requests it, so that no answer comes from the cache. With `node --expose-gc` the heap is that after a collection.
 *
 *   --goods N      default 30,000
 *   --memory MB    the memory for goods, default 512; goods beyond it are read from the database
 */
import { parseArgs } from 'node:util'
import { createCatalogIndexReader } from '#server/catalog/facets/catalog-index/catalog-index.ts'
import { findGoodsInIndex } from '#server/catalog/facets/list-goods.ts'
import { findKeywordMatches, readGoodsCards } from '#server/catalog/goods/public.ts'
import { openDatabase } from '#server/platform/core/db.ts'
import { createMoment, systemClock } from '#server/platform/core/moment.ts'
import { createSeededRandom } from '#server/platform/testing/random.ts'
import { createRandomCatalog } from '#server/platform/testing/random-catalog.ts'
import { percentile } from './clients.ts'
import { openLoadDatabase } from './cluster.ts'

const { values } = parseArgs({
  options: {
    goods: { type: 'string', default: '30000' },
    questions: { type: 'string', default: '300' },
    memory: { type: 'string', default: '512' },
  },
})
const print = (text: string) => process.stdout.write(`${text}\n`)
/** Objects and buffers, in MB. */
function readHeapMb(): number {
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_000_000
}
/** The limit for a list with facets, in milliseconds. */
const TARGET_MS = 60
const SEED = 30

const loadDatabase = await openLoadDatabase()
try {
  const database = openDatabase({ url: loadDatabase.appUrl, poolSize: 4 })
  const { db } = database
  const random = createSeededRandom(SEED)
  const size = {
    goods: Number(values.goods),
    skusPerGoods: 4,
    attributes: 60,
    attributesPerCategory: 12,
    topCategories: 8,
    subCategories: 5,
    brands: 40,
  }
  const begun = performance.now()
  const catalog = await createRandomCatalog(db, () => createMoment(systemClock()), { random, size })
  print(
    `${catalog.goods.length} goods, ${catalog.goods.reduce((sum, { skus }) => sum + skus.length, 0)} SKUs in ${Math.round(performance.now() - begun)} ms`,
  )
  // The generated goods count as garbage only after a collection.
  globalThis.gc?.()
  const heapBefore = readHeapMb()
  const { read: readCatalog, status } = createCatalogIndexReader(Number(values.memory) * 1_000_000)
  const reading = performance.now()
  await readCatalog(db)
  globalThis.gc?.()
  const heap = Math.round(readHeapMb() - heapBefore)
  const estimated = Math.round((status()?.bytes ?? 0) / 1_000_000)
  print(
    `index of ${status()?.goods} goods read in ${Math.round(performance.now() - reading)} ms, heap ${heap} MB, estimated ${estimated} MB`,
  )
  const measure = async (name: string, ask: () => { keyword?: string; categoryId?: number; choices?: string[] }) => {
    const times: number[] = []
    for (let at = 0; at < Number(values.questions); at++) {
      const { keyword, ...asked } = ask()
      const started = performance.now()
      const index = await readCatalog(db)
      const matches =
        keyword === undefined ? undefined : await findKeywordMatches(db, keyword, { variants: [keyword], goodsCount: catalog.goods.length })
      const { first } = await findGoodsInIndex(db, index, { ...asked, facets: true, sort: 'default', count: 20 }, matches)
      const ids = first.map(({ goods }) => goods.id)
      await readGoodsCards(db, { enterpriseId: undefined, now: new Date() }, ids)
      times.push(performance.now() - started)
    }
    const sorted = times.sort((a, b) => a - b)
    const p95 = percentile(sorted, 0.95)
    print(
      `${name.padEnd(22)} p50 ${percentile(sorted, 0.5).toFixed(1)} ms  p95 ${p95.toFixed(1)} ms  p95 / ${TARGET_MS} ms = ${(p95 / TARGET_MS).toFixed(2)}`,
    )
  }
  const category = () => random.pick(catalog.categories)
  const choice = () => {
    const { code, kind, choices } = random.pick(catalog.attributes)
    return `${code}:${kind === 'number' ? '5~25' : kind === 'boolean' ? '是' : (choices[0] ?? '').replaceAll('%', '%25').replaceAll(',', '%2C')}`
  }
  await measure('all goods', () => ({}))
  await measure('a top category', () => ({ categoryId: category().parentId }))
  await measure('category and 2 choices', () => ({ categoryId: category().id, choices: [choice(), choice()] }))
  await measure('a wide keyword', () => ({ keyword: '截齿' }))
  await measure('keyword and category', () => ({ keyword: '旋挖刀头', categoryId: category().id }))
  await database.close()
} finally {
  loadDatabase.close()
  loadDatabase.remove()
}
process.exit(0)
