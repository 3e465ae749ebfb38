import { useState } from 'react'
import { formatCrossReferenceReason } from '#contract/catalog/goods/cross-reference.ts'
import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { formatCount } from '#ui/format.ts'
import type { QuickOrderDraftRow } from './draft.ts'
import type { ShownCandidate } from './quick-view.ts'

interface Props {
  row: QuickOrderDraftRow
  candidates: readonly ShownCandidate[]
  onChoose: (skuId: string) => void
}

/** 请确认: the SKUs that a row may mean, the most likely one first. None is ordered before the buyer has chosen it. */
export function QuickOrderCandidates({ row, candidates, onChoose }: Props) {
  const [all, setAll] = useState(false)
  const [first, ...others] = candidates
  if (!first) return null
  const label = `第 ${row.rowNo} 行`
  return (
    <fieldset className="rounded-control border border-gold-line bg-paper">
      <legend className="sr-only">{label}请确认商品</legend>
      <ul className="divide-y divide-line-soft">
        <Candidate candidate={first} row={row} look="primary" onChoose={onChoose} />
        {all && others.map((one) => <Candidate key={one.sku.skuId} candidate={one} row={row} look="line" onChoose={onChoose} />)}
      </ul>
      {others.length > 0 && (
        <Button look="plain" className="w-full py-1.5 text-sm" aria-expanded={all} onClick={() => setAll(!all)}>
          <span className="sr-only">{label}：</span>
          {all ? '收起' : `不是这个？还有 ${others.length} 种可能`}
        </Button>
      )}
    </fieldset>
  )
}

function Candidate({
  candidate: { sku, goodsNum, bought, crossReference },
  row,
  look,
  onChoose,
}: {
  candidate: ShownCandidate
  row: QuickOrderDraftRow
  look: 'primary' | 'line'
  onChoose: (skuId: string) => void
}) {
  const price = findPriceStepForQuantity(sku.steps, goodsNum ?? sku.minimum)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 p-2">
      <div className="min-w-56 flex-1">
        <GoodsLine goods={sku} size="sm">
          <p className="mt-0.5 text-xs text-mute">
            {bought && <b className="mr-1.5 font-medium text-jade">买过</b>}
            <span className="whitespace-nowrap">{sku.stock > 0 ? `现货 ${formatCount(sku.stock)} ${sku.unit}` : '已售罄'}</span>
            <span className="whitespace-nowrap">
              {' '}
              · 现金价 <Price amount={price.salePrice} kind="sale" size="sm" />
            </span>
          </p>
          {crossReference && <p className="mt-0.5 text-xs text-copper">{formatCrossReferenceReason(crossReference)}</p>}
        </GoodsLine>
      </div>
      <Button look={look} size="sm" className="w-full sm:ml-auto sm:w-auto" onClick={() => onChoose(sku.skuId)}>
        <span className="sr-only">第 {row.rowNo} 行：</span>
        确认{goodsNum === null ? '' : ` ${formatCount(goodsNum)} ${sku.unit}`}
        <span className="sr-only">，{sku.skuCode}</span>
      </Button>
    </li>
  )
}
