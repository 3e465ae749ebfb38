import type { GoodsFacets } from '#contract/catalog/facets/shapes.ts'
import {
  type CrossReferenceHit,
  findSimilarKeywordMatches,
  type KeywordMatch,
  listBestMatchingGoodsIds,
} from '#server/catalog/goods/public.ts'
import { type ByteCache, createByteCache } from '#server/platform/core/byte-cache.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { CatalogIndexReader } from './catalog-index/catalog-index.ts'
import type { CatalogIndex, CatalogStructure } from './catalog-index/shapes.ts'

const FACETS_BYTES_MAX = 4_000_000
const MATCHES_BYTES_MAX = 16_000_000
/** The memory that one map entry of goods id and match needs. */
const MATCH_BYTES = 160
const CROSS_REFERENCES_BYTES_MAX = 1_000_000
/** The memory that a hit needs. */
const CROSS_REFERENCE_BYTES = 1_000
const CORRECTIONS_BYTES_MAX = 1_000_000

type KeywordMatchesById = Map<string, KeywordMatch>

/**
 * Remembers recent results of lists. The next page of a list, or the same list in another order, has the same facets, and a keyword finds
 * the same goods. Everything is dropped when the catalog changes. It needs at most 22 MB, whatever guests search for.
 */
export interface GoodsListCache {
  /** Returns the facets under the key, or undefined. */
  findFacets(key: string): GoodsFacets | undefined
  saveFacets(key: string, facets: GoodsFacets): void
  /** Returns the stored matches of the keyword under the key, or finds them. The map is shared, so the caller must not change it. */
  findMatches(key: string, find: () => Promise<KeywordMatchesById>): Promise<ReadonlyMap<string, KeywordMatch>>
  /** Returns the stored parts of other makers that a keyword names, or finds them. */
  findCrossReferences(keyword: string, find: () => Promise<readonly CrossReferenceHit[]>): Promise<readonly CrossReferenceHit[]>
  /** Returns what was stored under the key as the meaning of a mistyped keyword, or finds it; undefined: it has none. */
  findCorrection(key: string, find: () => Promise<string | undefined>): Promise<string | undefined>
}

/** Returns the stored value under the key, or finds it and stores it with its size in bytes. */
async function findOrAdd<T>(cache: ByteCache<T>, key: string, find: () => Promise<T>, countBytes: (found: T) => number): Promise<T> {
  const known = cache.get(key)
  if (known !== undefined) return known
  const found = await find()
  cache.add(key, found, countBytes(found))
  return found
}

function createMemory(): GoodsListCache {
  const facets: ByteCache<GoodsFacets> = createByteCache(FACETS_BYTES_MAX)
  const matches: ByteCache<KeywordMatchesById> = createByteCache(MATCHES_BYTES_MAX)
  const crossReferences: ByteCache<readonly CrossReferenceHit[]> = createByteCache(CROSS_REFERENCES_BYTES_MAX)
  const corrections: ByteCache<{ keyword: string | undefined }> = createByteCache(CORRECTIONS_BYTES_MAX)
  return {
    findFacets: facets.get,
    saveFacets: (key, counted) => facets.add(key, counted, JSON.stringify(counted).length),
    findMatches: (key, find) => findOrAdd(matches, key, find, ({ size }) => size * MATCH_BYTES),
    findCrossReferences: (keyword, find) => findOrAdd(crossReferences, keyword, find, ({ length }) => length * CROSS_REFERENCE_BYTES),
    findCorrection: async (key, find) => {
      const found = await findOrAdd(
        corrections,
        key,
        async () => ({ keyword: await find() }),
        ({ keyword = '' }) => keyword.length,
      )
      return found.keyword
    },
  }
}

/** Returns the memory of one state of the catalog. Every change of the catalog creates another state, which begins with an empty memory. */
function createGoodsListCacheLookup(): (structure: CatalogStructure) => GoodsListCache {
  let current: { structure: CatalogStructure; memory: GoodsListCache } | undefined
  return (structure) => {
    if (current?.structure !== structure) current = { structure, memory: createMemory() }
    return current.memory
  }
}

/** The goods in memory, and the recent results of their lists. */
export interface ReadCatalog {
  index: CatalogIndex
  memory: GoodsListCache
}

/** Reads the goods in memory with the results that lists and suggestions share. */
export function createCatalogLookup(reader: CatalogIndexReader): (db: Db) => Promise<ReadCatalog> {
  const memoryOf = createGoodsListCacheLookup()
  return async (db) => {
    const index = await reader.read(db)
    return { index, memory: memoryOf(index.frame) }
  }
}

/** A keyword, and its forms with synonyms. */
interface KeywordWithVariants {
  keyword: string
  variants: readonly string[]
}

/** Finds the goods that come near a keyword of which no goods have all words, once for each state of the catalog. */
export const findNearMatches = (
  db: Db,
  { index, memory }: ReadCatalog,
  { keyword, variants }: KeywordWithVariants,
): Promise<ReadonlyMap<string, KeywordMatch>> =>
  memory.findMatches(`${JSON.stringify([keyword, variants])} similar`, () =>
    findSimilarKeywordMatches(db, keyword, { variants, goodsCount: index.goods.size }),
  )

/** Lists the nearest goods of a keyword, the best first. A search for what was typed uses the same result. */
export const createNearestGoodsSearch =
  (readCatalog: (db: Db) => Promise<ReadCatalog>) =>
  async (db: Db, { limit, ...asked }: KeywordWithVariants & { limit: number }): Promise<string[]> =>
    listBestMatchingGoodsIds(await findNearMatches(db, await readCatalog(db), asked), limit)
