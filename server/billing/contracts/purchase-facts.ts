import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import type { Parties } from '#server/billing/documents/public.ts'
import type { Order, OrderLineRow } from '#server/orders/orders/public.ts'
import { sha256 } from '#server/platform/core/keys.ts'

/** Everything that a purchase contract says but for the words of its terms. */
export interface PurchaseFacts extends Parties {
  orderNo: string
  submittedAt: Date
  termsVersion: string
  method: PaymentMethod
  lines: readonly {
    goodsName: string
    skuCode: string
    /** JSON of a property map. */
    skuProps: string
    unit: string
    quantity: number
    price: Fen
    amount: Fen
    /** 赠品: it comes for nothing. */
    gift: boolean
  }[]
  goods: Fen
  freight: Fen
  discount: Fen
  payable: Fen
  receiver: { name: string; mobile: string; region: string; detail: string }
  remark: string
}

/** What was ordered, between whom: of an order's own columns, which no longer change once it is paid for. */
export const buildPurchaseFacts = (
  order: Order,
  lines: readonly OrderLineRow[],
  { parties, termsVersion }: { parties: Parties; termsVersion: string },
) => {
  const { name, mobile, region, detail } = order.receiver
  const facts: PurchaseFacts = {
    orderNo: order.orderNo,
    submittedAt: order.createdAt,
    termsVersion,
    seller: parties.seller,
    buyer: parties.buyer,
    method: order.method,
    lines: lines.map((line) => ({
      goodsName: line.goodsName,
      skuCode: line.skuCode,
      skuProps: JSON.stringify(line.skuProps),
      unit: line.unit,
      quantity: line.quantity,
      price: line.unitPriceFen,
      amount: line.amountFen,
      gift: line.giftId !== null,
    })),
    goods: order.goodsFen,
    freight: order.freightFen,
    discount: order.discountFen,
    payable: order.payableFen,
    receiver: { name, mobile, region, detail },
    remark: order.remark,
  }
  return facts
}

/** A line at ¥0 says by itself that it costs nothing. The word beside it came later: what was issued before it keeps its hash. */
const unproven = (key: string, value: unknown) => (key === 'gift' ? undefined : value)

/** What anybody can compare two copies by: the same facts, the same hash. */
export const hashPurchaseFacts = (facts: PurchaseFacts): Buffer => sha256(JSON.stringify(facts, unproven))
