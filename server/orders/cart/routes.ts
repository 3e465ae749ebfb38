import type { cartEndpoints } from '#contract/orders/cart/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { addLinesToCartIndependently } from './add-many.ts'
import { countCartLines, findCartLines, listCartLines } from './cart-line-store.ts'
import { readPricedCartLinesByShop } from './cart-view.ts'
import { addToCart, changeCartLineQuantity, removeCartLines, updateCartSelection } from './change-cart.ts'

export const cartHandlers: Handlers<typeof cartEndpoints> = {
  add: async ({ skuId, goodsNum }, { caller, moment, write }) => ({
    count: await write((tx) => addToCart(tx, moment, { owner: caller, skuId, goodsNum })),
  }),
  addMany: ({ lines }, { caller, moment, write }) =>
    write(async (tx) => {
      const results = await addLinesToCartIndependently(tx, moment, { owner: caller, lines })
      return { count: await countCartLines(tx, caller), lines: results }
    }),
  changeCartNum: ({ id, changeNum }, { caller, moment, write }) =>
    write((tx) => changeCartLineQuantity(tx, moment, { owner: caller, id, next: (goodsNum) => goodsNum + changeNum })),
  setCartNum: ({ id, goodsNum }, { caller, moment, write }) =>
    write((tx) => changeCartLineQuantity(tx, moment, { owner: caller, id, next: () => goodsNum })),
  select: async ({ ids, selected }, { caller, moment, write }) => {
    await write((tx) => updateCartSelection(tx, moment, { owner: caller, ids, selected }))
    return null
  },
  delete: ({ ids }, { caller, write }) =>
    write(async (tx) => {
      await removeCartLines(tx, caller, ids)
      return { count: await countCartLines(tx, caller) }
    }),
  count: async (_, { db, caller }) => ({ count: await countCartLines(db, caller) }),
  list: async (_, { db, caller, moment }) =>
    readPricedCartLinesByShop(db, moment, { enterpriseId: caller.enterpriseId, lines: await listCartLines(db, caller) }),
  listById: async ({ ids }, { db, caller, moment }) => {
    const lines = await findCartLines(db, caller, ids)
    if (lines.length !== new Set(ids).size) refuse('CART_LINE_NOT_FOUND')
    return readPricedCartLinesByShop(db, moment, { enterpriseId: caller.enterpriseId, lines })
  },
}
