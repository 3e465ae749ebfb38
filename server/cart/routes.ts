import type { cart } from '../../contract/cart/api.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Handlers } from '../http/context.ts'
import { addManyToCart } from './add-many.ts'
import { countLines, findLines, listLines } from './cart-lines.ts'
import { describeLines } from './cart-view.ts'
import { addToCart, changeGoodsNum, removeLines, selectLines } from './change-cart.ts'

export const cartHandlers: Handlers<typeof cart> = {
  add: async ({ skuId, goodsNum }, { db, caller, moment, write }) => {
    await write((tx) => addToCart(tx, moment, { owner: caller, skuId, goodsNum }))
    return { count: await countLines(db, caller) }
  },
  addMany: async ({ lines }, { db, caller, moment, write }) => {
    const results = await write((tx) => addManyToCart(tx, moment, { owner: caller, lines }))
    return { count: await countLines(db, caller), lines: results }
  },
  changeCartNum: ({ id, changeNum }, { caller, moment, write }) =>
    write((tx) => changeGoodsNum(tx, moment, { owner: caller, id, next: (goodsNum) => goodsNum + changeNum })),
  setCartNum: ({ id, goodsNum }, { caller, moment, write }) =>
    write((tx) => changeGoodsNum(tx, moment, { owner: caller, id, next: () => goodsNum })),
  select: async ({ ids, selected }, { caller, write }) => {
    await write((tx) => selectLines(tx, { owner: caller, ids, selected }))
    return null
  },
  delete: async ({ ids }, { db, caller, write }) => {
    await write((tx) => removeLines(tx, caller, ids))
    return { count: await countLines(db, caller) }
  },
  count: async (_, { db, caller }) => ({ count: await countLines(db, caller) }),
  list: async (_, { db, caller, moment }) =>
    describeLines(db, moment, { enterpriseId: caller.enterpriseId, lines: await listLines(db, caller) }),
  listById: async ({ ids }, { db, caller, moment }) => {
    const lines = await findLines(db, caller, ids)
    if (lines.length !== new Set(ids).size) refuse('CART_LINE_NOT_FOUND')
    return describeLines(db, moment, { enterpriseId: caller.enterpriseId, lines })
  },
}
