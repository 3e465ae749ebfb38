import { expect, test } from 'vitest'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const skuId = await mall.createSku('截齿', { sale: '600.00', credit: '650.00' })

async function offered(
  buyer: Awaited<ReturnType<typeof mall.buyer>>,
  asked: { method?: PaymentMethod; preferred?: PaymentMethod },
  goodsNum = 1,
) {
  const { method, methods } = await buyer.api.order.preview({ lines: [{ skuId, goodsNum }], ...asked })
  return { method, funds: Object.fromEntries(methods.map(({ method: name, funds }) => [name, funds])) }
}

test('each payment method shows what the enterprise has available before it is chosen', async () => {
  const lin = await mall.buyer('林', { wallet: '900', credit: '5000' })
  expect((await offered(lin, {})).funds).toEqual({
    credit: yuanTextToFen('5000'),
    wallet: yuanTextToFen('900'),
    online: null,
    transfer: null,
  })
  const poor = await mall.buyer('贫')
  expect((await offered(poor, {})).funds).toMatchObject({ credit: null, wallet: 0 })
})

test('the last used method is preselected if it is available; an explicitly requested one is used', async () => {
  const lin = await mall.buyer('林', { wallet: '900', credit: '5000' })
  const chosen = async (...asked: [{ method?: PaymentMethod; preferred?: PaymentMethod }, number?]) => (await offered(lin, ...asked)).method
  expect([await chosen({}), await chosen({ preferred: 'wallet' }), await chosen({ preferred: 'online' })]).toEqual([
    'credit',
    'wallet',
    'online',
  ])
  // Two pieces are more than the wallet holds.
  expect([await chosen({ preferred: 'wallet' }, 2), await chosen({ preferred: 'online', method: 'wallet' }, 2)]).toEqual([
    'credit',
    'wallet',
  ])
})
