import { goodsAfterSaleRules } from '#contract/catalog/goods/terms.ts'
import { type AfterSaleType, afterSaleTypes } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import type { AfterSaleOptions } from '#contract/orders/after-sales/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { GoodsPicture } from '#storefront/platform/components/goods-picture.tsx'
import { QuantityStepper } from '#storefront/platform/components/stepper.tsx'
import { formatCount } from '#ui/format.ts'
import { type SelectableUnits, type SelectedUnitsByKey, shippingStageLabels } from './apply-view.ts'

const BY_ONE = { minimum: 1, step: 1 }

interface Props {
  choices: readonly SelectableUnits[]
  chosen: SelectedUnitsByKey
  onChange: (chosen: SelectedUnitsByKey) => void
  onTooLarge: (key: string, isTooLarge: boolean) => void
  error: string | undefined
  type: AfterSaleType
}

/** The choice of units: by line, and by whether they were shipped. */
export function AfterSaleUnitsField({ choices, chosen, onChange, onTooLarge, error, type }: Props) {
  return (
    <section aria-labelledby="goods" className="panel overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-2 px-4 pt-4 md:px-5">
        <h2 id="goods" className="text-md md:text-lg">
          选择商品和数量
        </h2>
        {type !== 'REFUND' && <p className="text-sm text-mute">未发货的商品请选择仅退款</p>}
      </div>
      <ul className="divide-y divide-line-soft px-4 md:px-5">
        {choices.map((choice) => (
          <Row
            key={choice.key}
            choice={choice}
            quantity={chosen[choice.key] ?? 0}
            onChange={(quantity) => onChange({ ...chosen, [choice.key]: quantity })}
            onTooLarge={(isTooLarge) => onTooLarge(choice.key, isTooLarge)}
          />
        ))}
      </ul>
      {choices.length === 0 && <p className="px-4 py-6 text-center text-mute md:px-5">没有可以选择的商品</p>}
      <p
        role={error === undefined ? undefined : 'alert'}
        className={`px-4 text-sm text-danger md:px-5 ${error === undefined ? '' : 'pb-3'}`}
      >
        {error}
      </p>
    </section>
  )
}

interface RowProps {
  choice: SelectableUnits
  quantity: number
  onChange: (quantity: number) => void
  onTooLarge: (isTooLarge: boolean) => void
}

function Row({ choice, quantity, onChange, onTooLarge }: RowProps) {
  const { line, stage, max } = choice
  const name = `${line.goodsName} ${shippingStageLabels[stage]}`
  return (
    <li className="flex flex-wrap items-center gap-3 py-4">
      <Checkbox label={`选择 ${name}`} value={quantity > 0 ? 'all' : 'none'} onChange={(checked) => onChange(checked ? max : 0)} />
      <div className="size-14 shrink-0 overflow-hidden rounded-control border border-line-soft">
        <GoodsPicture picture={line.image} alt="" sizes="56px" className="h-full" />
      </div>
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium break-words">{line.goodsName}</p>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-mute">
          <span>{formatSkuProps(line.skuProps)}</span>
          <span className="num">{line.skuCode}</span>
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs">
          <span className={`rounded-[3px] px-1.5 ${stage === 'sent' ? 'bg-jade-tint text-jade' : 'bg-line-soft text-mute'}`}>
            {shippingStageLabels[stage]}
          </span>
          <span className="text-mute">
            可申请 <span className="num">{formatCount(max)}</span> {line.unit}
            {line.asked > 0 && <>，另有 {formatCount(line.asked)} 在售后中</>}
          </span>
          {stage === 'sent' && line.rule !== 'standard' && <span className="text-gold">{goodsAfterSaleRules[line.rule].label}</span>}
        </p>
      </div>
      <div className="ml-auto flex items-center gap-3">
        <span className="num text-sm text-mute">{formatMoney(line.price)}</span>
        <QuantityStepper
          // Whoever takes the tick away gives up what was typed.
          key={quantity === 0 ? 'none' : 'some'}
          value={Math.max(1, quantity)}
          rule={BY_ONE}
          label={`${name}数量`}
          disabled={quantity === 0}
          onChange={(next) => onChange(Math.min(next, max))}
          onTooLarge={onTooLarge}
        />
      </div>
    </li>
  )
}

interface TypesProps {
  options: AfterSaleOptions
  type: AfterSaleType
  onChange: (type: AfterSaleType) => void
}

/** The choice of one of the three types. A type that is not possible shows the reason. */
export function AfterSaleTypeChoice({ options, type, onChange }: TypesProps) {
  const names = Object.keys(afterSaleTypes) as AfterSaleType[]
  return (
    <fieldset className="panel p-4 md:p-5">
      <legend className="float-left mb-3 w-full text-md font-semibold md:text-lg">售后类型</legend>
      <div className="clear-both grid gap-2 md:grid-cols-3 md:gap-3">
        {names.map((name) => {
          const offered = options.types.includes(name)
          return (
            <label
              key={name}
              className={`flex items-start gap-2.5 rounded-control border px-3 py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-jade ${
                name === type ? 'border-jade bg-jade-tint' : 'border-line bg-white'
              } ${offered ? 'cursor-pointer hover:border-jade' : 'cursor-not-allowed text-mute'}`}
            >
              <input
                type="radio"
                name="type"
                value={name}
                checked={name === type}
                disabled={!offered}
                onChange={() => onChange(name)}
                className="mt-1 accent-jade"
              />
              <span className="min-w-0">
                <span className="block font-medium">{afterSaleTypes[name].label}</span>
                <span className="block text-xs text-mute">{offered ? afterSaleTypes[name].hint : '没有可申请的商品'}</span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
