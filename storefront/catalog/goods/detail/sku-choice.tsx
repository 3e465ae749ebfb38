import { useId } from 'react'
import type { Sku } from '#contract/catalog/goods/shapes.ts'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { type SkuPropChoice, type SkuPropOption, toSkuPropChoices } from './detail-view.ts'

/** The choice of a SKU by its properties. It is kept in the URL, so that the link can be shared. */
export function SkuChoice({ goodsId, skus, sku }: { goodsId: string; skus: readonly Sku[]; sku: Sku }) {
  const navigate = useNavigate()
  const choose = (skuId: string) => void navigate({ to: '/detail', search: { goodsId, skuId }, replace: true })
  return (
    <div className="flex flex-col gap-3">
      {toSkuPropChoices(skus, sku).map((choice) => (
        <Property key={choice.name} choice={choice} onChoose={choose} />
      ))}
    </div>
  )
}

function Property({ choice: { name, options }, onChoose }: { choice: SkuPropChoice; onChoose: (skuId: string) => void }) {
  const group = useId()
  return (
    <fieldset className="grid gap-x-4 gap-y-1.5 md:grid-cols-[72px_1fr]">
      <legend className="float-left text-sm text-mute md:pt-2">{name}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <OptionChip key={option.value} group={group} option={option} onChoose={onChoose} />
        ))}
      </div>
    </fieldset>
  )
}

const CHIP =
  'flex min-h-9 cursor-pointer items-center gap-1.5 rounded-control border px-3 py-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-jade'

function OptionChip({ group, option, onChoose }: { group: string; option: SkuPropOption; onChoose: (skuId: string) => void }) {
  const { value, chosen, fits, soldOut, skuId } = option
  const look = chosen
    ? 'border-jade bg-jade-tint font-medium text-jade'
    : `bg-white hover:border-jade hover:text-jade ${fits ? 'border-line' : 'border-dashed border-line text-mute'}`
  return (
    <label className={`${CHIP} ${look}`} data-hint={fits ? undefined : '与已选的其他规格没有组合，选它会换到最接近的规格'}>
      <input type="radio" name={group} checked={chosen} onChange={() => onChoose(skuId)} className="sr-only" />
      {value}
      {soldOut && <small className="text-xs text-mute">缺货</small>}
      {!fits && <span className="sr-only">（换规格）</span>}
    </label>
  )
}
