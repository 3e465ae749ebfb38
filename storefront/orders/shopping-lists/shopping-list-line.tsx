import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { memo, useId, useRef, useState } from 'react'
import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import { SHOPPING_LIST_LINE_NOTE_LENGTH_MAX, type ShoppingListLine } from '#contract/orders/shopping-lists/api.ts'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { Price, PriceLabel } from '#storefront/platform/components/price-box.tsx'
import { ReplacementLink } from '#storefront/platform/components/replacement-link.tsx'
import { QuantityStepper } from '#storefront/platform/components/stepper.tsx'
import { addToCartError } from './shopping-list-view.ts'
import type { SavedShoppingListLine } from './use-shopping-list.ts'

interface Props {
  line: ShoppingListLine
  checked: boolean
  /** The member may only look. */
  locked: boolean
  /** The note that is typed and not saved yet. */
  typedNote: string | undefined
  acts: ShoppingListLineActions
}

/** What the lines of a list do. It is the same for all lines and as long as the list is, so that a letter of a note renders one line. */
export interface ShoppingListLineActions {
  toggle: (skuIds: readonly string[], checked: boolean) => void
  change: (line: SavedShoppingListLine) => void
  saveNote: (line: SavedShoppingListLine) => Promise<unknown>
  /** undefined: what was typed is given up. */
  typeNote: (skuId: string, typed: string | undefined) => void
  reportTooLarge: (skuId: string, isTooLarge: boolean) => void
  move: (skuId: string, by: 1 | -1) => void
  remove: (skuIds: string[]) => void
}

const SIGN = 'grid size-9 place-items-center rounded-control text-mute hover:text-jade'

/** A line: the SKU, the quantity, a note, and its position. */
export const ShoppingListLineRow = memo(function Row({ line, checked, locked, typedNote, acts }: Props) {
  const { sku, goodsNum, note } = line
  const name = `${sku.goodsName} ${sku.skuCode}`
  const fault = addToCartError(line)
  const { salePrice, creditPrice, saleLabel } = findPriceStepForQuantity(sku.steps, goodsNum)
  const { skuId } = sku
  return (
    <li className="grid grid-cols-[18px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 px-3 py-3 md:px-5 lg:grid-cols-[18px_minmax(0,1fr)_120px_112px_176px_108px] lg:gap-x-4">
      <Checkbox label={`选择 ${name}`} value={checked ? 'all' : 'none'} onChange={(next) => acts.toggle([skuId], next)} />
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
          <QuantityStepper
            value={goodsNum}
            rule={sku}
            label={`${name} 数量`}
            onChange={(next) => acts.change({ skuId, goodsNum: next, note })}
            onTooLarge={(isTooLarge) => acts.reportTooLarge(skuId, isTooLarge)}
          />
        )}
      </div>
      <div className="col-start-2 lg:col-start-auto">
        {locked ? (
          <span className="text-sm text-mute">{note}</span>
        ) : (
          <Note
            name={name}
            note={note}
            typed={typedNote}
            onType={(typed) => acts.typeNote(skuId, typed)}
            onSave={(next) => acts.saveNote({ skuId, goodsNum, note: next })}
          />
        )}
      </div>
      {!locked && (
        <div className="col-start-2 flex justify-end lg:col-start-auto">
          <button type="button" aria-label={`上移 ${name}`} data-hint="上移" className={SIGN} onClick={() => acts.move(skuId, -1)}>
            <ArrowUp className="size-4.5" strokeWidth={1.6} aria-hidden />
          </button>
          <button type="button" aria-label={`下移 ${name}`} data-hint="下移" className={SIGN} onClick={() => acts.move(skuId, 1)}>
            <ArrowDown className="size-4.5" strokeWidth={1.6} aria-hidden />
          </button>
          <button type="button" aria-label={`移除 ${name}`} data-hint="移除" className={SIGN} onClick={() => acts.remove([skuId])}>
            <Trash2 className="size-4.5" strokeWidth={1.6} aria-hidden />
          </button>
        </div>
      )}
    </li>
  )
})

interface NoteProps {
  name: string
  note: string
  /** What is typed and not saved yet. */
  typed: string | undefined
  onType: (typed: string | undefined) => void
  onSave: (note: string) => Promise<unknown>
}

/** Saved on blur or Enter. What could not be saved stays in the field. */
function Note({ name, note, typed, onType, onSave }: NoteProps) {
  const [failed, setFailed] = useState(typed !== undefined)
  const errorId = useId()
  const input = useRef<HTMLInputElement>(null)
  /** What is on its way: Enter saves, and the blur that follows has nothing else to save. */
  const saving = useRef<string>(undefined)
  const save = () => {
    const text = typed?.trim()
    if (text === undefined || text === saving.current) return
    setFailed(false)
    if (text === note) return onType(undefined)
    saving.current = text
    onSave(text)
      .catch(() => setFailed(true))
      .finally(() => {
        if (saving.current === text) saving.current = undefined
      })
  }
  const retry = () => {
    // The button goes.
    input.current?.focus()
    save()
  }
  const isUnsaved = failed && typed !== undefined && typed.trim() !== note
  return (
    <>
      <input
        ref={input}
        aria-label={`${name} 备注`}
        aria-invalid={isUnsaved || undefined}
        aria-describedby={errorId}
        value={typed ?? note}
        placeholder="备注"
        maxLength={SHOPPING_LIST_LINE_NOTE_LENGTH_MAX}
        onChange={(event) => onType(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && save()}
        className="h-9 w-full rounded-control border border-line bg-white px-2 text-base hover:border-placeholder focus:border-jade aria-invalid:border-danger"
      />
      <p id={errorId} role="status" className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-danger empty:hidden">
        {isUnsaved && (
          <>
            备注未保存
            <button type="button" className="finger text-jade hover:underline" onClick={retry}>
              重试
            </button>
          </>
        )}
      </p>
    </>
  )
}
