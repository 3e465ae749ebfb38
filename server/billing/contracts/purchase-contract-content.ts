import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import type { Parties } from '#server/billing/documents/public.ts'
import type { Order, OrderLineRow } from '#server/orders/orders/public.ts'
import { sha256 } from '#server/platform/core/keys.ts'

/** The content of a purchase contract, without the text of its terms. */
export interface PurchaseContractContent extends Parties {
  orderNo: string
  submittedAt: Date
  termsVersion: string
  method: PaymentMethod
  lines: readonly {
    goodsName: string
    skuCode: string
    /** The properties as JSON. */
    skuProps: string
    unit: string
    quantity: number
    price: Fen
    amount: Fen
    /** 赠品: a line at price zero. */
    gift: boolean
  }[]
  goods: Fen
  freight: Fen
  discount: Fen
  payable: Fen
  receiver: { name: string; mobile: string; region: string; detail: string }
  remark: string
}

/** Builds the content of a contract from the columns of an order, which do not change after the payment. */
export const buildPurchaseContractContent = (
  order: Order,
  lines: readonly OrderLineRow[],
  { parties, termsVersion }: { parties: Parties; termsVersion: string },
) => {
  const { name, mobile, region, detail } = order.receiver
  const facts: PurchaseContractContent = {
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

/** The field `gift` was added later. It is left out of the hash, so that contracts issued before keep their hash. */
const unproven = (key: string, value: unknown) => (key === 'gift' ? undefined : value)

/** Hashes the content, so that two copies of a contract can be compared: equal content has the same hash. */
export const hashPurchaseContractContent = (facts: PurchaseContractContent): Buffer => sha256(JSON.stringify(facts, unproven))
