import { fitted } from '../../contract/cart/quantity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { standing } from '../../contract/standing/api.ts'
import type { Handlers } from '../http/context.ts'
import { briefSkus } from '../materials/public.ts'
import { purchasesSince } from '../ordering/public.ts'
import { addLines, arrangeLines, dropLines, dropList, makeList, nameList, setLine } from './change-list.ts'
import { findList, listLines, listLists } from './standing-lists.ts'

const YEAR_MS = 365 * 86_400_000
const SUGGESTIONS = 50

export const standingHandlers: Handlers<typeof standing> = {
  list: (_, { db, caller }) => listLists(db, caller.enterpriseId),
  detail: async ({ id }, { db, caller: { enterpriseId }, moment }) => {
    const list = (await findList(db, { enterpriseId, id })) ?? refuse('LIST_NOT_FOUND')
    const lines = await listLines(db, { enterpriseId, id })
    const skus = await briefSkus(db, moment, { enterpriseId, skuIds: lines.map(({ skuId }) => skuId) })
    return {
      ...list,
      lines: lines.flatMap(({ skuId, goodsNum, note }) => {
        const sku = skus.get(skuId)
        return sku ? [{ sku, goodsNum, note }] : []
      }),
    }
  },
  suggest: async (_, { db, caller: { enterpriseId }, moment }) => {
    const bought = await purchasesSince(db, enterpriseId, { since: new Date(moment.now.getTime() - YEAR_MS), limit: SUGGESTIONS })
    const skus = await briefSkus(db, moment, { enterpriseId, skuIds: bought.map(({ skuId }) => skuId) })
    return bought.flatMap(({ skuId, orderCount, quantity, lastAt }) => {
      const sku = skus.get(skuId)
      return sku?.onShelf ? [{ sku, orderCount, goodsNum: fitted(quantity, sku), lastAt }] : []
    })
  },
  add: async ({ name, lines }, { db, caller, moment, write }) => {
    const id = await write((tx) => makeList(tx, moment, { owner: caller, name, lines }))
    return (await findList(db, { enterpriseId: caller.enterpriseId, id })) ?? refuse('LIST_NOT_FOUND')
  },
  modify: async ({ id, name }, { caller: { enterpriseId }, moment, write }) => {
    await write((tx) => nameList(tx, moment, { list: { enterpriseId, id }, name }))
    return null
  },
  delete: async ({ id }, { caller: { enterpriseId }, write }) => {
    await write((tx) => dropList(tx, { enterpriseId, id }))
    return null
  },
  addLines: ({ id, lines }, { caller: { enterpriseId }, moment, write }) =>
    write((tx) => addLines(tx, moment, { list: { enterpriseId, id }, lines })),
  setLine: async ({ id, ...line }, { caller: { enterpriseId }, moment, write }) => {
    await write((tx) => setLine(tx, moment, { list: { enterpriseId, id }, line }))
    return null
  },
  deleteLines: async ({ id, skuIds }, { caller: { enterpriseId }, moment, write }) => {
    await write((tx) => dropLines(tx, moment, { list: { enterpriseId, id }, skuIds }))
    return null
  },
  arrange: async ({ id, skuIds }, { caller: { enterpriseId }, moment, write }) => {
    await write((tx) => arrangeLines(tx, moment, { list: { enterpriseId, id }, skuIds }))
    return null
  },
}
