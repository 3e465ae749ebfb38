import { MessageSquareQuote } from 'lucide-react'
import { Button, type ButtonKind, type DisabledReason } from '#storefront/platform/components/button.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'

interface Props {
  /** The goods to ask about; they are added to what the buyer is already asking about. */
  lines?: readonly { skuId: string; goodsNum: number }[]
  /** A part that the mall does not list, in the buyer's words. */
  wanted?: string
  look?: ButtonKind
  size?: 'sm' | 'md' | 'lg'
  className?: string
  blockedBy?: DisabledReason | undefined
}

/** 询价: opens a quotation request with these goods. A guest logs in there. */
export function AskForQuotationButton({ lines, wanted, look = 'line', size = 'md', className = '', blockedBy }: Props) {
  const navigate = useNavigate()
  const { reason: denied } = usePermission('buyPay', 'goods')
  const ask = () =>
    void navigate({
      to: '/new_quotation',
      search: {
        ...(lines === undefined ? {} : { lines: lines.map(({ skuId, goodsNum }) => `${skuId}:${goodsNum}`).join(',') }),
        ...(wanted === undefined ? {} : { wanted }),
      },
    })
  return (
    <Button
      look={look}
      size={size}
      className={className}
      blocked={blockedBy?.reason ?? denied}
      aria-describedby={blockedBy?.id}
      disabled={lines?.length === 0}
      onClick={ask}
    >
      <MessageSquareQuote className="size-4" strokeWidth={1.6} aria-hidden />
      询价
    </Button>
  )
}
