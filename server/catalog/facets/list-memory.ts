import type { GoodsFacets } from '#contract/catalog/facets/shapes.ts'
import type { CrossReferenceHit, KeywordMatch } from '#server/catalog/goods/public.ts'
import { type ByteCache, createByteCache } from '#server/platform/core/byte-cache.ts'
import type { CatalogStructure } from './catalog-index/shapes.ts'

const FACETS_BYTES_MAX = 4_000_000
const MATCHES_BYTES_MAX = 16_000_000
/** The memory that one map entry of goods id and match needs. */
const MATCH_BYTES = 160
const CROSS_REFERENCES_BYTES_MAX = 1_000_000
/** The memory that a hit needs. */
const CROSS_REFERENCE_BYTES = 1_000

type KeywordMatchesById = Map<string, KeywordMatch>

/**
 * Remembers recent results of lists. The next page of a list, or the same list in another order, has the same facets, and a keyword finds
 * the same goods. Everything is dropped when the catalog changes. It needs at most 21 MB, whatever guests search for.
 */
export interface GoodsListCache {
  /** Returns the facets under the key, or undefined. */
  findFacets(key: string): GoodsFacets | undefined
  saveFacets(key: string, facets: GoodsFacets): void
  /** Returns the stored matches of the keyword under the key, or finds them. The map is shared, so the caller must not change it. */
  findMatches(key: string, find: () => Promise<KeywordMatchesById>): Promise<ReadonlyMap<string, KeywordMatch>>
  /** Returns the stored parts of other makers that a keyword names, or finds them. */
  findCrossReferences(keyword: string, find: () => Promise<readonly CrossReferenceHit[]>): Promise<readonly CrossReferenceHit[]>
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
  return {
    findFacets: facets.get,
    saveFacets: (key, counted) => facets.add(key, counted, JSON.stringify(counted).length),
    findMatches: (key, find) => findOrAdd(matches, key, find, ({ size }) => size * MATCH_BYTES),
    findCrossReferences: (keyword, find) => findOrAdd(crossReferences, keyword, find, ({ length }) => length * CROSS_REFERENCE_BYTES),
  }
}

/** Returns the memory of one state of the catalog. Every change of the catalog creates another state, which begins with an empty memory. */
export function createGoodsListCacheLookup(): (structure: CatalogStructure) => GoodsListCache {
  let current: { structure: CatalogStructure; memory: GoodsListCache } | undefined
  return (structure) => {
    if (current?.structure !== structure) current = { structure, memory: createMemory() }
    return current.memory
  }
}
