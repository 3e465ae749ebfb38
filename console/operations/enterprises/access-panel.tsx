import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { FreezeOrUnfreezeReasonDrawer } from '#console/people/users/reason-drawer.tsx'
import { SessionsTable } from '#console/people/users/sessions-table.tsx'
import { enterpriseAccessApi, enterpriseSessionsQuery, invalidatedByFreezeOrLogOut } from '#console/people/users/users-api.ts'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import type { ConsoleEnterprise } from '#contract/operations/enterprises/api.ts'
import { consoleEnterpriseAccessEndpoints } from '#contract/people/identity/console-api.ts'
import { consoleAuditEndpoints } from '#contract/people/staff/audit-api.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'

/** Freezes or unfreezes an enterprise, with a link to its audit log. It is in the head of the page. */
export function FreezeEnterpriseActions({ enterprise }: { enterprise: ConsoleEnterprise }) {
  const { closedAt, enterpriseId, status } = enterprise
  const drawer = useDrawer<true>()
  const { reason: why } = usePermission(consoleEnterpriseAccessEndpoints.freeze)
  const seesAudit = usePermission(consoleAuditEndpoints.list).allowed
  const done = drawer.close
  const freeze = useApiMutation(enterpriseAccessApi.freeze, {
    invalidates: invalidatedByFreezeOrLogOut,
    successMessage: '企业已冻结，成员已全部退出',
    onSuccess: done,
  })
  const unfreeze = useApiMutation(enterpriseAccessApi.unfreeze, {
    invalidates: invalidatedByFreezeOrLogOut,
    successMessage: '已解除冻结',
    onSuccess: done,
  })
  const frozen = status === 0
  return (
    <>
      {seesAudit && (
        <Link to="/audit" search={{ enterpriseId }} className="button-link">
          审计记录
        </Link>
      )}
      {closedAt === null && (
        <Button danger={!frozen} {...toDisabledProps(why)} onClick={() => drawer.show(true)}>
          {frozen ? '解除冻结' : '冻结企业'}
        </Button>
      )}
      {closedAt === null && why !== undefined && <p className="why-grey">{why}</p>}
      <FreezeOrUnfreezeReasonDrawer
        title={`${frozen ? '解除冻结' : '冻结'} ${formatEnterpriseName(enterprise)}`}
        lead={
          frozen
            ? '解除后，成员可以重新登录，席位、权限和额度不变。'
            : '冻结后，全部成员立即退出且不能再进入该企业：不能浏览会员价、下单、付款或修改资料。已付款的订单照常发货，欠款照常计算。'
        }
        submitText={frozen ? '解除冻结' : '冻结'}
        grave={!frozen}
        open={drawer.open}
        close={drawer.close}
        busy={freeze.isPending || unfreeze.isPending}
        submit={(reason) => (frozen ? unfreeze.mutate({ enterpriseId, reason }) : freeze.mutate({ enterpriseId, reason }))}
      />
    </>
  )
}

/** The open sessions of an enterprise, and a button to end all of them. */
export function EnterpriseSessions({ enterpriseId }: { enterpriseId: string }) {
  const sees = usePermission(consoleEnterpriseAccessEndpoints.sessions).allowed
  return sees ? <Sessions enterpriseId={enterpriseId} /> : null
}

function Sessions({ enterpriseId }: { enterpriseId: string }) {
  const sessions = useQuery(enterpriseSessionsQuery(enterpriseId))
  const confirm = useConfirm()
  const { reason: why } = usePermission(consoleEnterpriseAccessEndpoints.endSessions)
  const end = useApiMutation(enterpriseAccessApi.endSessions, {
    invalidates: invalidatedByFreezeOrLogOut,
    successMessage: '成员已全部退出登录',
  })
  const openConfirm = () =>
    confirm({
      title: '让该企业的所有成员退出登录？',
      content: '成员可以用密码重新登录。',
      okText: '全部退出',
      run: () => end.mutateAsync({ enterpriseId }),
    })
  const all = (sessions.data?.length ?? 0) > 0 && (
    <Button {...toDisabledProps(why)} onClick={openConfirm}>
      全部退出
    </Button>
  )
  return (
    <Panel title={sessions.data ? `登录的设备 ${sessions.data.length} 台` : '登录的设备'} extra={all} flush>
      <QueryContent from={sessions} waiting={<SkeletonBars count={2} height={36} />}>
        {(rows) => <SessionsTable rows={rows} of="enterprise" />}
      </QueryContent>
    </Panel>
  )
}
