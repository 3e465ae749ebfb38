import { type CrossReferenceMatch, formatCrossReferenceReason } from '#contract/catalog/goods/cross-reference.ts'
import { Link } from '#storefront/platform/routing/link.tsx'

/** Shows which SKUs correspond to the part of another maker that was searched, each with the reason. */
export const CrossReferenceNotice = ({ matches }: { matches: readonly CrossReferenceMatch[] }) => (
  <div role="status" className="panel mb-3 px-4 py-1 md:px-6">
    <ul aria-label="竞品型号对照" className="divide-y divide-line-soft">
      {matches.map((match) => (
        <li key={`${match.skuId} ${match.brand} ${match.partNumber}`} className="py-2">
          <Link
            to="/detail"
            search={{ goodsId: match.goodsId, skuId: match.skuId }}
            className="finger break-words text-jade hover:underline"
          >
            {match.goodsName} <span className="num">{match.skuCode}</span>
          </Link>
          <p className="text-sm text-mute">{formatCrossReferenceReason(match)}</p>
        </li>
      ))}
    </ul>
  </div>
)
