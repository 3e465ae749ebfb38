import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { documentApi } from '#console/orders/parcels/parcels-api.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleDocumentDownloadEndpoints } from '#contract/billing/documents/api.ts'
import { WAYBILL_LABELS_PER_FILE_MAX } from '#contract/orders/waybills/api.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { saveFileToDisk } from '#ui/save-file.ts'

interface Ref {
  enterpriseId: string
  id: string
}

/** Prints the labels of waybills that are shown, in the given sequence. */
export function PrintLabelsButton({ waybills }: { waybills: readonly Ref[] }) {
  const { reason } = usePermission(consoleDocumentDownloadEndpoints.waybillLabels)
  const print = useApiMutation(documentApi.waybillLabels, { onSuccess: saveFileToDisk })
  const count = waybills.length
  const many = count > WAYBILL_LABELS_PER_FILE_MAX ? `一次最多打印 ${WAYBILL_LABELS_PER_FILE_MAX} 张` : undefined
  return (
    <Button
      aria-keyshortcuts="P"
      icon={<Printer size={14} aria-hidden />}
      loading={print.isPending}
      {...toDisabledProps(reason ?? (count === 0 ? '请先勾选已取号的行' : many))}
      onClick={() => print.mutate({ waybills: [...waybills] })}
    >
      {count === 0 ? '打印面单' : `打印面单 ${count} 张`}
    </Button>
  )
}

/** Prints all labels that `read` finds, by hundreds: each becomes a file of its own. */
export function PrintAllLabelsButton({ read }: { read: () => Promise<readonly Ref[]> }) {
  const { allowed } = usePermission(consoleDocumentDownloadEndpoints.waybillLabels)
  const print = useApiMutation(
    async () => {
      const all = await read()
      for (let at = 0; at < all.length; at += WAYBILL_LABELS_PER_FILE_MAX)
        await saveFileToDisk(await documentApi.waybillLabels({ waybills: all.slice(at, at + WAYBILL_LABELS_PER_FILE_MAX) }))
      return all.length
    },
    { successMessage: (count) => (count === 0 ? '还没有取到号的待发订单' : `已打印 ${count} 张面单`) },
  )
  if (!allowed) return null
  return (
    <Button
      aria-keyshortcuts="P"
      icon={<Printer size={14} aria-hidden />}
      loading={print.isPending}
      onClick={() => print.mutate(undefined)}
    >
      打印面单
    </Button>
  )
}
