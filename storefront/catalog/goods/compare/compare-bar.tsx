import { X } from 'lucide-react'
import { COMPARED_SKUS_MAX } from '#contract/catalog/goods-compare/api.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { clearComparison, removeSkuFromComparison, toCompareSearchParams, useComparedSkuChoices } from './compare-choice.ts'

/** The SKUs chosen for the comparison, at the lower edge; nothing without a choice. On phones it shows only the number. */
export function CompareBar() {
  const chosen = useComparedSkuChoices()
  if (chosen.length === 0) return null
  const search = toCompareSearchParams(chosen.map(({ skuId }) => skuId))
  return (
    <aside
      aria-label="对比栏"
      className="no-print panel fixed bottom-30 left-3 z-30 flex items-center gap-3 px-3 py-2 shadow-[0_2px_10px_rgb(19_32_30/0.12)] md:right-3 md:bottom-2 md:mx-auto md:max-w-[960px] md:px-4"
    >
      <span className="text-sm text-mute">
        对比{' '}
        <b className="num text-ink">
          {chosen.length}/{COMPARED_SKUS_MAX}
        </b>
      </span>
      <ul className="hidden min-w-0 flex-1 gap-2 md:flex">
        {chosen.map(({ skuId, name }) => (
          <li key={skuId} className="flex min-w-0 items-center rounded-control border border-line pl-2 text-sm">
            <span className="truncate" data-hint={name}>
              {name}
            </span>
            <button
              type="button"
              aria-label={`移出对比 ${name}`}
              onClick={() => removeSkuFromComparison(skuId)}
              className="grid size-8 shrink-0 place-items-center text-mute hover:text-jade"
            >
              <X className="size-4" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <ButtonLink to="/compare" search={search} size="sm">
        去对比
      </ButtonLink>
      <Button look="plain" className="text-sm" onClick={clearComparison}>
        清空
      </Button>
    </aside>
  )
}
