import { roundUpToOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import type { shoppingListEndpoints } from '#contract/orders/shopping-lists/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findSkuBriefsWithMaterialCode } from '#server/catalog/materials/public.ts'
import { listSkuPurchasesSince } from '#server/orders/orders/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import {
  addShoppingListLines,
  changeShoppingListLine,
  changeShoppingListName,
  createShoppingList,
  deleteShoppingList,
  deleteShoppingListLines,
  moveShoppingListLinesToFront,
} from './change-shopping-list.ts'
import { findShoppingList, listShoppingListLines, listShoppingLists } from './shopping-lists.ts'

const YEAR_MS = 365 * 86_400_000
const SUGGESTIONS = 50

export const shoppingListHandlers: Handlers<typeof shoppingListEndpoints> = {
  list: (_, { db, caller }) => listShoppingLists(db, caller.enterpriseId),
  detail: async ({ id }, { db, caller: { enterpriseId }, moment }) => {
    const list = (await findShoppingList(db, { enterpriseId, id })) ?? refuse('LIST_NOT_FOUND')
    const lines = await listShoppingListLines(db, { enterpriseId, id })
    const skus = await findSkuBriefsWithMaterialCode(db, moment, { enterpriseId, skuIds: lines.map(({ skuId }) => skuId) })
    return {
      ...list,
      lines: lines.flatMap(({ skuId, goodsNum, note }) => {
        const sku = skus.get(skuId)
        return sku ? [{ sku, goodsNum, note }] : []
      }),
    }
  },
  suggest: async (_, { db, caller: { enterpriseId }, moment }) => {
    const bought = await listSkuPurchasesSince(db, enterpriseId, { since: new Date(moment.now.getTime() - YEAR_MS), limit: SUGGESTIONS })
    const skus = await findSkuBriefsWithMaterialCode(db, moment, { enterpriseId, skuIds: bought.map(({ skuId }) => skuId) })
    return bought.flatMap(({ skuId, orderCount, quantity, lastAt }) => {
      const sku = skus.get(skuId)
      return sku?.onShelf ? [{ sku, orderCount, goodsNum: roundUpToOrderableQuantity(quantity, sku), lastAt }] : []
    })
  },
  add: ({ name, lines }, { caller, moment, write }) =>
    write(async (tx) => {
      const id = await createShoppingList(tx, moment, { owner: caller, name, lines })
      return (await findShoppingList(tx, { enterpriseId: caller.enterpriseId, id })) ?? refuse('LIST_NOT_FOUND')
    }),
  modify: async ({ id, name }, { caller: { enterpriseId }, moment, write }) => {
    await write((tx) => changeShoppingListName(tx, moment, { list: { enterpriseId, id }, name }))
    return null
  },
  delete: async ({ id }, { caller: { enterpriseId }, write }) => {
    await write((tx) => deleteShoppingList(tx, { enterpriseId, id }))
    return null
  },
  addLines: ({ id, lines }, { caller: { enterpriseId }, moment, write }) =>
    write((tx) => addShoppingListLines(tx, moment, { list: { enterpriseId, id }, lines })),
  setLine: async ({ id, ...line }, { caller: { enterpriseId }, moment, write }) => {
    await write((tx) => changeShoppingListLine(tx, moment, { list: { enterpriseId, id }, line }))
    return null
  },
  deleteLines: async ({ id, skuIds }, { caller: { enterpriseId }, moment, write }) => {
    await write((tx) => deleteShoppingListLines(tx, moment, { list: { enterpriseId, id }, skuIds }))
    return null
  },
  arrange: async ({ id, skuIds }, { caller: { enterpriseId }, moment, write }) => {
    await write((tx) => moveShoppingListLinesToFront(tx, moment, { list: { enterpriseId, id }, skuIds }))
    return null
  },
}
