import { useIsMutating, useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { OrderPreview } from '#contract/orders/orders/preview-shapes.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { MissingLicences } from '#storefront/catalog/licences/missing-licences.tsx'
import { cartQuery } from '#storefront/orders/cart/cart-api.ts'
import { toCartViewModel, toPricedCart } from '#storefront/orders/cart/cart-view.ts'
import { CART_KEY } from '#storefront/orders/cart/use-cart.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { EmptyState, ErrorState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { useSetSearchParamsKeepingOthers } from '#storefront/platform/components/use-search-params.ts'
import { useClearWaitingOrder } from '#storefront/platform/components/waiting-order.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useUser } from '#storefront/platform/sessions/use-session.ts'
import { CostAllocationSection, useCostAllocationInput } from '#storefront/sites/projects/cost-allocation.tsx'
import { prefetchOrderPreview, readLastPaymentMethod, toPreviewQuery } from './checkout-api.ts'
import {
  computeCreditCost,
  formatCouponIdsByShopParam,
  type GoodsToOrder,
  parseCouponIdsByShopParam,
  parseGoodsToOrder,
  toCouponIdsByShop,
  toShopNoteInputs,
} from './checkout-view.ts'
import { DeliveryAddressSection } from './delivery-address-section.tsx'
import { OrderChangesDialog } from './order-changes-dialog.tsx'
import { OrderSummaryWithSubmitButton } from './order-summary.tsx'
import { PayTradeDialog } from './pay-password.tsx'
import { PaymentMethodCards } from './payment-method-cards.tsx'
import { type CheckoutFormValues, CheckoutShopSection, PoNumberField } from './shop-section.tsx'
import { useCheckoutForm } from './use-shop-notes-form.ts'
import { useSubmitOrder } from './use-trade.ts'

export const prefetch = prefetchOrderPreview

/** 确认订单: the goods in the URL, or else the selected lines of the cart. */
export function Page() {
  useClearWaitingOrder()
  const goods = parseGoodsToOrder(useSearch())
  return (
    <div className="content pt-4 md:pt-6">
      <h1 className="mb-3 text-lg md:mb-4 md:text-xl">确认订单</h1>
      {goods ? <Confirmation key={JSON.stringify(goods)} goods={goods} /> : <FromSelection />}
    </div>
  )
}

function FromSelection() {
  const cart = useQuery(cartQuery)
  return (
    <QueryContent from={cart} skeleton={<Waiting />}>
      {(shops) => <Selected ids={toCartViewModel(toPricedCart(shops) ?? []).totals.ids} />}
    </QueryContent>
  )
}

/** The selection when the page opened. The lines leave the cart with the order, and the page must not change then. */
function Selected({ ids }: { ids: string[] }) {
  const [cartIds] = useState(ids)
  return cartIds.length > 0 ? <Confirmation goods={{ cartIds }} /> : <Gone title="还没有选择要结算的商品" />
}

function Gone({ title, hint }: { title: string; hint?: string }) {
  return (
    <div className="panel">
      <EmptyState
        title={title}
        {...(hint === undefined ? {} : { hint })}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to="/cart">返回购物车</ButtonLink>
            <ButtonLink to="/my_order" look="line">
              查看订单
            </ButtonLink>
          </div>
        }
      />
    </div>
  )
}

