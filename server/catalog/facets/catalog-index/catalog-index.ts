import type { Db } from '#server/platform/core/db.ts'
import { estimateGoodsBytes, estimateStructureBytes } from './estimate-bytes.ts'
import { toIndexedGoods } from './index-goods.ts'
import { type AttributeNumbering, createAttributeNumbering } from './numbers.ts'
import {
  type CatalogState,
  isCatalogStateAtLeast,
  listChangedGoodsIds,
  listGoodsIdsOnShelf,
  readCatalogState,
  readGoodsToIndex,
} from './read-catalog.ts'
import { haveAttributeChoicesDisappeared, readCatalogStructure } from './read-structure.ts'
import type { CatalogIndex, CatalogStructure, IndexedGoods } from './shapes.ts'

/** How many goods are read at once. Other requests are answered between two reads. */
const AT_ONCE = 500
/** Before the id of any goods. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
/** The shares of the limit up to which the memory is filled, and below which it is filled again. The rest is for goods that grow. */
const FILLED_SHARE = 0.9
const REFILL_SHARE = 0.7

interface Held extends CatalogIndex {
  state: CatalogState
  goods: Map<string, IndexedGoods>
  goodsBytes: number
  /** The bytes that goods and structure may have together. */
  bytesMax: number
}

const EMPTY_STRUCTURE: CatalogStructure = {
  attributes: [],
  attributeByCode: new Map(),
  attributeOf: new Int32Array(),
  valueNames: [],
  categories: new Map(),
  categoryNames: new Map(),
  brandNames: new Map(),
}

async function* readInBatches(db: Db, ids: readonly string[], numbers: AttributeNumbering) {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const batch = await readGoodsToIndex(db, ids.slice(at, at + AT_ONCE))
    yield batch.map((one) => ({ goods: toIndexedGoods(one, numbers), onShelf: one.onShelf }))
  }
}

/** Reads the goods on the shelf after an id, in batches in the order of their ids. The last batch may be empty. */
async function* readGoodsAfter(db: Db, id: string, numbers: AttributeNumbering) {
  let [after, isFull] = [id, true]
  while (isFull) {
    const ids = await listGoodsIdsOnShelf(db, after, AT_ONCE)
    isFull = ids.length === AT_ONCE
    after = ids.at(-1) ?? after
    const batch = await readGoodsToIndex(db, ids)
    yield { goods: batch.flatMap((one) => (one.onShelf ? toIndexedGoods(one, numbers) : [])), through: isFull ? after : undefined }
  }
}

/**
 * Reads goods on the shelf that are not in memory, in batches: those of `ids`, or all. Each product is as of its reading, and none is read
 * twice.
 */
export async function* readGoodsOutsideCatalogIndex(
  db: Db,
  { through, numbers }: CatalogIndex,
  ids: Iterable<string> | undefined,
): AsyncGenerator<IndexedGoods[]> {
  if (through === undefined) return
  if (!ids) for await (const { goods } of readGoodsAfter(db, through, numbers)) yield goods
  else
    for await (const batch of readInBatches(
      db,
      [...ids].filter((id) => id > through),
      numbers,
    ))
      yield batch.flatMap(({ goods, onShelf }) => (onShelf ? goods : []))
}

function removeGoods(held: Held, id: string): void {
  const known = held.goods.get(id)
  if (!known) return
  held.goods.delete(id)
  held.goodsBytes -= estimateGoodsBytes(known)
}

function putGoods(held: Held, goods: IndexedGoods): void {
  removeGoods(held, goods.id)
  held.goods.set(goods.id, goods)
  held.goodsBytes += estimateGoodsBytes(goods)
}

const measureBytes = ({ goodsBytes, frame }: Held): number => goodsBytes + estimateStructureBytes(frame)

