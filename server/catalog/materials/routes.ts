import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import type { materialCodeEndpoints } from '#contract/catalog/materials/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findSkuIdsByCode, findSkusById } from '#server/catalog/goods/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { importMaterialCodes } from './import-material-codes.ts'
import { deleteMaterialCodes, listMaterialCodes, setMaterialCodes } from './material-codes.ts'
import { findSkuBriefsWithMaterialCode } from './sku-summaries.ts'

export const materialCodeHandlers: Handlers<typeof materialCodeEndpoints> = {
  list: async ({ keyword, ...page }, { db, caller, moment }) => {
    const skuIds = keyword ? [...(await findSkuIdsByCode(db, [keyword])).values()].flat() : []
    const { rows, total } = await listMaterialCodes(db, caller.enterpriseId, { keyword, skuIds, ...page })
    const { enterpriseId } = caller
    const skus = await findSkuBriefsWithMaterialCode(db, moment, { enterpriseId, skuIds: rows.map(({ skuId }) => skuId) })
    const dataList = rows.flatMap(({ skuId, code, updatedAt }) => {
      const sku = skus.get(skuId)
      return sku ? [{ materialCode: code, sku, updatedAt }] : []
    })
    return { dataList, total }
  },
  set: async ({ skuId, materialCode: code }, { db, caller, moment, write }) => {
    if (normalisePartNumber(code) === '') refuse('MATERIAL_CODE_EMPTY', { field: 'materialCode' })
    if ((await findSkusById(db, [skuId])).length === 0) refuse('SKU_NOT_FOUND')
    await write((tx) => setMaterialCodes(tx, moment, { owner: caller, codes: [{ skuId, code }] }))
    return null
  },
  delete: async ({ skuIds }, { caller, write }) => {
    await write((tx) => deleteMaterialCodes(tx, caller.enterpriseId, skuIds))
    return null
  },
  import: ({ rows }, { caller, moment, write }) => write((tx) => importMaterialCodes(tx, moment, { owner: caller, rows })),
}
