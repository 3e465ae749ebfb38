import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { UserPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { PendingSensitiveChanges } from '#console/people/sensitive-changes/pending-changes.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, instantColumn } from '#console/platform/components/list/columns.tsx'
import { tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import type { StaffAccountRow } from '#contract/people/staff/staff-api.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { InitialPasswordNotice, type InitialPasswordResult } from './initial-password.tsx'
import { StaffActions } from './staff-actions.tsx'
import { staffAccountApi } from './staff-api.ts'
import { AddStaffDrawer, ModifyStaffDrawer } from './staff-drawers.tsx'
import { formatStaffRoles, staffStatuses, toStaffSessionTexts, toStaffStatus, toStaffStatusFilter } from './staff-view.ts'
import './staff.css'
import { exportApi } from '#console/platform/components/list/export-api.ts'

const fields = { status: tabsFilter('状态', staffStatuses), keyword: textFilter('搜索', Text(50), '姓名或邮箱') }

/** The staff accounts: their roles and how they log in. */
export function Page() {
  const adding = useDrawer<true>()
  const modifying = useDrawer<StaffAccountRow>()
  const [initial, setInitial] = useState<InitialPasswordResult>()
  const { show } = modifying
  const columns = useMemo(() => [...about, actions((row) => <StaffActions row={row} modify={show} onReset={setInitial} />)], [show])
  return (
    <>
      {initial && <InitialPasswordNotice initial={initial} close={() => setInitial(undefined)} />}
      <ListPage
        title="员工"
        note="每个动作都记入审计。自己的角色、状态和动态口令由另一位管理员处理。"
        actions={
          <>
            <Link to="/roles" className="button-link">
              角色与权限
            </Link>
            <Button type="primary" icon={<UserPlus size={15} aria-hidden />} onClick={() => adding.show(true)}>
              新增员工
            </Button>
          </>
        }
        queryKey={['staff-account']}
        fields={fields}
        list={({ status, ...input }, options) => staffAccountApi.list({ ...input, ...toStaffStatusFilter(status) }, options)}
        exportRows={({ status, ...input }) => exportApi.staff({ ...input, ...toStaffStatusFilter(status) })}
        columns={columns}
        rowKey={({ staffId }) => staffId}
        above={<PendingSensitiveChanges area="staff" />}
        width={1100}
        empty="还没有员工"
        next="点“新增员工”开通第一个账号"
      />
      <AddStaffDrawer open={adding.open} close={adding.close} onCreated={setInitial} />
      {modifying.subject && <ModifyStaffDrawer row={modifying.subject} open={modifying.open} close={modifying.close} />}
    </>
  )
}

function Status({ row }: { row: StaffAccountRow }) {
  const { label, tone } = toStaffStatus(row, useNow())
  return <Tag tone={tone}>{label}</Tag>
}

const about: Column<StaffAccountRow>[] = [
  customColumn({
    title: '员工',
    width: 200,
    value: ({ name, email }) => (
      <div className="two-lines">
        <span>{name}</span>
        <small>{email}</small>
      </div>
    ),
  }),
  customColumn({ title: '角色', value: formatStaffRoles }),
  customColumn({ title: '状态', width: 128, value: (row) => <Status row={row} /> }),
  customColumn({
    title: '动态口令',
    width: 92,
    value: ({ secondFactor }) => <Tag tone={secondFactor ? 'good' : 'over'}>{secondFactor ? '已绑定' : '未绑定'}</Tag>,
  }),
  customColumn({
    title: '登录',
    width: 136,
    value: (row) => (
      <div className="two-lines">
        <span>{toStaffSessionTexts(row).devices}</span>
        <small className="num">{toStaffSessionTexts(row).seen}</small>
      </div>
    ),
  }),
  instantColumn({ title: '创建时间', value: ({ createdAt }) => createdAt, width: 140 }),
]

const actions = (cell: Column<StaffAccountRow>['cell']): Column<StaffAccountRow> => ({ title: '操作', width: 292, cell })
