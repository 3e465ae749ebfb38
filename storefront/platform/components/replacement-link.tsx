import type { ReplacementSku } from '#contract/catalog/goods/replacement.ts'
import { Link } from '#storefront/platform/routing/link.tsx'

/** A link to the SKU that replaces one that is no longer sold. */
export function ReplacementLink({ by }: { by: ReplacementSku }) {
  return (
    <p className="mt-1 text-sm text-mute">
      替代规格：
      <Link to="/detail" search={{ goodsId: by.goodsId, skuId: by.skuId }} className="finger text-jade hover:underline">
        {by.goodsName} <span className="num">{by.skuCode}</span>
      </Link>
    </p>
  )
}

/** Shows that the searched SKU is no longer sold, and what replaces it. */
export const NoLongerSoldNotice = ({ code, by }: { code: string; by: ReplacementSku }) => (
  <div role="status" className="panel mb-3 px-4 py-3 md:px-6">
    <p>
      规格 <span className="num">{code}</span> 已停产，不再销售。
    </p>
    <ReplacementLink by={by} />
  </div>
)
