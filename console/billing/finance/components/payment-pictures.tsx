import { fileApi } from '#console/billing/finance/finance-api.ts'
import { Panel } from '#console/platform/components/panel.tsx'
import { PictureViewer } from '#console/platform/components/picture-viewer.tsx'
import { EmptyState } from '#console/platform/components/states.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleFilesEndpoints } from '#contract/people/files/api.ts'

interface Props {
  title: string
  enterpriseId: string
  pictures: readonly { fileId: string; label: string }[]
}

/** Pictures about a payment of a company. Each opening is recorded, and needs the permission for papers of payments. */
export function PaymentPictures({ title, enterpriseId, pictures }: Props) {
  const { allowed, reason } = usePermission(consoleFilesEndpoints.viewPayment)
  if (!allowed)
    return (
      <Panel title={title} className="documents">
        <EmptyState title={reason ?? '正在确认权限'} />
      </Panel>
    )
  return (
    <PictureViewer
      title={title}
      pictures={pictures}
      none="没有图片"
      load={(fileId, options) => fileApi.viewPayment({ enterpriseId, fileId }, options)}
    />
  )
}
