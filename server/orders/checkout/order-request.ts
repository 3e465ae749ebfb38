import { findPriceStepForQuantity, type PriceLadderStep, type UnitPrices } from '#contract/catalog/pricing/price-steps.ts'
import { formatOrderableQuantityRule, isOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import { formatShopPausedReason } from '#contract/catalog/shops/shop-lifecycle.ts'
import type { ProposalOrderSource, QuotationOrderSource } from '#contract/orders/orders/order-sources.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findOncePublishedGoodsOfSkus, findSkusToOrderById, type GoodsWithShop, type SkuRow } from '#server/catalog/goods/public.ts'
import type { StockOfWarehouses } from '#server/catalog/inventory/public.ts'
import { readPriceLadderLookup } from '#server/catalog/pricing/public.ts'
import { type CartOwner, findCartLines, lockCartLines } from '#server/orders/cart/public.ts'
import { lockAndReadOrderableProposal, type OrderableProposal, readOrderableProposal } from '#server/orders/order-proposals/public.ts'
import { lockAndReadOrderableQuotation, type OrderableQuotation, readOrderableQuotation } from '#server/orders/quotations/public.ts'
import { awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** The requested goods: cart lines, SKUs that are bought at once, lines of a quotation or of a proposal. The contract allows exactly one of the four. */
export interface OrderRequest {
  cartIds?: readonly string[] | undefined
  lines?: readonly { skuId: string; goodsNum: number }[] | undefined
  quotation?: QuotationOrderSource | undefined
  proposal?: ProposalOrderSource | undefined
}

/**
 * A line of an order request with its goods and its unit prices. The price tier depends on the whole quantity of the SKU in the request.
 */
export interface PricedOrderLine {
  sku: SkuRow & { stockOfWarehouses: StockOfWarehouses | null }
  goods: GoodsWithShop
  quantity: number
  price: PriceLadderStep
}

/**
 * The lines of an order request, the quotation whose prices they have, and the proposal that they are taken from; both null: the buyer chose the
 * goods, at the prices of the catalog.
 */
export interface PricedOrderRequest {
  lines: PricedOrderLine[]
  quotation: OrderableQuotation | null
  proposal: OrderableProposal | null
}

/** Reads the SKUs and quantities of cart lines in the given order. Refuses a line of another owner. */
async function fromCart(lines: readonly { id: string; skuId: string; goodsNum: number }[], ids: readonly string[]) {
  const byId = new Map(lines.map((line) => [line.id, line]))
  return [...new Set(ids)].map((id) => byId.get(id) ?? refuse('CART_LINE_NOT_FOUND'))
}

interface Wanted {
  skuId: string
  goodsNum: number
  /** The prices of the quotation. With it quantity steps do not bind either: staff have agreed to the quantity. */
  agreed?: UnitPrices
}

/** The lines of a quotation: neither their quantities nor their prices come from the request. */
const toWanted = ({ lines }: OrderableQuotation): Wanted[] =>
  lines.map(({ skuId, quantity, salePriceFen, creditPriceFen }) => ({
    skuId,
    goodsNum: quantity,
    agreed: { salePriceFen, creditPriceFen },
  }))

const OF_QUOTATION = { kind: 'quotation' } as const
const toAgreedPrice = (agreed: UnitPrices): PriceLadderStep => ({ ...agreed, from: 1, saleRule: OF_QUOTATION, creditRule: OF_QUOTATION })

/** Sums the quantities by SKU: a SKU can be in several lines. */
export function sumQuantitiesBySku(lines: readonly { skuId: string; quantity: number }[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { skuId, quantity } of lines) sums.set(skuId, (sums.get(skuId) ?? 0) + quantity)
  return sums
}

async function requireOrderableLines(
  db: Db,
  { now }: Pick<Moment, 'now'>,
  { owner: { enterpriseId }, wanted }: { owner: CartOwner; wanted: readonly Wanted[] },
): Promise<PricedOrderLine[]> {
  if (wanted.length === 0) refuse('ORDER_EMPTY')
  const skuIds = [...new Set(wanted.map(({ skuId }) => skuId))]
  const [foundSkus, foundGoods, ladderFor] = await awaitAllAndThrowFirstError(
    findSkusToOrderById(db, skuIds),
    findOncePublishedGoodsOfSkus(db, skuIds),
    readPriceLadderLookup(
      db,
      { enterpriseId, now },
      skuIds.map((id) => ({ id })),
    ),
  )
  const skus = new Map(foundSkus.map((sku) => [sku.id, sku]))
  const goods = new Map(foundGoods.map((one) => [one.id, one]))
  // Two lines of one SKU get the price of their sum.
  const sums = sumQuantitiesBySku(wanted.map(({ skuId, goodsNum }) => ({ skuId, quantity: goodsNum })))
  return wanted.map(({ skuId, goodsNum, agreed }) => {
    const sku = skus.get(skuId)
    const one = sku && goods.get(sku.goodsId)
    if (!sku?.onShelf || !one?.onShelf) refuse('SKU_NOT_FOUND', { skuId })
    if (one.shopPaused) refuse('SHOP_PAUSED', { msg: formatShopPausedReason(one.shopName), skuId })
    if (agreed) return { sku, goods: one, quantity: goodsNum, price: toAgreedPrice(agreed) }
    if (!isOrderableQuantity(goodsNum, sku))
      refuse('QUANTITY_OFF_STEP', { msg: `${one.name} ${formatOrderableQuantityRule(sku, one.unit)}`, skuId })
    return { sku, goods: one, quantity: goodsNum, price: findPriceStepForQuantity(ladderFor(sku), sums.get(skuId) ?? goodsNum) }
  })
}

interface RequestOfOwner {
  owner: CartOwner
  request: OrderRequest
}

/** How the sources of a request are read: as they are, or locked until the transaction ends. */
interface SourceReaders {
  cartLines: () => ReturnType<typeof findCartLines>
  quotation: (source: QuotationOrderSource) => Promise<OrderableQuotation>
  proposal: (source: ProposalOrderSource) => Promise<OrderableProposal>
}

async function readSource(
  { cartIds, lines, quotation: offered, proposal: proposed }: OrderRequest,
  read: SourceReaders,
): Promise<Pick<PricedOrderRequest, 'quotation' | 'proposal'> & { wanted: readonly Wanted[] }> {
  if (cartIds) return { quotation: null, proposal: null, wanted: await fromCart(await read.cartLines(), cartIds) }
  if (offered) {
    const quotation = await read.quotation(offered)
    return { quotation, proposal: null, wanted: toWanted(quotation) }
  }
  if (!proposed) return { quotation: null, proposal: null, wanted: lines ?? [] }
  const proposal = await read.proposal(proposed)
  return { quotation: null, proposal, wanted: proposal.lines }
}

/** Reads the lines of an order request, at current prices or at those of its quotation. */
export async function readPricedOrderLines(db: Db, moment: Moment, { owner, request }: RequestOfOwner): Promise<PricedOrderRequest> {
  const { enterpriseId } = owner
  const { wanted, quotation, proposal } = await readSource(request, {
    cartLines: () => findCartLines(db, owner, request.cartIds ?? []),
    quotation: (source) => readOrderableQuotation(db, moment, { enterpriseId, source }),
    proposal: (source) => readOrderableProposal(db, moment, { enterpriseId, source }),
  })
  return { quotation, proposal, lines: await requireOrderableLines(db, moment, { owner, wanted }) }
}

/** Does the same, with the cart lines, the quotation or the proposal locked until the transaction ends. */
export async function lockAndReadPricedOrderLines(tx: Tx, moment: Moment, { owner, request }: RequestOfOwner): Promise<PricedOrderRequest> {
  const { enterpriseId } = owner
  const { wanted, quotation, proposal } = await readSource(request, {
    cartLines: () => lockCartLines(tx, owner, request.cartIds ?? []),
    quotation: (source) => lockAndReadOrderableQuotation(tx, moment, { enterpriseId, source }),
    proposal: (source) => lockAndReadOrderableProposal(tx, moment, { enterpriseId, source }),
  })
  return { quotation, proposal, lines: await requireOrderableLines(tx, moment, { owner, wanted }) }
}