function Confirmation({ goods }: { goods: GoodsToOrder }) {
  const search = useSearch()
  const coupons = parseCouponIdsByShopParam(search.coupons)
  const setSearchParams = useSetSearchParamsKeepingOthers()
  const user = useUser()
  // A method that is submitted meanwhile does not fetch the page again.
  const [preferred] = useState(() => readLastPaymentMethod(user))
  const preview = useQuery(toPreviewQuery(goods, search, preferred))
  const isCartChanging = useIsMutating({ mutationKey: CART_KEY }) > 0
  const choose = (shopId: string, couponId: string | null) =>
    setSearchParams({ coupons: formatCouponIdsByShopParam({ ...coupons, [shopId]: couponId }) })
  const { error } = preview
  // An offer that has ended or changed meanwhile also replaces the page that is shown.
  if (error instanceof Refusal && 'quotation' in goods && error.reason.startsWith('QUOTATION_'))
    return <OfferGone why={error.message} link={{ to: '/quotation_info', search: { id: goods.quotation.quotationId } }} label="查看报价" />
  if (error instanceof Refusal && 'proposal' in goods && error.reason.startsWith('ORDER_PROPOSAL_'))
    return <OfferGone why={error.message} link={{ to: '/proposal', search: { id: goods.proposal.proposalId } }} label="查看代客下单" />
  if (preview.data === undefined && error instanceof Refusal) {
    if (error.reason === 'CART_LINE_NOT_FOUND')
      return <Gone title="这些商品已不在购物车中" hint="可能已经提交过订单，请在我的订单中查看。" />
    if (error.reason === 'ADDRESS_NOT_FOUND') return <LostAddress error={error} />
  }
  return (
    <QueryContent from={preview} skeleton={<Waiting />}>
      {(shown) => (
        <Sheet
          goods={goods}
          preview={shown}
          fresh={!preview.isPlaceholderData && !isCartChanging}
          restate={preview.refetch}
          chooseCoupon={choose}
        />
      )}
    </QueryContent>
  )
}

interface OfferGoneProps {
  why: string
  link: { to: '/quotation_info' | '/proposal'; search: { id: string } }
  label: string
}

/** An offer, or what staff have prepared, cannot be ordered as it was shown. */
const OfferGone = ({ why, link, label }: OfferGoneProps) => (
  <div className="panel">
    <EmptyState title={why} action={<ButtonLink {...link}>{label}</ButtonLink>} />
  </div>
)

function LostAddress({ error }: { error: Refusal }) {
  const setSearchParams = useSetSearchParamsKeepingOthers()
  return <ErrorState error={error} retry={() => setSearchParams({ addressId: undefined })} />
}

interface SheetProps {
  goods: GoodsToOrder
  preview: OrderPreview
  /** Whether it is the requested answer, and not an earlier one that is still visible. */
  fresh: boolean
  restate: () => unknown
  chooseCoupon: (shopId: string, couponId: string | null) => void
}

function Sheet({ goods, preview, fresh, restate, chooseCoupon }: SheetProps) {
  const setSearchParams = useSetSearchParamsKeepingOthers()
  const [form, sent] = useCheckoutForm(goods)
  const { submit, busy, done, lost, moved, clearMoved, asking } = useSubmitOrder({ restate, form, sent })
  const cost = computeCreditCost(preview.methods, useToday())
  const choose = (addressId: string) => {
    emitClientEvent('addressSelected', { id: addressId })
    setSearchParams({ addressId })
  }
  const { method, address, quote, shops, priceType } = preview
  const fields = { control: form.control, register: form.register }
  const booked = useCostAllocationInput(useWatch({ control: form.control, name: 'booking' }))
  const press = ({ poNumber, ...notes }: CheckoutFormValues) => {
    if (address)
      submit({
        ...goods,
        method,
        addressId: address.id,
        quote,
        poNumber,
        ...booked,
        remarks: toShopNoteInputs(shops, notes),
        coupons: toCouponIdsByShop(shops),
      })
  }
  return (
    <>
      <form
        noValidate
        onSubmit={form.handleSubmit(press)}
        className="flex flex-col gap-3 lg:grid lg:grid-cols-[minmax(0,1fr)_340px] lg:items-start lg:gap-4"
      >
        <div className="flex min-w-0 flex-col gap-3 lg:gap-4">
          <OrdersStopped why={preview.stopped} />
          <SourceOfLines preview={preview} />
          <DeliveryAddressSection address={address} projectId={booked.projectId} onChoose={choose} />
          <MissingLicences needs={preview.licencesMissing} />
          <section aria-label="商品清单" className="panel overflow-hidden">
            {shops.map((shop) => (
              <CheckoutShopSection
                key={shop.shopId}
                shop={shop}
                priceType={priceType}
                province={address?.areaCode.slice(0, 2)}
                chooseCoupon={preview.quotation === null ? chooseCoupon : undefined}
                {...fields}
              />
            ))}
          </section>
          <PoNumberField {...fields} />
          <BookingPart preview={preview} form={form} />
          <section aria-labelledby="methods" className="panel p-4 md:p-5">
            <h2 id="methods" className="mb-3 text-md md:text-lg">
              支付方式
            </h2>
            <PaymentMethodCards
              options={preview.methods}
              value={method}
              onChange={(next) => setSearchParams({ method: next })}
              disabled={busy || done}
              cost={cost}
            />
          </section>
        </div>
        <OrderSummaryWithSubmitButton preview={preview} cost={cost} busy={busy || done || !fresh} reason={whyNot(preview)} lost={lost} />
      </form>
      <OrderChangesDialog moved={moved} onClose={clearMoved} />
      <Paying tradeId={asking} />
    </>
  )
}

