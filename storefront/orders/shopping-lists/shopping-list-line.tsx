import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import { SHOPPING_LIST_LINE_NOTE_LENGTH_MAX, type ShoppingListLine } from '#contract/orders/shopping-lists/api.ts'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { Price, PriceLabel } from '#storefront/platform/components/price-box.tsx'
import { ReplacementLink } from '#storefront/platform/components/replacement-link.tsx'
import { QuantityStepper } from '#storefront/platform/components/stepper.tsx'
import { addToCartError } from './shopping-list-view.ts'
import type { ShoppingListActions } from './use-shopping-list.ts'

interface Props {
  line: ShoppingListLine
  checked: boolean
  /** The member may only look. */
  locked: boolean
  acts: ShoppingListActions
  onToggle: (checked: boolean) => void
  onMove: (by: 1 | -1) => void
}

const SIGN = 'grid size-9 place-items-center rounded-control text-mute hover:text-jade'

/** A line: the SKU, the quantity, a note, and its position. */
export function ShoppingListLineRow({ line, checked, locked, acts, onToggle, onMove }: Props) {
  const { sku, goodsNum, note } = line
  const name = `${sku.goodsName} ${sku.skuCode}`
  const fault = addToCartError(line)
  const { salePrice, creditPrice, saleLabel } = findPriceStepForQuantity(sku.steps, goodsNum)
  const set = (change: Partial<Pick<ShoppingListLine, 'goodsNum' | 'note'>>) =>
    acts.set.mutate({ skuId: sku.skuId, goodsNum, note, ...change })
  return (
    <li className="grid grid-cols-[18px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 px-3 py-3 md:px-5 lg:grid-cols-[18px_minmax(0,1fr)_120px_112px_176px_108px] lg:gap-x-4">
      <Checkbox label={`选择 ${name}`} value={checked ? 'all' : 'none'} onChange={onToggle} />
      <GoodsLine goods={sku} size="sm" dim={!sku.onShelf}>
        <p className="mt-0.5 empty:hidden">
          <PriceLabel label={saleLabel} />
        </p>
        {fault && <p className="mt-0.5 text-xs text-danger">{fault}</p>}
        {sku.replacement && <ReplacementLink by={sku.replacement} />}
      </GoodsLine>
      <dl className="col-start-2 flex flex-wrap gap-x-4 lg:col-start-auto lg:flex-col">
        <div className="flex items-baseline justify-between gap-2">
          <dt className="text-xs text-copper">现金价</dt>
          <dd>
            <Price amount={salePrice} kind="sale" size="sm" />
          </dd>
        </div>
        <div className="flex items-baseline justify-between gap-2">
          <dt className="text-xs text-steel">赊销价</dt>
          <dd>
            {creditPrice === null ? (
              <span className="text-xs text-mute">仅限现金价</span>
            ) : (
              <Price amount={creditPrice} kind="credit" size="sm" />
            )}
          </dd>
        </div>
      </dl>
      <div className="col-start-2 lg:col-start-auto">
        {locked ? (
          <span className="num">
            × {goodsNum} {sku.unit}
          </span>
        ) : (
          <QuantityStepper value={goodsNum} rule={sku} label={`${name} 数量`} onChange={(next) => set({ goodsNum: next })} />
        )}
      </div>
      <div className="col-start-2 lg:col-start-auto">
        {locked ? (
          <span className="text-sm text-mute">{note}</span>
        ) : (
          <Note name={name} note={note} onNote={(next) => set({ note: next })} />
        )}
      </div>
      {!locked && (
        <div className="col-start-2 flex justify-end lg:col-start-auto">
          <button type="button" aria-label={`上移 ${name}`} data-hint="上移" className={SIGN} onClick={() => onMove(-1)}>
            <ArrowUp className="size-4.5" strokeWidth={1.6} aria-hidden />
          </button>
          <button type="button" aria-label={`下移 ${name}`} data-hint="下移" className={SIGN} onClick={() => onMove(1)}>
            <ArrowDown className="size-4.5" strokeWidth={1.6} aria-hidden />
          </button>
          <button
            type="button"
            aria-label={`移除 ${name}`}
            data-hint="移除"
            className={SIGN}
            onClick={() => acts.remove.mutate([sku.skuId])}
          >
            <Trash2 className="size-4.5" strokeWidth={1.6} aria-hidden />
          </button>
        </div>
      )}
    </li>
  )
}

/** Saved on blur or Enter. */
function Note({ name, note, onNote }: { name: string; note: string; onNote: (note: string) => void }) {
  const [typed, setTyped] = useState<string>()
  const settle = () => {
    if (typed !== undefined && typed.trim() !== note) onNote(typed.trim())
    setTyped(undefined)
  }
  return (
    <input
      aria-label={`${name} 备注`}
      value={typed ?? note}
      placeholder="备注"
      maxLength={SHOPPING_LIST_LINE_NOTE_LENGTH_MAX}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
      className="h-9 w-full rounded-control border border-line bg-white px-2 text-base hover:border-placeholder focus:border-jade"
    />
  )
}
