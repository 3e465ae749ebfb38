// Reads and writes the table `material_code`: the numbers that enterprises give to our SKUs.
import { sql } from 'kysely'
import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { beginsWithSql, formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'

/** The person who changes the codes of an enterprise. */
export interface MaterialCodeEditor {
  enterpriseId: string
  userId: string
}

export interface MaterialCodeRow {
  skuId: string
  code: string
  updatedAt: Date
}

const ofCompany = (db: Db, enterpriseId: string) => db.selectFrom('material_code').where('enterprise_id', '=', enterpriseId)

/** Returns the enterprise's codes of the given SKUs, by SKU. SKUs without a code are left out. */
export async function findMaterialCodesBySku(db: Db, enterpriseId: string, skuIds: readonly string[]): Promise<Map<string, string>> {
  if (skuIds.length === 0) return new Map()
  const rows = await ofCompany(db, enterpriseId).select(['sku_id', 'code']).where('sku_id', '=', anyOfIdsSql(skuIds)).execute()
  return new Map(rows.map(({ sku_id, code }) => [sku_id, code]))
}

/** Finds SKUs by codes as people type them: all SKUs for each normalised code. */
export async function findSkuIdsByMaterialCode(db: Db, enterpriseId: string, codes: readonly string[]): Promise<Map<string, string[]>> {
  const keys = [...new Set(codes.map(normalisePartNumber).filter((key) => key !== ''))]
  if (keys.length === 0) return new Map()
  const rows = await ofCompany(db, enterpriseId)
    .select(['sku_id', 'code_key'])
    .where(sql<boolean>`code_key = any(${keys}::text[])`)
    .orderBy('sku_id')
    .execute()
  const found = new Map<string, string[]>()
  for (const { sku_id, code_key } of rows) found.set(code_key, [...(found.get(code_key) ?? []), sku_id])
  return found
}

/** Finds SKUs whose code at the enterprise begins with a text, however it is written, by code. */
export async function findSkusByBeginningOfMaterialCode(
  db: Db,
  enterpriseId: string,
  { text, limit }: { text: string; limit: number },
): Promise<{ skuId: string; code: string }[]> {
  const beginning = normalisePartNumber(text)
  if (beginning === '') return []
  return ofCompany(db, enterpriseId)
    .select(['sku_id as skuId', 'code'])
    .where(beginsWithSql(sql`code_key`, beginning))
    .orderBy('code_key')
    .orderBy('sku_id')
    .limit(limit)
    .execute()
}

/** Returns a page of an enterprise's codes, last changed first. With a keyword, only codes that contain it and codes of the given SKUs. */
export async function listMaterialCodes(
  db: Db,
  enterpriseId: string,
  { keyword, skuIds, pageNo, pageSize }: { keyword: string | undefined; skuIds: readonly string[]; pageNo: number; pageSize: number },
): Promise<{ rows: MaterialCodeRow[]; total: number }> {
  const matching = () => {
    const all = ofCompany(db, enterpriseId)
    if (!keyword) return all
    return all.where((eb) => eb.or([eb('code', 'ilike', formatLikeContainsPattern(keyword)), eb('sku_id', '=', anyOfIdsSql(skuIds))]))
  }
  const { rows, total } = await fetchPageWithTotal(
    matching().select(['sku_id', 'code', 'updated_at']).orderBy('updated_at', 'desc').orderBy('sku_id'),
    matching(),
    toSlice({ pageNo, pageSize }),
  )
  return { rows: rows.map(({ sku_id, code, updated_at }) => ({ skuId: sku_id, code, updatedAt: updated_at })), total }
}

/** Sets the codes of the given SKUs, each SKU at most once, with one statement. */
export async function setMaterialCodes(
  tx: Tx,
  moment: Moment,
  { owner, codes }: { owner: MaterialCodeEditor; codes: readonly { skuId: string; code: string }[] },
): Promise<void> {
  if (codes.length === 0) return
  await tx
    .insertInto('material_code')
    .values(
      codes.map(({ skuId, code }) => ({
        enterprise_id: owner.enterpriseId,
        sku_id: skuId,
        code,
        code_key: normalisePartNumber(code),
        updated_by: owner.userId,
        updated_at: moment.now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['enterprise_id', 'sku_id']).doUpdateSet((eb) => ({
        code: eb.ref('excluded.code'),
        code_key: eb.ref('excluded.code_key'),
        updated_by: eb.ref('excluded.updated_by'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

/** Deletes codes. Unknown ids are ignored, so the call can be repeated. */
export async function deleteMaterialCodes(tx: Tx, enterpriseId: string, skuIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('material_code').where('enterprise_id', '=', enterpriseId).where('sku_id', '=', anyOfIdsSql(skuIds)).execute()
}
