import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import {
  formatEnterpriseName,
  formatMembershipPermissions,
  toActiveFrozenOrClosedStatus,
} from '#console/people/enterprises/enterprise-view.ts'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { EmptyState, QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type ConsoleUser, consoleUserEndpoints, type UserMembership } from '#contract/people/identity/console-api.ts'
import { consoleAuditEndpoints } from '#contract/people/staff/audit-api.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { FreezeOrUnfreezeReasonDrawer } from './reason-drawer.tsx'
import { SessionsTable } from './sessions-table.tsx'
import { formatAccountType, toMembershipStatus } from './user-view.ts'
import { invalidatedByFreezeOrLogOut, userApi, userQuery } from './users-api.ts'
import './users.css'

const TITLE = '用户详情'

function User({ userId }: { userId: string }) {
  const found = useQuery(userQuery(userId))
  return (
    <QueryPage title={TITLE} from={found}>
      {(user) => (
        <>
          <Head user={user} />
          <Panel title={`席位 ${user.seats.length} 个`} flush>
            <DataTable
              columns={membershipColumns}
              rows={user.seats}
              rowKey={({ enterpriseId }) => enterpriseId}
              width={640}
              empty={<EmptyState title="没有席位" next="企业把他加为子账号后列在这里" />}
            />
          </Panel>
          <Panel title={`登录的设备 ${user.sessions.length} 台`} extra={<EndAll user={user} />} flush>
            <SessionsTable rows={user.sessions} of="user" />
          </Panel>
        </>
      )}
    </QueryPage>
  )
}

function Head({ user }: { user: ConsoleUser }) {
  const { closedAt, createdAt, mobile } = user
  const { label, tone } = toActiveFrozenOrClosedStatus(user)
  const seesAudit = usePermission(consoleAuditEndpoints.list).allowed
  return (
    <PageHead
      title={
        <>
          {user.name ?? '未填姓名'}
          <span className="tags">
            <Tag tone={tone}>{label}</Tag>
          </span>
        </>
      }
      note={
        <>
          {closedAt === null ? (
            <>
              手机号 <span className="num">{mobile}</span>
            </>
          ) : (
            <>
              注销于 <span className="num">{formatShanghaiTimeToMinute(closedAt)}</span>
            </>
          )}{' '}
          · 注册于 <span className="num">{formatShanghaiTimeToMinute(createdAt)}</span>
        </>
      }
      actions={
        <>
          {seesAudit && (
            <Link to="/audit" search={{ objectId: user.userId }} className="button-link">
              处理记录
            </Link>
          )}
          {seesAudit && (
            <Link to="/audit" search={{ actorId: user.userId }} className="button-link">
              本人操作
            </Link>
          )}
          {closedAt === null && <Freezing user={user} />}
        </>
      }
    />
  )
}

function Freezing({ user: { userId, name, mobile, status } }: { user: ConsoleUser }) {
  const drawer = useDrawer<true>()
  const { reason: why } = usePermission(consoleUserEndpoints.freeze)
  const done = drawer.close
  const freeze = useApiMutation(userApi.freeze, {
    invalidates: invalidatedByFreezeOrLogOut,
    successMessage: '用户已冻结，所有设备已退出',
    onSuccess: done,
  })
  const unfreeze = useApiMutation(userApi.unfreeze, {
    invalidates: invalidatedByFreezeOrLogOut,
    successMessage: '已解除冻结',
    onSuccess: done,
  })
  const frozen = status === 0
  return (
    <>
      <Button danger={!frozen} {...toDisabledProps(why)} onClick={() => drawer.show(true)}>
        {frozen ? '解除冻结' : '冻结用户'}
      </Button>
      {why !== undefined && <p className="why-grey">{why}</p>}
      <FreezeOrUnfreezeReasonDrawer
        title={`${frozen ? '解除冻结' : '冻结'} ${name ?? mobile}`}
        lead={
          frozen
            ? '解除后，本人可以用原来的密码登录，席位和权限不变。'
            : '冻结后，本人在所有企业的所有设备立即退出，不能再登录。已提交的订单不受影响。'
        }
        submitText={frozen ? '解除冻结' : '冻结'}
        grave={!frozen}
        open={drawer.open}
        close={drawer.close}
        busy={freeze.isPending || unfreeze.isPending}
        submit={(reason) => (frozen ? unfreeze.mutate({ userId, reason }) : freeze.mutate({ userId, reason }))}
      />
    </>
  )
}

function EndAll({ user: { userId, sessions } }: { user: ConsoleUser }) {
  const confirm = useConfirm()
  const { reason: why } = usePermission(consoleUserEndpoints.endSessions)
  const end = useApiMutation(userApi.endSessions, { invalidates: invalidatedByFreezeOrLogOut, successMessage: '所有设备已退出登录' })
  if (sessions.length === 0) return null
  const openConfirm = () =>
    confirm({
      title: '让所有设备退出登录？',
      content: '用于手机丢失或账号被他人使用。本人可以用密码重新登录。',
      okText: '全部退出',
      run: () => end.mutateAsync({ userId }),
    })
  return (
    <Button {...toDisabledProps(why)} onClick={openConfirm}>
      全部退出
    </Button>
  )
}

const membershipColumns: Column<UserMembership>[] = [
  customColumn({
    title: '企业',
    value: (membership) => (
      <Link to="/enterprise" search={{ enterpriseId: membership.enterpriseId }}>
        {formatEnterpriseName({ name: membership.enterpriseName })}
      </Link>
    ),
  }),
  customColumn({ title: '席位', width: 88, value: formatAccountType }),
  customColumn({ title: '企业内姓名', width: 112, value: ({ name }) => name ?? EMPTY_CELL }),
  customColumn({ title: '权限', value: ({ permCode }) => formatMembershipPermissions(permCode) }),
  customColumn({
    title: '状态',
    width: 108,
    value: (membership) => {
      const { label, tone } = toMembershipStatus(membership)
      return <Tag tone={tone}>{label}</Tag>
    },
  }),
]

/** One person: his memberships and sessions, and the action to freeze him. */
export const Page = createRecordPage({ title: TITLE, by: ['userId'], what: '用户', choose: <Link to="/users">到用户列表选择</Link> }, User)
