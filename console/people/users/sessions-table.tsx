import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, instantColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { EmptyState } from '#console/platform/components/states.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type ConsoleUserSession, consoleUserEndpoints } from '#contract/people/identity/console-api.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatUserAgentDevice } from './user-view.ts'
import { invalidatedByFreezeOrLogOut, userApi } from './users-api.ts'

const person = customColumn<ConsoleUserSession>({
  title: '用户',
  width: 160,
  value: ({ userId, userName, mobile }) => (
    <div className="two-lines">
      <Link to="/user" search={{ userId }}>
        {userName ?? '未填姓名'}
      </Link>
      <small className="num">{mobile}</small>
    </div>
  ),
})
const company = customColumn<ConsoleUserSession>({
  title: '所在企业',
  width: 200,
  value: ({ enterpriseId, enterpriseName: name }) => (
    <Link to="/enterprise" search={{ enterpriseId }}>
      {formatEnterpriseName({ name })}
    </Link>
  ),
})
const device: Column<ConsoleUserSession>[] = [
  customColumn({
    title: '设备',
    value: ({ device: userAgent, ip }) => (
      <div className="two-lines device" title={userAgent}>
        <span>{formatUserAgentDevice(userAgent)}</span>
        <small className="num">{ip}</small>
      </div>
    ),
  }),
  instantColumn({ title: '登录时间', value: ({ createdAt }) => createdAt }),
  instantColumn({ title: '最近使用', value: ({ lastSeenAt }) => lastSeenAt }),
]

/** A table of open sessions; each device can be logged out. `of`: the fields that all rows share, which need no column. */
export function SessionsTable({ rows, of }: { rows: readonly ConsoleUserSession[]; of: 'user' | 'enterprise' }) {
  const confirm = useConfirm()
  const { reason: why } = usePermission(consoleUserEndpoints.endSessions)
  const end = useApiMutation(userApi.endSessions, { invalidates: invalidatedByFreezeOrLogOut, successMessage: '该设备已退出登录' })
  const openConfirm = ({ userId, sessionId, device: userAgent }: ConsoleUserSession) =>
    confirm({
      title: '让这台设备退出登录？',
      content: `${formatUserAgentDevice(userAgent)}。本人可以用密码重新登录。`,
      okText: '退出登录',
      run: () => end.mutateAsync({ userId, sessionId }),
    })
  const act = customColumn<ConsoleUserSession>({
    title: '操作',
    width: 108,
    value: (session) => (
      <Button size="small" {...toDisabledProps(why)} onClick={() => openConfirm(session)}>
        退出登录
      </Button>
    ),
  })
  return (
    <DataTable
      columns={[of === 'user' ? company : person, ...device, act]}
      rows={rows}
      rowKey={({ sessionId }) => sessionId}
      width={760}
      empty={<EmptyState title="现在没有登录的设备" />}
    />
  )
}
