import { expect, test } from 'vitest'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { order, send, apply } = await createAfterSaleHelpers(mall)

test('an invoice application shows a warning for an open after-sale until that is withdrawn', async () => {
  const lin = await mall.buyer('林', { wallet: '5000' })
  const bought = await order(lin, [{ price: '600.00', units: 3 }])
  await send(bought, { 1: 3 })
  const warned = async () => (await lin.api.invoice.preview({ orderNos: [bought.orderNo] })).openAfterSales
  expect(await warned()).toEqual([])
  const { id } = await apply(bought, 'RETURN', [[1, 'sent', 1]])
  expect(await warned()).toEqual([bought.orderNo])
  await lin.api.afterSale.withdraw({ id })
  expect(await warned()).toEqual([])
})
