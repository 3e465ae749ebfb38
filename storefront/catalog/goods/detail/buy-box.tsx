import { RotateCcw, Store, Truck } from 'lucide-react'
import { type ReactNode, type Ref, Suspense, useState } from 'react'
import type { GoodsDetail, Sku } from '#contract/catalog/goods/shapes.ts'
import { goodsAfterSaleRules, goodsFreightRules, TANKER_DELIVERY_TEXT } from '#contract/catalog/goods/terms.ts'
import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import { formatOrderableQuantityRule } from '#contract/catalog/pricing/quantity.ts'
import { FavouriteButton } from '#storefront/catalog/goods/favourites/favourite-button.tsx'
import { AskForQuotationButton } from '#storefront/platform/components/ask-for-quotation.tsx'
import { GoodsPicture } from '#storefront/platform/components/goods-picture.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { ReplacementLink } from '#storefront/platform/components/replacement-link.tsx'
import { RestockDay } from '#storefront/platform/components/restock-day.tsx'
import { ShareButton } from '#storefront/platform/components/share/share-button.tsx'
import { SaveToShoppingListButton } from '#storefront/platform/components/shopping-lists/save-to-list.tsx'
import { QuantityStepper } from '#storefront/platform/components/stepper.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatCount } from '#ui/format.ts'
import { lazyOptionalPart, lazyPart } from '#ui/lazy-part.tsx'
import { BuyButtons, MissingBuyPermissionNotice } from './buy-buttons.tsx'
import { buyingError, findReplacedSku, formatGramsAsKilograms, multiplyPrice, toOrderableQuantity } from './detail-view.ts'
import { HardnessScale } from './hardness-scale.tsx'
import { SelectedSkuPrices } from './price-board.tsx'
import { SkuChoice } from './sku-choice.tsx'

/** Only members see it, and it is loaded after the main content. */
const GoodsCoupons = lazyPart(() => import('#storefront/catalog/coupons/goods-coupons.tsx').then((part) => part.ClaimableCouponsOfGoods))

/** Only restricted goods have it. */
const GoodsLicences = lazyPart(() =>
  import('#storefront/catalog/licences/goods-licences.tsx').then((part) => part.GoodsLicenceRequirements),
)

/** It is loaded after the main content. */
const PromisedDay = lazyOptionalPart(() =>
  import('#storefront/platform/components/delivery/promised-day.tsx').then((part) => part.PromisedDay),
)

const CompareButton = lazyOptionalPart(() =>
  import('#storefront/catalog/goods/compare/compare-button.tsx').then((part) => part.CompareButton),
)

interface Props {
  goods: GoodsDetail
  sku: Sku
  quantity: number
  /** Why the quantity cannot be ordered now. */
  fault: string | undefined
  onQuantity: (quantity: number) => void
  onTooLarge: (tooLarge: boolean) => void
  /** The row of the buttons. Where it is out of sight, the page shows them in a bar. */
  buttonsRef: Ref<HTMLDivElement>
}

