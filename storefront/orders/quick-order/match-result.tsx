import { RotateCcw } from 'lucide-react'
import { AskForQuotationButton } from '#storefront/platform/components/ask-for-quotation.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { formatCount } from '#ui/format.ts'
import { getQuickOrderRowFilter, type QuickOrderRowWithResult, quickOrderStatusLabel } from './quick-view.ts'

/** The result of a row in words, and the next step. */
export function QuickOrderMatchResult({
  shown,
  onMend,
  onBack,
  onRechoose,
}: {
  shown: QuickOrderRowWithResult
  onMend: () => void
  onBack: () => void
  /** Asks again which SKU is meant; undefined: the buyer has not chosen one. */
  onRechoose: (() => void) | undefined
}) {
  const { row, result, sku } = shown
  if (row.taken) {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-mute">{row.taken === 'cart' ? '已加入购物车' : '已去下单'}</span>
        <Button look="plain" className="text-sm" onClick={onBack}>
          <RotateCcw className="size-3.5" aria-hidden />
          恢复
        </Button>
      </div>
    )
  }
  if (!result) return <span className="text-sm text-mute">匹配中…</span>
  const view = getQuickOrderRowFilter(shown)
  const colour =
    result.status === 'FOUND' ? 'text-success' : result.status === 'AMBIGUOUS' ? 'text-gold' : view === 'open' ? 'text-danger' : 'text-mute'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p className={`text-sm ${colour}`}>
        {quickOrderStatusLabel(result.status)}
        {result.goodsNum !== null && result.status === 'FOUND' && String(result.goodsNum) !== row.quantity && (
          <span className="text-mute">
            （共 <span className="num">{formatCount(result.goodsNum)}</span>
            {sku?.unit}）
          </span>
        )}
        {result.why && result.status !== 'AMBIGUOUS' && result.status !== 'BAD_QUANTITY' && (
          <span className="block text-xs">{result.why}</span>
        )}
      </p>
      {result.offered !== null && (
        <Button look="line" size="sm" onClick={onMend}>
          改为 {formatCount(result.offered)}
          {sku?.unit}
        </Button>
      )}
      {onRechoose && (
        <Button look="plain" className="text-sm" onClick={onRechoose}>
          重选
        </Button>
      )}
      {result.status === 'UNKNOWN' && row.code !== '' && (
        <ButtonLink to="/shop" search={{ keyword: row.code.slice(0, 50) }} look="plain" className="text-sm">
          去搜索
        </ButtonLink>
      )}
      {result.status === 'UNKNOWN' && row.code !== '' && <AskForQuotationButton wanted={row.code} look="plain" className="text-sm" />}
    </div>
  )
}
