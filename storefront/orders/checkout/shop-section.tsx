import { Store } from 'lucide-react'
import { type Control, type UseFormRegister, useFormState, useWatch } from 'react-hook-form'
import { TANKER_DELIVERY_TEXT } from '#contract/catalog/goods/terms.ts'
import { type PriceType, priceTypeLabels } from '#contract/orders/orders/amounts.ts'
import { BUYER_REFERENCE_LENGTH_MAX } from '#contract/orders/orders/buyer-references.ts'
import type { OrderPreview, OrderPreviewLine } from '#contract/orders/orders/preview-shapes.ts'
import { REMARK_LENGTH_MAX, REMARK_RULE } from '#contract/platform/core/fields.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { CouponChoice } from '#storefront/catalog/coupons/coupon-choice.tsx'
import { PromisedDayText } from '#storefront/platform/components/delivery/promised-day.tsx'
import { toLineFromWarehouse, usePromisedDays } from '#storefront/platform/components/delivery/use-promised-days.ts'
import { TextAreaField, TextField } from '#storefront/platform/components/field.tsx'
import { GiftLine } from '#storefront/platform/components/gift-line.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { FoldableReadOnlyRows } from '#storefront/platform/components/long-list.tsx'
import { Price, PriceLabel } from '#storefront/platform/components/price-box.tsx'
import type { CostAllocationChoice } from '#storefront/sites/projects/cost-allocation.tsx'
import { formatCount } from '#ui/format.ts'

/**
 * The texts of the confirmation page: the enterprise's own number for the whole order, and a note and a cost centre for each shop, by shop
 * id.
 */
export interface CheckoutFormValues {
  poNumber: string
  booking: CostAllocationChoice
  remarks: Record<string, string>
  costCentres: Record<string, string>
}

interface Props {
  shop: OrderPreview['shops'][number]
  priceType: PriceType
  /** The province of the chosen address; undefined: none is chosen. */
  province: string | undefined
  control: Control<CheckoutFormValues>
  register: UseFormRegister<CheckoutFormValues>
  /** null: no coupon. undefined: none can be used. */
  chooseCoupon: ((shopId: string, couponId: string | null) => void) | undefined
}

/** One shop's part of the order: its lines, coupon, note and cost centre. */
export function CheckoutShopSection({ shop, priceType, province, control, register, chooseCoupon }: Props) {
  const { shopId, shopName, lines, gifts, goodsAmount, freight, delivered, missingForFree } = shop
  const { ofLines } = usePromisedDays({ province })
  // Gifts go with the order, so they decide where it is sent from as well.
  const sent = [...lines, ...gifts.map(({ skuId, units, unitsByWarehouse }) => ({ skuId, goodsNum: units, unitsByWarehouse }))]
  const days = delivered && province !== undefined ? ofLines(sent.map(toLineFromWarehouse)) : []
  const dayBySku = new Map(lines.map(({ skuId }, at) => [skuId, days[at]]))
  return (
    <section aria-labelledby={`shop-${shopId}`} className="border-t border-line-soft first-of-type:border-t-0">
      <h3 id={`shop-${shopId}`} className="flex items-center gap-1.5 px-4 pt-4 text-md md:px-5">
        <Store className="size-4.5 text-mute" strokeWidth={1.6} aria-hidden />
        {shopName}
      </h3>
      <FoldableReadOnlyRows
        rows={lines}
        what={`${shopName}的商品`}
        className="divide-y divide-line-soft px-4 md:px-5"
        renderRow={(line, rowClass) => (
          <Line key={line.skuId} line={line} priceType={priceType} promisedDay={dayBySku.get(line.skuId)} className={rowClass} />
        )}
      />
      {gifts.length > 0 && (
        <ul className="divide-y divide-line-soft border-t border-line-soft px-4 md:px-5">
          {gifts.map((gift, at) => (
            <li key={gift.skuId} className="py-4">
              <GiftLine gift={gift} promisedDay={days[lines.length + at]} />
            </li>
          ))}
        </ul>
      )}
      {chooseCoupon && <CouponChoice shop={shop} onChoose={(couponId) => chooseCoupon(shopId, couponId)} />}
      <div className="grid gap-x-8 gap-y-2 border-t border-line-soft bg-paper/60 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
        <div className="grid content-start gap-x-4 md:grid-cols-[minmax(0,1fr)_220px]">
          <Note shopId={shopId} control={control} register={register} />
          <CostCentre shopId={shopId} control={control} register={register} />
        </div>
        <dl className="flex gap-6 text-sm md:flex-col md:gap-1 md:pt-6">
          <Figure name="商品合计" value={formatMoney(goodsAmount)} />
          <Figure name="配送运费" value={delivered ? (freight === 0 ? '免运费' : formatMoney(freight)) : '不配送'} />
        </dl>
        <p className="text-xs text-mute empty:hidden md:col-span-2 md:text-right">
          {delivered ? missingForFree !== null && `再买 ${formatMoney(missingForFree)} 免运费` : '该店铺不配送到所选地区，请更换收货地址'}
        </p>
      </div>
    </section>
  )
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div className="flex justify-between gap-3">
    <dt className="text-mute">{name}</dt>
    <dd className="num">{value}</dd>
  </div>
)

