import { RejectSubmissionDrawer } from '#console/platform/components/reviews/reject-drawer.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { licenceRejectReasons } from '#contract/catalog/licences/api.ts'
import { consoleLicenceEndpoints, type LicenceReviewCase } from '#contract/catalog/licences/console-api.ts'
import { invalidatedByLicenceDecision, licenceApi } from './licence-api.ts'

interface Props {
  opened: LicenceReviewCase
  open: boolean
  close: () => void
  /** Called after the decision, to leave the case. */
  done: () => void
}

/** 驳回: at least one reason of the list, and the reviewer's own words. */
export function RejectLicenceDrawer({ opened: { enterpriseId, id, kindName }, open, close, done }: Props) {
  const reject = useApiMutation(licenceApi.reject, {
    invalidates: invalidatedByLicenceDecision,
    successMessage: '已驳回，企业会收到原因',
    close,
    afterSuccess: done,
  })
  return (
    <RejectSubmissionDrawer
      title={`驳回《${kindName}》`}
      open={open}
      close={close}
      busy={reject.isPending}
      choices={licenceRejectReasons}
      rule={consoleLicenceEndpoints.reject.input.shape.reasons}
      submit={(rejection) => reject.mutate({ enterpriseId, id, ...rejection })}
    />
  )
}
