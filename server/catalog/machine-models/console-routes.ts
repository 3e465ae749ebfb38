import type { consoleMachineModelEndpoints } from '#contract/catalog/machine-models/console-api.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import {
  changeMachineModel,
  createMachineModel,
  deleteMachineModel,
  type FindGoodsIdAndNameById,
  listMachineModels,
} from './machine-models.ts'

/** `findGoods` returns the names of the goods that fit a model. It is passed in, because the goods module uses this one. */
export const createConsoleMachineModelHandlers = (findGoods: FindGoodsIdAndNameById): Handlers<typeof consoleMachineModelEndpoints> => ({
  list: ({ keyword, ...page }, { db }) => listMachineModels(db, { keyword, ...toSlice(page) }),
  save: ({ id, rowVersion, ...values }, { caller: { staffId }, moment, write }) =>
    write((tx) =>
      id === undefined ? createMachineModel(tx, moment, values) : changeMachineModel(tx, moment, { id, rowVersion, ...values, staffId }),
    ),
  delete: async (seen, { write }) => {
    await write((tx) => deleteMachineModel(tx, { ...seen, findGoods }))
    return null
  },
})
