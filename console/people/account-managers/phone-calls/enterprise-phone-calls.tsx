import { Button } from 'antd'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consolePhoneCallEndpoints } from '#contract/people/account-managers/phone-call-api.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { PHONE_CALL_QUERY_KEY, type PhoneCallContact, phoneCallApi } from './phone-call-api.ts'
import { toPhoneCallColumns } from './phone-call-columns.tsx'
import { RecordPhoneCallDrawer } from './record-phone-call-drawer.tsx'

interface Props {
  enterpriseId: string
  /** Its people, who can be chosen as contacts. */
  members: readonly PhoneCallContact[]
  /** Why no call is added to a company any more; undefined: calls are. */
  closedBecause: string | undefined
}

/** The calls that staff had with a company. */
export function EnterprisePhoneCalls({ enterpriseId, members, closedBecause }: Props) {
  const drawer = useDrawer<true>()
  const { reason: why } = usePermission(consolePhoneCallEndpoints.record)
  return (
    <>
      <PagedListPanel
        name="calls"
        title="通话记录"
        keep={({ format }) => exportApi.phoneCalls({ enterpriseId, format })}
        extra={
          <Button {...toDisabledProps(why ?? closedBecause)} onClick={() => drawer.show(true)}>
            记录通话
          </Button>
        }
        queryKey={[...PHONE_CALL_QUERY_KEY, 'of', enterpriseId]}
        load={(paging, options) => phoneCallApi.list({ enterpriseId, ...paging }, options)}
        columns={toPhoneCallColumns({ withCompany: false })}
        rowKey={({ id }) => id}
        width={840}
        empty="还没有通话记录"
      />
      {drawer.subject && <RecordPhoneCallDrawer enterpriseId={enterpriseId} members={members} open={drawer.open} close={drawer.close} />}
    </>
  )
}
