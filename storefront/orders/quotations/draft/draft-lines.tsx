import { Trash2 } from 'lucide-react'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import {
  QUOTATION_GOODS_NAME_LENGTH_MAX,
  QUOTATION_NOTE_LENGTH_MAX,
  QUOTATION_SPEC_LENGTH_MAX,
  QUOTATION_UNIT_LENGTH_MAX,
} from '#contract/orders/quotations/shapes.ts'
import { QuickOrderCandidates } from '#storefront/orders/quick-order/candidates.tsx'
import type { ShownCandidate } from '#storefront/orders/quick-order/quick-view.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { Skeleton } from '#storefront/platform/components/states.tsx'
import { QuantityStepper } from '#storefront/platform/components/stepper.tsx'
import { formatCount } from '#ui/format.ts'
import type { QuotationDraftLineErrors } from './draft-input.ts'
import type { QuotationDraftLine } from './quotation-draft.ts'

const COLUMNS = 'lg:grid-cols-[28px_minmax(0,1fr)_120px_112px_minmax(0,168px)_36px] lg:gap-x-4'
const ANY = { minimum: 1, step: 1 }
const INPUT =
  'h-9 w-full min-w-0 rounded-control border border-line bg-white px-2 text-base hover:border-placeholder focus:border-jade aria-invalid:border-danger'

interface Props {
  lines: readonly QuotationDraftLine[]
  /** The goods of the lines; undefined while they load, or if the member may not see goods. */
  skus: ReadonlyMap<string, SkuBrief> | undefined
  mayLook: boolean
  errors: ReadonlyMap<number, QuotationDraftLineErrors>
  onChange: (key: number, change: Partial<QuotationDraftLine>) => void
  /** Makes a line in words one of the goods that it may mean. */
  onChoose: (key: number, skuId: string) => void
  onRemove: (key: number) => void
  onTooLarge: (key: number, isTooLarge: boolean) => void
}

/** What the buyer asks about: goods of the mall, and parts in his own words. */
export function QuotationDraftLines({ lines, skus, mayLook, errors, onChange, onChoose, onRemove, onTooLarge }: Props) {
  return (
    <>
      <div aria-hidden className={`hidden px-5 pb-2 text-xs text-mute lg:grid ${COLUMNS}`}>
        <span className="col-start-2">商品</span>
        <span>数量</span>
        <span>期望单价（元）</span>
        <span>备注</span>
      </div>
      <ol className="panel divide-y divide-line-soft">
        {lines.map((line, at) => (
          <Line
            key={line.key}
            line={line}
            place={at + 1}
            sku={line.skuId === null ? undefined : skus?.get(line.skuId)}
            loading={mayLook && skus === undefined}
            isHidden={!mayLook}
            errors={errors.get(line.key) ?? {}}
            onChange={(change) => onChange(line.key, change)}
            candidates={line.skuId === null ? listShownCandidates(line, skus) : []}
            onChoose={(skuId) => onChoose(line.key, skuId)}
            onRemove={() => onRemove(line.key)}
            onTooLarge={(isTooLarge) => onTooLarge(line.key, isTooLarge)}
          />
        ))}
      </ol>
    </>
  )
}

interface LineProps {
  line: QuotationDraftLine
  place: number
  sku: SkuBrief | undefined
  loading: boolean
  /** The member may not see goods. */
  isHidden: boolean
  errors: QuotationDraftLineErrors
  candidates: readonly ShownCandidate[]
  onChange: (change: Partial<QuotationDraftLine>) => void
  onChoose: (skuId: string) => void
  onRemove: () => void
  onTooLarge: (isTooLarge: boolean) => void
}

