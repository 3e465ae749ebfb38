import { Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatCrossReferenceReason } from '#contract/catalog/goods/cross-reference.ts'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import { computeSaleAndCreditAmount } from '#contract/catalog/pricing/visible-price-steps.ts'
import { QUICK_ORDER_CODE_LENGTH_MAX, QUICK_ORDER_QUANTITY_LENGTH_MAX } from '#contract/orders/quick-order/rows.ts'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { Price, PriceLabel } from '#storefront/platform/components/price-box.tsx'
import { ReplacementLink } from '#storefront/platform/components/replacement-link.tsx'
import { formatCount } from '#ui/format.ts'
import { QuickOrderCandidates } from './candidates.tsx'
import type { QuickOrderDraftRow } from './draft.ts'
import { QuickOrderMatchResult } from './match-result.tsx'
import type { QuickOrderRowWithResult } from './quick-view.ts'

export const QUICK_ORDER_COLUMN_CLASSES = 'lg:grid lg:grid-cols-[44px_168px_minmax(0,1fr)_104px_132px_172px_36px] lg:gap-x-4'

interface Props {
  shown: QuickOrderRowWithResult
  onChange: (row: QuickOrderDraftRow) => void
  onMend: () => void
  onRemove: () => void
}

const INPUT =
  'num h-9 w-full min-w-0 rounded-control border border-line bg-white px-2 text-base hover:border-placeholder focus:border-jade aria-invalid:border-danger disabled:bg-paper disabled:text-mute'

/** A row: the input, the SKU that was found, its totals, and what to do. */
export function QuickOrderRow({ shown, onChange, onMend, onRemove }: Props) {
  const { row, result, sku } = shown
  const done = row.taken !== undefined
  const label = `第 ${row.rowNo} 行`
  return (
    <li
      className={`grid grid-cols-[44px_minmax(0,1fr)_96px] items-center gap-x-3 gap-y-2 px-3 py-3 md:px-5 ${QUICK_ORDER_COLUMN_CLASSES} ${done ? 'opacity-70' : ''}`}
    >
      <span className="num text-sm text-mute max-lg:self-start max-lg:leading-9">{row.rowNo}</span>
      <div className="min-w-0 max-lg:self-start">
        <Typed
          label={`${label}编码`}
          value={row.code}
          max={QUICK_ORDER_CODE_LENGTH_MAX}
          disabled={done}
          onSettle={(code) => onChange({ rowNo: row.rowNo, code, quantity: row.quantity })}
        />
      </div>
      <div className="max-lg:self-start lg:order-3">
        <Typed
          label={`${label}数量`}
          value={row.quantity}
          max={QUICK_ORDER_QUANTITY_LENGTH_MAX}
          disabled={done}
          error={result?.status === 'BAD_QUANTITY' ? result.why : null}
          onSettle={(quantity) => onChange({ ...row, quantity })}
        />
      </div>
      <div className="col-span-3 min-w-0 lg:order-2 lg:col-span-1">
        <Meaning shown={shown} onChoose={(skuId) => onChange({ ...row, skuId })} />
      </div>
      <div className="col-span-2 lg:order-4 lg:col-span-1">
        {sku && result?.status === 'FOUND' && <Sums sku={sku} goodsNum={result.goodsNum ?? 0} />}
      </div>
      <div className="col-span-2 min-w-0 lg:order-5 lg:col-span-1">
        <QuickOrderMatchResult
          shown={shown}
          onMend={onMend}
          onBack={() => onChange(withoutQuantityTaken(row))}
          onRechoose={row.skuId === undefined ? undefined : () => onChange({ rowNo: row.rowNo, code: row.code, quantity: row.quantity })}
        />
      </div>
      <button
        type="button"
        aria-label={`删除${label}`}
        data-hint="删除"
        onClick={onRemove}
        className="grid size-9 place-items-center justify-self-end rounded-control text-mute hover:bg-danger-tint hover:text-danger lg:order-6"
      >
        <Trash2 className="size-4.5" strokeWidth={1.6} aria-hidden />
      </button>
    </li>
  )
}

