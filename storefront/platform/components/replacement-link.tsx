import { Link } from '@tanstack/react-router'
import type { ReplacementSku } from '#contract/catalog/goods/replacement.ts'

/** Leads to the SKU that takes the place of one that is not sold any more. */
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

/** Says that a SKU that somebody looks for is not sold any more, and what takes its place. */
export const NoLongerSold = ({ code, by }: { code: string; by: ReplacementSku }) => (
  <div role="status" className="panel mb-3 px-4 py-3 md:px-6">
    <p>
      规格 <span className="num">{code}</span> 已停产，不再销售。
    </p>
    <ReplacementLink by={by} />
  </div>
)