function Line({ line, place, sku, loading, isHidden, errors, candidates, onChange, onChoose, onRemove, onTooLarge }: LineProps) {
  const label = `第 ${place} 行`
  const fault = errors.wished
  return (
    <li className={`grid grid-cols-[28px_minmax(0,1fr)_36px] items-start gap-x-3 gap-y-2 px-3 py-3 md:px-5 ${COLUMNS}`}>
      <span className="num text-sm leading-9 text-mute">{place}</span>
      <div className="min-w-0">
        {line.skuId === null ? (
          <>
            <Described line={line} label={label} error={errors.name} onChange={onChange} />
            {candidates.length > 0 && <Meant line={line} place={place} candidates={candidates} onChoose={onChoose} onChange={onChange} />}
          </>
        ) : sku ? (
          <Listed sku={sku} quantity={line.quantity} />
        ) : loading ? (
          <Skeleton className="h-14" />
        ) : isHidden ? (
          <p className="leading-9">所选商品</p>
        ) : (
          <p className="text-sm leading-9 text-danger">{errors.name ?? '这种商品已不存在，请移除'}</p>
        )}
      </div>
      <div className="col-span-2 col-start-2 flex flex-wrap items-center gap-2 lg:col-span-1 lg:col-start-auto">
        <span className="w-20 text-xs text-mute lg:hidden">数量</span>
        <QuantityStepper
          value={line.quantity}
          rule={sku ?? ANY}
          label={`${label}数量`}
          onChange={(quantity) => onChange({ quantity })}
          onTooLarge={onTooLarge}
        />
        {sku && <span className="text-sm text-mute lg:hidden">{sku.unit}</span>}
      </div>
      <label className="col-span-2 col-start-2 flex items-center gap-2 lg:col-span-1 lg:col-start-auto">
        <span className="w-20 shrink-0 text-xs text-mute lg:hidden">期望单价</span>
        <input
          aria-label={`${label}期望单价`}
          aria-invalid={errors.wished !== undefined || undefined}
          inputMode="decimal"
          placeholder="选填"
          maxLength={14}
          value={line.wished}
          onChange={({ target }) => onChange({ wished: target.value })}
          className={`num ${INPUT}`}
        />
      </label>
      <label className="col-span-2 col-start-2 flex items-center gap-2 lg:col-span-1 lg:col-start-auto">
        <span className="w-20 shrink-0 text-xs text-mute lg:hidden">备注</span>
        <input
          aria-label={`${label}备注`}
          placeholder="选填"
          maxLength={QUOTATION_NOTE_LENGTH_MAX}
          value={line.note}
          onChange={({ target }) => onChange({ note: target.value })}
          className={INPUT}
        />
      </label>
      <button
        type="button"
        aria-label={`移除${label}`}
        data-hint="移除"
        onClick={onRemove}
        className="col-start-3 row-start-1 grid size-9 place-items-center rounded-control text-mute hover:bg-danger-tint hover:text-danger lg:col-start-auto lg:row-start-auto"
      >
        <Trash2 className="size-4.5" strokeWidth={1.6} aria-hidden />
      </button>
      {fault !== undefined && (
        <p role="alert" className="col-start-2 col-end-4 text-sm text-danger lg:col-end-7">
          {fault}
        </p>
      )}
    </li>
  )
}

/** The goods that a line may mean and that are known. */
const listShownCandidates = ({ candidates }: QuotationDraftLine, skus: Props['skus']): ShownCandidate[] =>
  candidates.flatMap(({ skuId, ...facts }) => {
    const sku = skus?.get(skuId)
    return sku ? [{ ...facts, sku, crossReference: null }] : []
  })

interface MeantProps extends Pick<LineProps, 'line' | 'place' | 'candidates' | 'onChoose' | 'onChange'> {}

/** The goods that a line of a list may mean. If none is chosen, it is asked in words. */
function Meant({ line: { name, quantity }, place, candidates, onChoose, onChange }: MeantProps) {
  return (
    <div className="mt-2">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-3 text-sm text-gold">
        请确认是不是这种商品
        <Button look="plain" className="text-sm" onClick={() => onChange({ candidates: [] })}>
          都不是，按文字询价
        </Button>
      </div>
      <QuickOrderCandidates row={{ rowNo: place, code: name, quantity: String(quantity) }} candidates={candidates} onChoose={onChoose} />
    </div>
  )
}

/** Goods of the mall, with today's price beside which the wish is read. */
function Listed({ sku, quantity }: { sku: SkuBrief; quantity: number }) {
  const { salePrice, creditPrice } = findPriceStepForQuantity(sku.steps, quantity)
  return (
    <GoodsLine goods={sku} size="sm" dim={!sku.onShelf}>
      <p className="mt-0.5 text-xs text-mute">
        <span className="whitespace-nowrap">
          现价 现金 <Price amount={salePrice} kind="sale" size="sm" />
        </span>
        {creditPrice !== null && (
          <span className="ml-2 whitespace-nowrap">
            赊销 <Price amount={creditPrice} kind="credit" size="sm" />
          </span>
        )}
        <span className="ml-2 whitespace-nowrap">
          {sku.onShelf ? (sku.stock > 0 ? `现货 ${formatCount(sku.stock)} ${sku.unit}` : '暂无现货') : '商品已下架'}
        </span>
      </p>
    </GoodsLine>
  )
}

interface DescribedProps {
  line: QuotationDraftLine
  label: string
  error: string | undefined
  onChange: (change: Partial<QuotationDraftLine>) => void
}

/** A part in the buyer's own words; staff answer with goods of the mall. */
function Described({ line: { name, spec, unit }, label, error, onChange }: DescribedProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_64px] gap-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_64px]">
      <div className="col-span-2 md:col-span-1">
        <input
          aria-label={`${label}品名`}
          aria-invalid={error !== undefined || undefined}
          placeholder="品名，如 采煤截齿"
          maxLength={QUOTATION_GOODS_NAME_LENGTH_MAX}
          value={name}
          onChange={({ target }) => onChange({ name: target.value })}
          className={INPUT}
        />
        {error !== undefined && (
          <p role="alert" className="mt-1 text-sm text-danger">
            {error}
          </p>
        )}
      </div>
      <input
        aria-label={`${label}规格型号`}
        placeholder="规格型号、图号"
        maxLength={QUOTATION_SPEC_LENGTH_MAX}
        value={spec}
        onChange={({ target }) => onChange({ spec: target.value })}
        className={INPUT}
      />
      <input
        aria-label={`${label}单位`}
        placeholder="单位"
        maxLength={QUOTATION_UNIT_LENGTH_MAX}
        value={unit}
        onChange={({ target }) => onChange({ unit: target.value })}
        className={INPUT}
      />
    </div>
  )
}
