import { expect, test } from 'vitest'
import { openMall } from '#server/platform/testing/mall.ts'
import { connectProcurementSystem, readForm } from '#server/platform/testing/procurement-system.ts'

// A Wednesday morning. The buyer's address is in Guangdong: one day from there, three from the main warehouse.
const mall = await openMall({ now: new Date('2026-11-25T02:00:00.000Z') })
const keeper = await mall.staff('warehouse')
const lin = await mall.buyer('林')
const erp = await connectProcurementSystem(mall, lin)
const south = { code: 'GZ', name: '广州仓', address: '', provinces: ['广东省'], open: true, servedDays: 1, moreDays: 4 }
const { warehouseId } = await keeper.api.consoleWarehouse.save(south)
const near = await mall.createSku('镐形截齿')
await keeper.api.consoleSku.adjustStock({ skuId: near, change: 9, reason: '到货', warehouseId })
const far = await mall.createSku('刀形截齿')
const ofOtherShop = await mall.createSku('钎杆', { shopId: await mall.newShop('别家的店') })

/** The lead times in the fields of OCI, by SKU. */
const readLeadDays = (fields: Record<string, string>) =>
  new Map(
    Object.entries(fields).flatMap(([name, skuId]) => {
      const [, line] = /^NEW_ITEM-EXT_PRODUCT_ID\[(\d+)\]$/.exec(name) ?? []
      return line === undefined ? [] : [[skuId, fields[`NEW_ITEM-LEADTIME[${line}]`]] as const]
    }),
  )

/** Fills the cart of a visit with one of each and takes it back. */
async function takesBack(skuIds: readonly string[]) {
  const visit = await erp.enters((await erp.calls()).code)
  await visit.api.cart.addMany({ lines: skuIds.map((skuId) => ({ skuId, goodsNum: 1 })) })
  const cartIds = (await visit.api.cart.list({})).flatMap(({ cartList }) => cartList.map(({ id }) => id))
  const { returnPath } = await visit.api.cartReturn.returnCart({ cartIds })
  return readLeadDays((await erp.opens(returnPath)).fields)
}

test('what is bought of one shop arrives together, whatever is bought of another', async () => {
  expect(await takesBack([near, ofOtherShop])).toEqual(
    new Map([
      [near, '1'],
      [ofOtherShop, '3'],
    ]),
  )
  expect(await takesBack([near, far])).toEqual(
    new Map([
      [near, '3'],
      [far, '3'],
    ]),
  )
})

test('goods that are found are no order: each says when it arrives alone', async () => {
  const { body } = await erp.calls({ FUNCTION: 'BACKGROUND_SEARCH', SEARCHSTRING: '截齿' })
  expect(readLeadDays(readForm(body).fields)).toEqual(
    new Map([
      [near, '1'],
      [far, '3'],
    ]),
  )
})
