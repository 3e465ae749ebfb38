import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import type { MaterialCodeRowResult, materialCodeEndpoints } from '#contract/catalog/materials/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { findSkuIdsByCode } from '#server/catalog/goods/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findMaterialCodesBySku, type MaterialCodeEditor, setMaterialCodes } from './material-codes.ts'

type ImportRow = InputOf<typeof materialCodeEndpoints.import>['rows'][number]

/** Returns what is wrong with a row, without a lookup; undefined: nothing. */
function faultOf({ skuCode, materialCode: code }: ImportRow): string | undefined {
  if (skuCode === '') return '缺少商品编码'
  return normalisePartNumber(code) === '' ? '缺少物料编码' : undefined
}

/**
 * Imports an enterprise's material codes from a file, with a result for each row. Of two rows for one SKU the first counts. A code that is
 * stored already is skipped, so importing the same file twice changes nothing.
 */
export async function importMaterialCodes(
  tx: Tx,
  moment: Moment,
  { owner, rows }: { owner: MaterialCodeEditor; rows: readonly ImportRow[] },
): Promise<MaterialCodeRowResult[]> {
  const found = await findSkuIdsByCode(
    tx,
    rows.map(({ skuCode }) => skuCode),
  )
  const had = await findMaterialCodesBySku(tx, owner.enterpriseId, [...found.values()].flat())
  const taken = new Map<string, { rowNo: number; code: string }>()
  const results = rows.map((row): MaterialCodeRowResult => {
    const { rowNo, skuCode, materialCode: code } = row
    const fault = faultOf(row)
    if (fault !== undefined) return { rowNo, status: 'INVALID', why: fault }
    const [skuId, ...others] = found.get(normalisePartNumber(skuCode)) ?? []
    if (skuId === undefined) return { rowNo, status: 'UNKNOWN', why: `没有编码为 ${skuCode} 的商品` }
    if (others.length > 0) return { rowNo, status: 'UNKNOWN', why: `${skuCode} 对应多个商品，请写完整编码` }
    const first = taken.get(skuId)
    if (first) return { rowNo, status: 'REPEATED', why: `与第 ${first.rowNo} 行是同一商品，以第 ${first.rowNo} 行为准` }
    taken.set(skuId, { rowNo, code })
    return { rowNo, status: had.get(skuId) === code ? 'SAME' : 'SET', why: null }
  })
  const changed = [...taken].filter(([skuId, { code }]) => had.get(skuId) !== code)
  await setMaterialCodes(tx, moment, { owner, codes: changed.map(([skuId, { code }]) => ({ skuId, code })) })
  return results
}
