import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { formatCount } from '#ui/format.ts'
import { type GoodsListFilter, toChangedGoodsListLink } from './shop-view.ts'

/** A filter for available goods. */
export function InStockFilter({ filter, goodsCount }: { filter: GoodsListFilter; goodsCount: number | undefined }) {
  const navigate = useNavigate()
  return (
    <label className="flex h-8 cursor-pointer items-center gap-2">
      <input
        type="checkbox"
        checked={filter.inStock}
        onChange={({ target }) => void navigate(toChangedGoodsListLink(filter, { inStock: target.checked }))}
        className="size-4 accent-jade"
      />
      仅看有货
      {goodsCount !== undefined && <span className="num ml-auto text-sm text-mute">{formatCount(goodsCount)}</span>}
    </label>
  )
}
