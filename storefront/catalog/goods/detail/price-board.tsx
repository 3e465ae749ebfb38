import type { Sku } from '#contract/catalog/goods/shapes.ts'
import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import { findNextPriceStepOffer, type VisiblePriceStep } from '#contract/catalog/pricing/visible-price-steps.ts'
import { CreditPriceNote, Price, PriceLabel } from '#storefront/platform/components/price-box.tsx'
import { formatCount } from '#ui/format.ts'

interface Props {
  sku: Sku
  unit: string
  quantity: number
}

/** 现金价 | 赊销价 of the selected SKU and quantity in large type; below them the prices of larger quantities. */
export function SelectedSkuPrices({ sku, unit, quantity }: Props) {
  const { salePrice, creditPrice, saleLabel, creditLabel } = findPriceStepForQuantity(sku.steps, quantity)
  const each = <span className="ml-1 text-sm text-mute">/ {unit}</span>
  return (
    <>
      <dl className="mt-4 grid grid-cols-2 grid-rows-[auto_auto] overflow-hidden rounded-control border border-line">
        {/* The labels share one row and the prices the next, so that a label of two lines moves both prices. */}
        <div className="row-span-2 grid grid-rows-subgrid px-3 py-2.5 md:px-4">
          <dt className="text-sm text-copper">
            现金价 <PriceLabel label={saleLabel} />
          </dt>
          <dd>
            <Price amount={salePrice} kind="sale" size="lg" />
            {each}
          </dd>
        </div>
        <div className="row-span-2 grid grid-rows-subgrid border-l border-line bg-steel-tint px-3 py-2.5 md:px-4">
          <dt className="text-sm text-steel">
            赊销价 <PriceLabel label={creditLabel} />
          </dt>
          {creditPrice === null ? (
            <dd className="text-md leading-9 text-mute">不支持赊销</dd>
          ) : (
            <dd>
              <Price amount={creditPrice} kind="credit" size="lg" />
              {each}
            </dd>
          )}
        </div>
      </dl>
      <div className="mt-2">
        <CreditPriceNote unit={unit} salePrice={salePrice} creditPrice={creditPrice} />
      </div>
      {sku.steps.length > 1 && <Tiers sku={sku} unit={unit} quantity={quantity} />}
    </>
  )
}

const CELL = 'border-t border-line-soft px-3 py-1.5'

/** 阶梯价: the unit price from each quantity on. The current step is highlighted. */
function Tiers({ sku, unit, quantity }: Props) {
  const now = findPriceStepForQuantity(sku.steps, quantity)
  const offer = findNextPriceStepOffer(sku.steps, quantity, sku)
  return (
    <div className="mt-3 overflow-hidden rounded-control border border-line">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">阶梯价</caption>
        <thead>
          <tr className="text-mute">
            {['数量', '现金价', '赊销价'].map((label, at) => (
              <th key={label} scope="col" className={`px-3 py-1.5 font-normal ${at > 0 ? 'text-right' : ''}`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sku.steps.map((step) => (
            <Tier key={step.from} step={step} unit={unit} current={step === now} />
          ))}
        </tbody>
      </table>
      {offer && (
        <p role="status" className={`${CELL} text-sm text-mute`}>
          再买 <span className="num">{formatCount(offer.more)}</span> {unit}，{offer.kind === 'credit' ? '赊销单价' : '单价'}{' '}
          <Price amount={offer.price} kind={offer.kind} size="sm" />
        </p>
      )}
    </div>
  )
}

function Tier({
  step: { from, salePrice, creditPrice, saleLabel },
  unit,
  current,
}: {
  step: VisiblePriceStep
  unit: string
  current: boolean
}) {
  return (
    <tr className={current ? 'bg-jade-tint' : ''} {...(current ? { 'aria-current': true } : {})}>
      <th scope="row" className={`${CELL} font-normal`}>
        ≥ <span className="num">{formatCount(from)}</span> {unit} <PriceLabel label={saleLabel} />
      </th>
      <td className={`${CELL} text-right`}>
        <Price amount={salePrice} kind="sale" size="sm" />
      </td>
      <td className={`${CELL} text-right`}>
        {creditPrice === null ? <span className="text-mute">不支持赊销</span> : <Price amount={creditPrice} kind="credit" size="sm" />}
      </td>
    </tr>
  )
}
