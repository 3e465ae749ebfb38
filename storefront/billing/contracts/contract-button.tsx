import { Download } from 'lucide-react'
import { hasPurchaseContract } from '#contract/billing/contracts/api.ts'
import type { OrderDetail } from '#contract/orders/orders/shapes.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { useDownloadOrderContract } from './contract-api.ts'

/** 下载购销合同, for an order that has a contract. */
export function DownloadOrderContractButton({ order }: { order: OrderDetail }) {
  const take = useDownloadOrderContract(order.orderNo)
  if (!hasPurchaseContract(order)) return null
  return (
    <div className="flex justify-end">
      <Button look="line" size="sm" busy={take.isPending} onClick={() => take.mutate(undefined)}>
        <Download className="size-4" aria-hidden />
        下载购销合同
      </Button>
    </div>
  )
}
