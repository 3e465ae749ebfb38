import { findOncePublishedGoodsById, findSkusById } from '#server/catalog/goods/public.ts'
import { findMachineModels } from '#server/catalog/machine-models/public.ts'
import type { Db } from '#server/platform/core/db.ts'

interface Ids {
  goodsIds: readonly string[]
  skuIds: readonly string[]
  machineModelIds: readonly string[]
}

/** Returns the names of what an editor has chosen: goods, SKUs by their code, machine models with their maker. Unknown ids are left out. */
export async function findNamesOfGoodsSkusAndMachineModels(
  db: Db,
  { goodsIds, skuIds, machineModelIds }: Ids,
): Promise<{ id: string; name: string }[]> {
  const goods = await findOncePublishedGoodsById(db, goodsIds)
  const skus = await findSkusById(db, skuIds)
  const models = await findMachineModels(db, machineModelIds)
  return [
    ...goods.map(({ id, name }) => ({ id, name })),
    ...skus.map(({ id, code }) => ({ id, name: code })),
    ...models.map(({ id, maker, model }) => ({ id, name: `${maker} ${model}` })),
  ]
}
