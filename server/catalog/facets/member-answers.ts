import { sql } from 'kysely'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readStockDigest } from '#server/catalog/inventory/public.ts'
import { priceDigestSql } from '#server/catalog/pricing/public.ts'
import { createByteCache } from '#server/platform/core/byte-cache.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import { awaitAllAndThrowFirstError, type Db, runOnOneConnection } from '#server/platform/core/db.ts'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import { type Context, markAnswerAsReusable } from '#server/platform/http/context.ts'
import { catalogStateTextSql } from './catalog-index/read-catalog.ts'

const BYTES_MAX = 16_000_000
/** The age after which an answer is computed again, whatever its digest is. */
const FRESH_MS = 30_000

/** An answer, and the SKUs whose prices and whose stock it depends on. */
export interface PricedAnswer<T> {
  answer: T
  pricedSkuIds: readonly string[]
  stockedSkuIds: readonly string[]
}

interface Entry<T> {
  /** PostgreSQL arrays of ids. */
  priced: string
  stocked: string
  at: number
  /** Missing until the digest of the same SKUs was the same before and after an answer was computed. */
  known: { digest: string; answer: T } | undefined
}

/** Only what a digest needs of the caller. */
type AnswerViewer = Pick<Context, 'db' | 'moment'> & { enterpriseId: string }

/** The bytes that are kept of a remembered answer: the object, at two bytes a character, and its text as UTF-8, which is what is sent. */
function measureAnswerBytes(answer: object): number {
  const text = JSON.stringify(answer)
  return 2 * text.length + Buffer.byteLength(text)
}

const toArrayText = (ids: readonly string[]): string => `{${[...ids].sort().join(',')}}`

const selectStateAndPrices = compileOnce(
  (_db, { enterpriseId, day, priced }: { enterpriseId: string; day: string; priced: string }) =>
    sql<{ state: string; prices: string | null }>`
      select ${catalogStateTextSql} as state, p.digest as prices from catalog_version, (${priceDigestSql({ enterpriseId, day }, priced)}) p`,
)

/** A digest of all that a company's answer depends on besides its input. Two statements in one packet. */
async function readDigest({ db, enterpriseId, moment }: AnswerViewer, { priced, stocked }: Pick<Entry<unknown>, 'priced' | 'stocked'>) {
  const day = toShanghaiDay(moment.now)
  const [{ state, prices }, stock] = await runOnOneConnection(db, (on: Db) =>
    awaitAllAndThrowFirstError(
      selectStateAndPrices(on, { enterpriseId, day, priced }).executeTakeFirstOrThrow(),
      readStockDigest(on, stocked),
    ),
  )
  return `${state} ${day} ${prices} ${stock}`
}

/**
 * Remembers answers of one call for members. An answer is given again only to the same company and the same input, and only while a digest
 * of the catalog's state, of the company's prices, of the stock and of the day is the same as it was before and after the answer was
 * computed: prices of lists may change and change back without a trace in the digest. So a change is seen at once, as without a memory.
 * Members choose the inputs, so the total size in bytes is limited.
 */
export interface MemberAnswerCache<T> {
  findOrMake(viewer: AnswerViewer, input: object, make: () => Promise<PricedAnswer<T>>): Promise<T>
  /** The size of all entries. */
  bytes(): number
}

export function createMemberAnswerCache<T extends object>(): MemberAnswerCache<T> {
  const entries = createByteCache<Entry<T>>(BYTES_MAX)
  return {
    bytes: entries.bytes,
    async findOrMake(viewer, input, make) {
      const key = `${viewer.enterpriseId} ${JSON.stringify(input)}`
      const entry = entries.get(key)
      const digest = entry && (await readDigest(viewer, entry))
      if (entry?.known && entry.known.digest === digest && monotonicNowMs() - entry.at < FRESH_MS) return entry.known.answer
      const { answer, pricedSkuIds, stockedSkuIds } = await make()
      const [priced, stocked] = [toArrayText(pricedSkuIds), toArrayText(stockedSkuIds)]
      const made: Entry<T> = { priced, stocked, at: monotonicNowMs(), known: undefined }
      const isSameSkus = digest !== undefined && entry?.priced === priced && entry.stocked === stocked
      if (isSameSkus && (await readDigest(viewer, made)) === digest) {
        markAnswerAsReusable(answer)
        made.known = { digest, answer }
      }
      const answerBytes = made.known ? measureAnswerBytes(answer) : 0
      entries.add(key, made, 2 * (key.length + priced.length + stocked.length) + answerBytes)
      return answer
    },
  }
}
