import type { SkuBrief } from '../../contract/catalog/sku-brief.ts'
import { describeSkus } from '../catalog/public.ts'
import type { Db } from '../platform/db.ts'
import { materialCodesOf } from './material-codes.ts'

/** What SKUs are to a company, by id: with its own numbers of them. What does not exist is not there. */
export async function briefSkus(db: Db, enterpriseId: string, skuIds: readonly string[]): Promise<Map<string, SkuBrief>> {
  const skus = await describeSkus(db, skuIds)
  const codes = await materialCodesOf(db, enterpriseId, [...skus.keys()])
  return new Map([...skus].map(([skuId, sku]) => [skuId, { ...sku, materialCode: codes.get(skuId) ?? null }]))
}