/** Before anything is filled in: that the company may not order, why, and whom it can talk to. */
function OrdersStopped({ why }: { why: string | null }) {
  if (why === null) return null
  return (
    <section aria-label="暂停下单" className="flex gap-2.5 rounded-panel border border-danger bg-danger-tint p-4 md:px-6">
      <CircleAlert className="mt-0.5 size-4.5 shrink-0 text-danger" aria-hidden />
      <p className="font-medium">{why}</p>
    </section>
  )
}

/** 报价单, 代客下单: where the lines come from, and what follows from it. */
function SourceOfLines({ preview: { quotation, proposal } }: { preview: OrderPreview }) {
  const source = quotation
    ? { to: '/quotation_info' as const, id: quotation.quotationId, no: quotation.quotationNo, label: '报价单' }
    : proposal && { to: '/proposal' as const, id: proposal.proposalId, no: proposal.proposalNo, label: '代客下单' }
  if (source === null) return null
  return (
    <section aria-label={source.label} className="panel flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3 md:px-5">
      <p>
        {proposal ? `${proposal.preparedBy} 代为准备的` : '按报价单'}{' '}
        <Link to={source.to} search={{ id: source.id }} className="num finger text-jade hover:underline">
          {source.no}
        </Link>
        {proposal === null && ' 下单'}
      </p>
      <p className="text-sm text-mute">{proposal ? '请核对商品、数量和价格，提交后才会下单' : '单价和数量以报价单为准，不参加优惠券'}</p>
    </section>
  )
}

/** The project that the whole order is for. */
function BookingPart({ preview, form }: { preview: OrderPreview; form: UseFormReturn<CheckoutFormValues> }) {
  const choice = useWatch({ control: form.control, name: 'booking' })
  const lines = preview.shops.flatMap((shop) => shop.lines)
  return (
    <CostAllocationSection lines={lines} amount={preview.goodsAmount} choice={choice} onChoose={(next) => form.setValue('booking', next)} />
  )
}

/** A buyer who closes the password dialog keeps his order, and sees it. */
function Paying({ tradeId }: { tradeId: string | undefined }) {
  const navigate = useNavigate()
  return (
    <PayTradeDialog tradeId={tradeId} onClose={() => void navigate({ to: '/my_order', search: { state: 'WAIT_PAY' }, replace: true })} />
  )
}

/** Returns why the order cannot be submitted now; undefined: it can. */
function whyNot({ address, methods, method, shops, licencesMissing, stopped }: OrderPreview): string | undefined {
  if (stopped !== null) return '贵公司已被暂停下单，原因见页面上方'
  if (address === null) return '请先添加收货地址'
  if (licencesMissing.some(({ holder }) => holder === 'buyer')) return '还缺购买这些商品需要的许可证'
  if (licencesMissing.length > 0) return '店铺的许可证缺失或过期，暂时不能购买'
  const kept = shops.find(({ delivered }) => !delivered)
  if (kept) return `${kept.shopName}不配送到所选地区，请更换收货地址`
  const chosen = methods.find((offered) => offered.method === method)
  return chosen?.available === false ? `所选支付方式不可用：${chosen.reason ?? '请改用其他支付方式'}` : undefined
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3 lg:grid lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-4">
      <div className="flex flex-col gap-3 lg:gap-4">
        <Skeleton className="h-30" />
        <Skeleton className="h-72" />
        <Skeleton className="h-56" />
      </div>
      <Skeleton className="h-72" />
    </div>
  )
}
