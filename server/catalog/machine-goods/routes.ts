import type { machineModelEndpoints } from '#contract/catalog/machine-models/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { readGoodsCountsOfBrandOrModel } from '#server/catalog/goods/public.ts'
import { findMachineModels } from '#server/catalog/machine-models/public.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listMachineMakersWithGoods, listMachineModelsWithGoods } from './models-with-goods.ts'

/** 按机型: maker → model → fitting goods. */
export const machineModelHandlers: Handlers<typeof machineModelEndpoints> = {
  makers: (_, { db }) => listMachineMakersWithGoods(db),
  list: async ({ maker, keyword, ...page }, { db }) => {
    const { rows, total } = await listMachineModelsWithGoods(db, { maker, keyword, slice: toSlice(page) })
    return { dataList: rows, total }
  },
  detail: async ({ machineModelId }, { db }) => {
    const [model] = await findMachineModels(db, [machineModelId])
    if (!model) refuse('MACHINE_MODEL_NOT_FOUND')
    const { maker, model: name, kind } = model
    return { machineModelId, maker, model: name, kind, ...(await readGoodsCountsOfBrandOrModel(db, { machineModelId })) }
  },
}
