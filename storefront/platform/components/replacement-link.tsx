import { Link } from '@tanstack/react-router'
import type { Replacement } from '#contract/catalog/goods/replacement.ts'

/** Leads to the SKU that takes the place of one that is not sold any more. */
export function ReplacementLink({ by }: { by: Replacement }) {
  return (
    <p className="mt-1 text-sm text-mute">
      替代规格：
      <Link to="/detail" search={{ goodsId: by.goodsId, skuId: by.skuId }} className="finger text-jade hover:underline">
        {by.goodsName} <span className="num">{by.skuCode}</span>
      </Link>
    </p>
  )
}
