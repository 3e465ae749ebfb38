import type { consoleAttributeEndpoints, consoleAttributeSetEndpoints } from '#contract/catalog/attributes/console-api.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listAttributes } from './attribute-store.ts'
import type { FindGoodsNamesById } from './attribute-uses.ts'
import { changeCategoryAttributeSetAtVersion, listCategoriesWithAttributeSet } from './category-sets.ts'
import { changeAttribute, createAttribute, deleteAttribute, mergeAttributeChoices, readAttributeDetail } from './change-attributes.ts'
import { changeAttributeSet, createAttributeSet, deleteAttributeSet, listAttributeSets, readAttributeSet } from './change-sets.ts'

/** `findGoods` returns the names of the goods that use an attribute. It is passed in, because the goods module uses this one. */
export const createConsoleAttributeHandlers = (findGoods: FindGoodsNamesById): Handlers<typeof consoleAttributeEndpoints> => ({
  list: async ({ keyword, kind, ...page }, { db }) => {
    const { rows: dataList, total } = await listAttributes(db, { keyword, kind, ...toSlice(page) })
    return { dataList, total }
  },
  detail: ({ id }, { db }) => readAttributeDetail(db, id),
  save: ({ id, ...given }, { caller: { staffId }, moment, write }) =>
    write((tx) =>
      id === undefined ? createAttribute(tx, moment, given) : changeAttribute(tx, moment, { id, ...given, staffId, findGoods }),
    ),
  delete: async (seen, { write }) => {
    await write((tx) => deleteAttribute(tx, { ...seen, findGoods }))
    return null
  },
  mergeChoices: async (merge, { caller: { staffId }, moment, write }) => {
    await write((tx) => mergeAttributeChoices(tx, moment, { ...merge, staffId, findGoods }))
    return null
  },
})

export const consoleAttributeSetHandlers: Handlers<typeof consoleAttributeSetEndpoints> = {
  list: ({ keyword, ...page }, { db }) => listAttributeSets(db, { keyword, ...toSlice(page) }),
  detail: ({ id }, { db }) => readAttributeSet(db, id),
  save: ({ id, ...given }, { caller: { staffId }, moment, write }) =>
    write((tx) => (id === undefined ? createAttributeSet(tx, moment, given) : changeAttributeSet(tx, moment, { id, ...given, staffId }))),
  delete: async (seen, { write }) => {
    await write((tx) => deleteAttributeSet(tx, seen))
    return null
  },
  categories: (_, { db }) => listCategoriesWithAttributeSet(db),
  assign: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => changeCategoryAttributeSetAtVersion(tx, moment, { ...given, staffId }))
    return null
  },
}