interface LineProps extends Pick<Props, 'priceType'> {
  line: OrderPreviewLine
  /** undefined: nothing is promised. */
  promisedDay: string | undefined
  className: string
}

function Line({ line, priceType, promisedDay, className }: LineProps) {
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 py-4 md:grid-cols-[minmax(0,1fr)_104px_88px_120px] md:items-center ${className}`}
    >
      <GoodsLine goods={line}>
        <p className="mt-0.5 empty:hidden">
          <PriceLabel label={line.priceLabel} />
        </p>
        <p className="mt-0.5 text-xs text-jade empty:hidden">
          {line.byTanker ? TANKER_DELIVERY_TEXT : promisedDay !== undefined && <PromisedDayText day={promisedDay} />}
        </p>
      </GoodsLine>
      <p className="hidden text-right md:block">
        <span className="block text-xs text-mute">{priceTypeLabels[priceType]}</span>
        <Price amount={line.price} kind={priceType} size="sm" />
      </p>
      <p className="num hidden text-right text-mute md:block">
        × {formatCount(line.goodsNum)} {line.unit}
      </p>
      <p className="flex items-baseline justify-between text-right md:block">
        <span className="num text-sm text-mute md:hidden">
          {priceTypeLabels[priceType]} {formatMoney(line.price)} × {formatCount(line.goodsNum)} {line.unit}
        </span>
        <Price amount={line.amount} kind={priceType} size="md" />
      </p>
    </li>
  )
}

/** 订单备注: at most 100 characters, with a counter. */
function Note({ shopId, control, register }: Pick<Props, 'control' | 'register'> & { shopId: string }) {
  const name = `remarks.${shopId}` as const
  const text = useWatch({ control, name }) ?? ''
  const { errors } = useFormState({ control, name })
  return (
    <TextAreaField
      label="订单备注"
      rows={2}
      placeholder="选填：到货时间、卸货要求等"
      error={errors.remarks?.[shopId]?.message}
      hint={
        <>
          {REMARK_RULE} · <span className="num">{`${[...text].length}/${REMARK_LENGTH_MAX}`}</span>
        </>
      }
      {...register(name)}
    />
  )
}

/** 成本中心 within the enterprise. */
function CostCentre({ shopId, control, register }: Pick<Props, 'control' | 'register'> & { shopId: string }) {
  const name = `costCentres.${shopId}` as const
  const { errors } = useFormState({ control, name })
  return (
    <TextField
      label="成本中心"
      maxLength={BUYER_REFERENCE_LENGTH_MAX}
      placeholder="选填：项目、矿区或费用科目"
      error={errors.costCentres?.[shopId]?.message}
      {...register(name)}
    />
  )
}

/** 采购单号: the enterprise's own number for the whole order. */
export function PoNumberField({ control, register }: Pick<Props, 'control' | 'register'>) {
  const { errors } = useFormState({ control, name: 'poNumber' })
  return (
    <section aria-label="采购单号" className="panel px-4 pt-4 md:px-5">
      <TextField
        label="采购单号"
        maxLength={BUYER_REFERENCE_LENGTH_MAX}
        placeholder="选填"
        hint="贵公司自己的单号，显示在订单、账单和导出中"
        error={errors.poNumber?.message}
        {...register('poNumber')}
      />
    </section>
  )
}
