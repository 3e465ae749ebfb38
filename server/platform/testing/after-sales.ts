import { expect } from 'vitest'
import type { AfterSaleType } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import type { ShippingStage } from '#contract/orders/after-sales/shapes.ts'
import { ZERO_FEN } from '#contract/platform/core/money.ts'
import { type Buyer, type Mall, TEST_USER_PAYMENT_PASSWORD } from './mall.ts'
import { createWaybillNo } from './waybills.ts'

export interface AfterSaleGoods {
  price: string
  units: number
  stock?: number
}

export type AfterSaleLineTuples = [lineNo: number, stage: ShippingStage, quantity: number][]

/** Helpers for stories of after-sales: an order, a parcel, an application, and the whole way to the refund. */
export async function createAfterSaleHelpers(mall: Mall) {
  const [support, warehouse, finance] = [await mall.staff('support'), await mall.staff('warehouse'), await mall.staff('finance')]

  /** A paid order of some products, one line each. Below 500 yuan it has freight. */
  const order = async (buyer: Buyer, goods: readonly AfterSaleGoods[], method: 'credit' | 'wallet' = 'wallet') => {
    const lines = []
    for (const { price, units, stock = 100 } of goods)
      lines.push({ skuId: await mall.createSku('截齿', { stock, sale: price, credit: price }), goodsNum: units })
    const { quote } = await buyer.api.order.preview({ lines, method })
    const { tradeId, orders } = await buyer.api.order.submit({ lines, method, addressId: buyer.addressId, quote })
    await (method === 'credit' ? buyer.api.order.payByCredit : buyer.api.order.payByWallet)({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
    const orderNo = orders[0]?.orderNo ?? expect.fail('no order')
    return { buyer, enterpriseId: buyer.enterpriseId, orderNo, skuIds: lines.map(({ skuId }) => skuId) }
  }
  type Ordered = Awaited<ReturnType<typeof order>>

  const send = ({ enterpriseId, orderNo }: Ordered, units: Record<number, number>) =>
    warehouse.api.consoleFulfilment.ship({
      enterpriseId,
      orderNo,
      carrier: '德邦快递',
      trackingNo: createWaybillNo(),
      lines: Object.entries(units).map(([lineNo, quantity]) => ({ lineNo: Number(lineNo), quantity })),
    })

  const buildRequest = ({ orderNo }: Ordered, type: AfterSaleType, asked: AfterSaleLineTuples, freight = false) => ({
    orderNo,
    type,
    freight,
    lines: asked.map(([lineNo, stage, quantity]) => ({ lineNo, stage, quantity })),
  })

  const apply = async (
    ordered: Ordered,
    type: AfterSaleType,
    asked: AfterSaleLineTuples,
    more: { freight?: boolean; pictures?: string[] } = {},
  ) => {
    const given = {
      ...buildRequest(ordered, type, asked, more.freight),
      reason: '质量问题',
      description: '开裂',
      pictures: more.pictures ?? [],
    }
    const { id } = await ordered.buyer.api.afterSale.apply(given)
    return { enterpriseId: ordered.enterpriseId, id }
  }
  type Ref = Awaited<ReturnType<typeof apply>>

  const approve = (ref: Ref, asked: AfterSaleLineTuples = [], freight = ZERO_FEN) =>
    support.api.consoleAfterSale.approve({
      ...ref,
      lines: asked.map(([lineNo, stage, quantity]) => ({ lineNo, stage, quantity })),
      freight,
      note: '',
    })

  /** Receives the returned goods: they are accepted and restocked, by line. */
  const comeBack = async (buyer: Buyer, ref: Ref, results: [lineNo: number, accepted: number, restocked: number][]) => {
    await buyer.api.afterSale.sendBack({ id: ref.id, carrier: '顺丰速运', trackingNo: 'SF1000000000001' })
    const lines = results.map(([lineNo, accepted, restocked]) => ({ lineNo, accepted, restocked }))
    await warehouse.api.consoleAfterSale.inspect({ ...ref, lines, note: '' })
  }

  /** Finance pays the amount that the page shows. */
  const pay = async (ref: Ref) => {
    const { preview } = await finance.api.consoleAfterSale.detail(ref)
    return (await finance.api.consoleAfterSale.refund({ ...ref, amount: preview?.total ?? ZERO_FEN })).refunded
  }

  /** An after-sale that is approved as requested, with the requested freight, and paid. */
  const refunds = async (ordered: Ordered, asked: AfterSaleLineTuples, { freight = false }: { freight?: boolean } = {}) => {
    const ref = await apply(ordered, 'REFUND', asked, { freight })
    const { freightLeft } = await support.api.consoleAfterSale.detail(ref)
    await approve(ref, [], freight ? freightLeft : ZERO_FEN)
    return pay(ref)
  }

  const returns = async (ordered: Ordered, asked: AfterSaleLineTuples) => {
    const ref = await apply(ordered, 'RETURN', asked)
    await approve(ref)
    await comeBack(
      ordered.buyer,
      ref,
      asked.map(([lineNo, , quantity]) => [lineNo, quantity, quantity]),
    )
    return pay(ref)
  }

  return { support, warehouse, finance, order, send, buildRequest, apply, approve, comeBack, pay, refunds, returns }
}