/** The box to buy: name, both prices, the choice of a SKU, the quantity and the buttons. */
export function BuyBox({ goods, sku, quantity, fault, onQuantity, onTooLarge, buttonsRef }: Props) {
  const replaced = findReplacedSku(goods, sku.skuId)
  return (
    <div className="min-w-0">
      <h1 className="text-xl leading-7 md:text-[24px] md:leading-8">{goods.name}</h1>
      {goods.subtitle !== '' && <p className="mt-1">{goods.subtitle}</p>}
      <p className="mt-1 text-mute">{goods.spec}</p>
      <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-mute">
        <span>
          编码 <span className="num text-ink">{sku.code}</span>
        </span>
        {goods.brand !== null && (
          <span>
            品牌{' '}
            <Link to="/brand" search={{ brandId: goods.brand.brandId }} className="finger text-ink hover:text-jade hover:underline">
              {goods.brand.name}
            </Link>
          </span>
        )}
        {goods.sales > 0 && (
          <span>
            已售 <span className="num text-ink">{formatCount(goods.sales)}</span> {goods.unit}
          </span>
        )}
      </p>
      {goods.tags.length > 0 && (
        <ul aria-label="标签" className="mt-2 flex flex-wrap gap-2 text-sm text-mute">
          {goods.tags.map((tag) => (
            <li key={tag} className="rounded-control border border-line px-2">
              {tag}
            </li>
          ))}
        </ul>
      )}
      <SelectedSkuPrices sku={sku} unit={goods.unit} quantity={quantity} />
      <div className="mt-5 flex flex-col gap-4">
        {goods.hardness && (
          <Row label="适用岩石">
            <HardnessScale span={goods.hardness} />
          </Row>
        )}
        <SkuChoice goodsId={goods.goodsId} skus={goods.skus} sku={sku} />
        <Row label="数量">
          <Quantity goods={goods} sku={sku} quantity={quantity} onQuantity={onQuantity} onTooLarge={onTooLarge} />
        </Row>
        {!sku.soldOut && quantity <= sku.stock && <Delivery sku={sku} quantity={quantity} byTanker={goods.byTanker === true} />}
        <Row label="小计">
          <Totals sku={sku} quantity={quantity} />
        </Row>
      </div>
      {/* In sight on a screen of 900 px as well. */}
      <div ref={buttonsRef} className="sticky bottom-0 z-10 mt-3 hidden bg-white py-2 md:flex">
        <BuyButtons goods={goods} sku={sku} quantity={quantity} fault={fault} />
      </div>
      <MissingBuyPermissionNotice />
      {goods.restricted && (
        <Suspense fallback={null}>
          <GoodsLicences goodsId={goods.goodsId} />
        </Suspense>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1">
        <FavouriteButton goodsId={goods.goodsId} name={goods.name} worded />
        <Suspense fallback={null}>
          <CompareButton skuId={sku.skuId} name={`${goods.name} ${sku.code}`} worded />
        </Suspense>
        <ShareButton
          shared={{ what: 'goods', id: goods.goodsId, title: goods.name, path: `/detail?goodsId=${goods.goodsId}&skuId=${sku.skuId}` }}
          className="h-9"
        />
        <SaveToShoppingListButton lines={[{ skuId: sku.skuId, goodsNum: quantity }]} look="plain" className="h-9 text-sm text-mute" />
        <AskForQuotationButton lines={[{ skuId: sku.skuId, goodsNum: quantity }]} look="plain" className="h-9 text-sm text-mute" />
      </div>
      <Suspense fallback={null}>
        <GoodsCoupons goodsId={goods.goodsId} />
      </Suspense>
      {replaced && (
        <div className="mt-3">
          <p className="text-sm text-gold">此规格即将停产，售完为止</p>
          <ReplacementLink by={replaced.by} />
        </div>
      )}
      <p className="mt-5 flex items-center gap-2 border-t border-line-soft pt-4 text-sm text-mute">
        {goods.shopLogo === null ? (
          <Store className="size-4 shrink-0 text-jade" strokeWidth={1.6} aria-hidden />
        ) : (
          <GoodsPicture picture={goods.shopLogo} alt="" sizes="32px" className="size-8 shrink-0 rounded-control" />
        )}
        由 <span className="text-ink">{goods.shopName}</span> 发货并开票，平台自营
      </p>
      {goods.shopNotice !== '' && (
        <p className="mt-2 text-sm whitespace-pre-line text-gold">
          <span className="text-mute">店铺公告</span>　{goods.shopNotice}
        </p>
      )}
      {(goods.freeFreight || goods.afterSale !== 'standard') && (
        <ul aria-label="配送和售后" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {goods.freeFreight && (
            <li className="flex items-center gap-1.5 text-jade">
              <Truck className="size-4" strokeWidth={1.6} aria-hidden />
              {goodsFreightRules.free.label}
            </li>
          )}
          {goods.afterSale !== 'standard' && (
            <li className="flex items-center gap-1.5 text-gold">
              <RotateCcw className="size-4" strokeWidth={1.6} aria-hidden />
              {goodsAfterSaleRules[goods.afterSale].label}
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-1.5 md:grid-cols-[72px_1fr]">
      <span className="text-sm text-mute md:pt-2">{label}</span>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

function Quantity({ goods, sku, quantity, onQuantity, onTooLarge }: Omit<Props, 'fault' | 'buttonsRef'>) {
  const { unit } = goods
  const rule = formatOrderableQuantityRule(sku, unit)
  const fault = buyingError(goods, sku, quantity)
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
      <QuantityStepper value={quantity} rule={sku} label="购买数量" onChange={onQuantity} onTooLarge={onTooLarge} disabled={sku.soldOut} />
      <span className="pt-[7px]">{unit}</span>
      <span role="status" className={`pt-2 text-sm ${fault === undefined ? 'text-mute' : 'text-danger'}`}>
        {fault ?? (
          <>
            <i className="mr-1.5 inline-block size-1.5 rounded-full bg-success align-middle" />
            现货 <span className="num">{formatCount(sku.stock)}</span> {unit}
          </>
        )}
      </span>
      {(sku.soldOut || quantity > sku.stock) && <RestockDay day={sku.restockDay} className="w-full text-sm text-jade" />}
      {rule !== '' && <span className="w-full text-sm text-mute">{rule}</span>}
    </div>
  )
}

/** When goods that are ordered now arrive at the default address, or in most provinces. A tanker is arranged with the buyer. */
function Delivery({ sku: { skuId, unitsByWarehouse }, quantity, byTanker }: Pick<Props, 'sku' | 'quantity'> & { byTanker: boolean }) {
  if (byTanker) return <p className="text-sm md:pl-22">{TANKER_DELIVERY_TEXT}</p>
  return (
    <Suspense fallback={<p className="text-sm">&nbsp;</p>}>
      <PromisedDay line={{ skuId, quantity, unitsByWarehouse }} className="text-sm md:pl-22" />
    </Suspense>
  )
}

/** The total at both prices, and the weight. */
function Totals({ sku, quantity }: { sku: Sku; quantity: number }) {
  const { salePrice, creditPrice } = findPriceStepForQuantity(sku.steps, quantity)
  const [sale, credit] = [multiplyPrice(salePrice, quantity), multiplyPrice(creditPrice, quantity)]
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 text-sm text-mute md:pt-1">
      {sale !== null && (
        <span>
          现金 <Price amount={sale} kind="sale" />
        </span>
      )}
      {credit !== null && (
        <span>
          赊销 <Price amount={credit} kind="credit" />
        </span>
      )}
      {sku.weightGrams > 0 && (
        <span>
          约 <span className="num">{formatGramsAsKilograms(sku.weightGrams * quantity)}</span> kg
        </span>
      )}
    </p>
  )
}

/** The chosen quantity. It is kept for other SKUs if their minimum and step allow it. */
export function useOrderableQuantity(sku: Sku): [quantity: number, setQuantity: (quantity: number) => void] {
  const [asked, setAsked] = useState(1)
  return [toOrderableQuantity(asked, sku), setAsked]
}

/** The breadcrumb from the categories to these goods. */
export function GoodsBreadcrumb({ goods: { category, name } }: { goods: GoodsDetail }) {
  const { id, name: sub, parentId, parentName } = category
  const LINK = 'finger hover:text-jade hover:underline'
  return (
    <nav aria-label="位置" className="flex flex-wrap items-center gap-x-2 py-3 text-sm text-mute">
      <Link to="/shop" className={LINK}>
        商城
      </Link>
      <span aria-hidden>/</span>
      <Link to="/categories" search={{ categoryId: String(parentId) }} className={LINK}>
        {parentName}
      </Link>
      <span aria-hidden>/</span>
      <Link to="/categories2" search={{ categoryId: String(parentId), subId: String(id) }} className={LINK}>
        {sub}
      </Link>
      <span aria-hidden>/</span>
      <span aria-current="page" className="text-ink">
        {name}
      </span>
    </nav>
  )
}
