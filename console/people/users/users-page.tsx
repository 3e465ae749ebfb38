import { Link } from '@tanstack/react-router'
import { formatEnterpriseName, toActiveFrozenOrClosedStatus } from '#console/people/enterprises/enterprise-view.ts'
import { type Column, customColumn, instantColumn } from '#console/platform/components/list/columns.tsx'
import { tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import type { ConsoleUserRow } from '#contract/people/identity/console-api.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { formatAccountType, toUserStatusFilter, userStatuses } from './user-view.ts'
import { userApi } from './users-api.ts'
import './users.css'
import { exportApi } from '#console/platform/components/list/export-api.ts'

const fields = { status: tabsFilter('状态', userStatuses), keyword: textFilter('用户', Text(50), '姓名或手机号') }

const columns: Column<ConsoleUserRow>[] = [
  customColumn({
    title: '用户',
    width: 200,
    value: ({ userId, name, mobile }) => (
      <div className="two-lines">
        <Link to="/user" search={{ userId }}>
          {name ?? '未填姓名'}
        </Link>
        <small className="num">{mobile}</small>
      </div>
    ),
  }),
  customColumn({ title: '企业与席位', value: ({ seats }) => <MembershipList seats={seats} /> }),
  customColumn({ title: '状态', width: 96, value: ({ status }) => <Status status={status} /> }),
  instantColumn({ title: '注册时间', value: ({ createdAt }) => createdAt }),
]

function Status({ status }: Pick<ConsoleUserRow, 'status'>) {
  const { label, tone } = toActiveFrozenOrClosedStatus({ status })
  return <Tag tone={tone}>{label}</Tag>
}

function MembershipList({ seats }: Pick<ConsoleUserRow, 'seats'>) {
  return (
    <ul className="user-memberships">
      {seats.map((membership) => (
        <li key={membership.enterpriseId}>
          <Link to="/enterprise" search={{ enterpriseId: membership.enterpriseId }}>
            {formatEnterpriseName({ name: membership.enterpriseName })}
          </Link>
          <small>
            {formatAccountType(membership)}
            {membership.status === 0 && ' · 已停用'}
            {membership.enterpriseStatus === 0 && ' · 企业已冻结'}
          </small>
        </li>
      ))}
    </ul>
  )
}

/** The users, searched by name or mobile number, with their enterprises. */
export function Page() {
  return (
    <ListPage
      title="用户"
      note="按姓名、完整手机号、脱敏手机号或后四位查找；页面上始终只显示脱敏号码。"
      queryKey={['user']}
      fields={fields}
      list={({ status, ...input }, options) => userApi.list({ ...input, ...toUserStatusFilter(status) }, options)}
      exportRows={({ status, ...input }) => exportApi.users({ ...input, ...toUserStatusFilter(status) })}
      columns={columns}
      rowKey={({ userId }) => userId}
      width={760}
      empty="还没有人注册"
      next="有人在商城注册后出现在这里"
    />
  )
}