const withoutQuantityTaken = ({ taken: _, ...row }: QuickOrderDraftRow): QuickOrderDraftRow => row

/** A field that reports its value on blur or Enter, and before a reload. */
function Typed({
  label,
  value,
  max,
  disabled,
  error = null,
  onSettle,
}: {
  label: string
  value: string
  max: number
  disabled: boolean
  /** What is wrong with the value; null: nothing. */
  error?: string | null
  onSettle: (value: string) => void
}) {
  const [typed, setTyped] = useState<string>()
  const errorId = useId()
  const settle = () => {
    if (typed !== undefined && typed.trim() !== value) onSettle(typed.trim())
    setTyped(undefined)
  }
  const isTyping = typed !== undefined
  const settleBeforeReload = useEffectEvent(() => flushSync(settle))
  // The draft of the page is stored by its effect, so that the rows are rendered before the page is left.
  useEffect(() => {
    if (!isTyping) return
    const leave = () => settleBeforeReload()
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [isTyping])
  const shownError = isTyping ? null : error
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={shownError !== null || undefined}
        aria-describedby={errorId}
        value={typed ?? value}
        maxLength={max}
        disabled={disabled}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => event.key === 'Enter' && settle()}
        className={INPUT}
      />
      <p id={errorId} className="mt-1 text-xs break-words text-danger empty:hidden">
        {shownError}
      </p>
    </>
  )
}

/** The SKU that was found; if there are several, the choice. */
function Meaning({
  shown: { row, result, sku, candidates },
  onChoose,
}: {
  shown: QuickOrderRowWithResult
  onChoose: (skuId: string) => void
}) {
  if (sku) {
    const price = findPriceStepForQuantity(sku.steps, result?.goodsNum ?? sku.minimum)
    return (
      <GoodsLine goods={sku} size="sm" dim={result?.status === 'OFF_SHELF' || result?.status === 'SHOP_PAUSED'}>
        <p className="mt-0.5 text-xs text-mute">
          {sku.stock > 0 ? `现货 ${formatCount(sku.stock)} ${sku.unit}` : '已售罄'}
          <span className="whitespace-nowrap">
            {' '}
            · 现金价 <Price amount={price.salePrice} kind="sale" size="sm" />
          </span>{' '}
          <PriceLabel label={price.saleLabel} />
          {price.creditPrice !== null && (
            <span className="whitespace-nowrap">
              {' '}
              · 赊销价 <Price amount={price.creditPrice} kind="credit" size="sm" />
            </span>
          )}
        </p>
        {result?.crossReference && <p className="mt-0.5 text-xs text-jade">{formatCrossReferenceReason(result.crossReference)}</p>}
        {sku.replacement && <ReplacementLink by={sku.replacement} />}
      </GoodsLine>
    )
  }
  return <QuickOrderCandidates row={row} candidates={candidates} onChoose={onChoose} />
}

function Sums({ sku, goodsNum }: { sku: SkuBrief; goodsNum: number }) {
  const { sale, credit } = computeSaleAndCreditAmount(sku.steps, goodsNum)
  return (
    <dl className="flex flex-wrap justify-between gap-x-4 lg:flex-col">
      <div className="flex items-baseline justify-between gap-2">
        <dt className="text-xs text-copper">现金</dt>
        <dd>
          <Price amount={sale} kind="sale" size="sm" />
        </dd>
      </div>
      <div className="flex items-baseline justify-between gap-2">
        <dt className="text-xs text-steel">赊销</dt>
        <dd>
          {credit === null ? <span className="text-xs text-mute">仅限现金价</span> : <Price amount={credit} kind="credit" size="sm" />}
        </dd>
      </div>
    </dl>
  )
}
