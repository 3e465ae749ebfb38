import { Store } from 'lucide-react'
import { type Control, type UseFormRegister, useFormState, useWatch } from 'react-hook-form'
import { type PriceType, priceTypes } from '../../contract/ordering/amounts.ts'
import { REMARK_MAX } from '../../contract/ordering/api.ts'
import type { Preview, PreviewLine } from '../../contract/ordering/shapes.ts'
import { count, money } from '../../ui/format.ts'
import { TextAreaField } from '../parts/field.tsx'
import { GoodsLine } from '../parts/goods-line.tsx'
import { Price } from '../parts/price-plate.tsx'

/** What is typed on the confirmation page: a note for each shop, by its id. */
export interface Notes {
  remarks: Record<string, string>
}

interface Props {
  shop: Preview['shops'][number]
  priceType: PriceType
  control: Control<Notes>
  register: UseFormRegister<Notes>
}

/** One shop's part of the order: what is bought of it, and what it should know. */
export function ShopPart({ shop, priceType, control, register }: Props) {
  const { shopId, shopName, lines, goodsAmount, freight } = shop
  return (
    <section aria-labelledby={`shop-${shopId}`} className="border-t border-line-soft first-of-type:border-t-0">
      <h3 id={`shop-${shopId}`} className="flex items-center gap-1.5 px-4 pt-4 text-md md:px-5">
        <Store className="size-4.5 text-mute" strokeWidth={1.6} aria-hidden />
        {shopName}
      </h3>
      <ul className="divide-y divide-line-soft px-4 md:px-5">
        {lines.map((line) => (
          <Line key={line.skuId} line={line} priceType={priceType} />
        ))}
      </ul>
      <div className="grid gap-x-8 gap-y-2 border-t border-line-soft bg-paper/60 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
        <Note shopId={shopId} control={control} register={register} />
        <dl className="flex gap-6 text-sm md:flex-col md:gap-1 md:pt-6">
          <Figure name="商品合计" value={money(goodsAmount)} />
          <Figure name="配送运费" value={freight === 0 ? '免运费' : money(freight)} />
        </dl>
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

function Line({ line, priceType }: { line: PreviewLine; priceType: PriceType }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2 py-4 md:grid-cols-[minmax(0,1fr)_104px_88px_120px] md:items-center">
      <GoodsLine goods={line} />
      <p className="hidden text-right md:block">
        <span className="block text-xs text-mute">{priceTypes[priceType]}</span>
        <Price amount={line.price} kind={priceType} size="sm" />
      </p>
      <p className="num hidden text-right text-mute md:block">
        × {count(line.goodsNum)} {line.unit}
      </p>
      <p className="flex items-baseline justify-between text-right md:block">
        <span className="num text-sm text-mute md:hidden">
          {priceTypes[priceType]} {money(line.price)} × {count(line.goodsNum)} {line.unit}
        </span>
        <Price amount={line.amount} kind={priceType} size="md" />
      </p>
    </li>
  )
}

/** 订单备注: at most 100 characters, counted as they are typed. */
function Note({ shopId, control, register }: Omit<Props, 'shop' | 'priceType'> & { shopId: string }) {
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
        <span className="num">
          {[...text].length}/{REMARK_MAX}
        </span>
      }
      {...register(name)}
    />
  )
}