/** Drops the goods with the largest ids if there are too many. */
function dropGoodsBeyondLimit(held: Held): void {
  const excess = () => measureBytes(held) - held.bytesMax * FILLED_SHARE
  if (measureBytes(held) <= held.bytesMax) return
  const ids = [...held.goods.keys()].sort()
  let left = excess()
  while (left > 0 && ids.length > 0) {
    const id = ids.pop() ?? FIRST_ID
    left -= estimateGoodsBytes(held.goods.get(id) as IndexedGoods)
    removeGoods(held, id)
    held.through = ids.at(-1) ?? FIRST_ID
  }
}

/** Takes goods into memory in the order of their ids, as long as there is room. An answer sees each batch whole or not at all. */
async function fill(db: Db, held: Held): Promise<void> {
  const isFull = () => measureBytes(held) >= held.bytesMax * FILLED_SHARE
  if (held.through === undefined || isFull()) return
  for await (const { goods, through } of readGoodsAfter(db, held.through, held.numbers)) {
    for (const one of goods) putGoods(held, one)
    held.through = through
    dropGoodsBeyondLimit(held)
    if (isFull()) return
  }
}

async function readAll(db: Db, bytesMax: number): Promise<Held> {
  const state = await readCatalogState(db)
  const numbers = createAttributeNumbering()
  const held: Held = { state, numbers, goods: new Map(), goodsBytes: 0, bytesMax, through: FIRST_ID, frame: EMPTY_STRUCTURE }
  await fill(db, held)
  // The attributes are read after the goods, so that every number in the goods is known.
  held.frame = await readCatalogStructure(db, numbers)
  dropGoodsBeyondLimit(held)
  return held
}

/**
 * Reads what has changed since the index was read, and applies it. Everything is read before anything is applied, so that no answer sees a
 * part of it.
 */
async function readChanges(db: Db, held: Held): Promise<Held> {
  const state = await readCatalogState(db)
  const { through, numbers } = held
  const ids = await listChangedGoodsIds(db, held.state)
  const changed: { goods: IndexedGoods; onShelf: boolean }[] = []
  const inMemory = through === undefined ? ids : ids.filter((id) => id <= through)
  for await (const batch of readInBatches(db, inMemory, numbers)) changed.push(...batch)
  const frame = await readCatalogStructure(db, numbers)
  if (haveAttributeChoicesDisappeared(held.frame, frame)) return readAll(db, held.bytesMax)
  for (const { goods, onShelf } of changed)
    if (onShelf) putGoods(held, goods)
    else removeGoods(held, goods.id)
  Object.assign(held, { state, frame })
  dropGoodsBeyondLimit(held)
  if (measureBytes(held) < held.bytesMax * REFILL_SHARE) await fill(db, held)
  return held
}

/** What the memory of a process has of the catalog. */
export interface CatalogMemoryStatus {
  goods: number
  bytes: number
  /** Whether some goods are not in memory, so that each list reads them from the database. */
  hasGoodsBeyond: boolean
}

export interface CatalogIndexReader {
  read: (db: Db) => Promise<CatalogIndex>
  /** Undefined: nothing has been read yet. */
  status: () => CatalogMemoryStatus | undefined
}

/**
 * Keeps the goods on the shelf in memory, up to `bytesMax`, for lists and their facets. A caller gets the goods as of its call or later:
 * the changes since the last read are read first, once for all waiting callers.
 */
export function createCatalogIndexReader(bytesMax: number): CatalogIndexReader {
  let held: Held | undefined
  let reading: Promise<void> | undefined
  const update = async (db: Db) => {
    held = held === undefined ? await readAll(db, bytesMax) : await readChanges(db, held)
  }
  return {
    async read(db) {
      const asked = await readCatalogState(db)
      while (held === undefined || !isCatalogStateAtLeast(held.state, asked)) {
        reading ??= update(db).finally(() => (reading = undefined))
        await reading
      }
      return held
    },
    status: () => held && { goods: held.goods.size, bytes: measureBytes(held), hasGoodsBeyond: held.through !== undefined },
  }
}
