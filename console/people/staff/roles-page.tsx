import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { UserPlus } from 'lucide-react'
import { PendingSensitiveChanges } from '#console/people/sensitive-changes/pending-changes.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useCurrentStaff, usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleCustomRoleEndpoints } from '#contract/people/staff/custom-role-api.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { RoleDrawer, type RoleInput } from './role-drawer.tsx'
import { RoleMatrix } from './role-matrix.tsx'
import { copyRole, formatPermissionsByGroup, listRoleRows, type RoleRow, toWhyNotChangeRole } from './roles-view.ts'
import { customRoleApi, customRolesQuery, invalidatedByCustomRole } from './staff-api.ts'
import './staff.css'

const WIDTH = 900
const NEW_ROLE: RoleInput = { copy: { name: '', description: '', codes: [] }, left: [] }

/** 角色与权限: the built-in roles and the mall's own, and what each permits. */
export function Page() {
  const roles = useQuery(customRolesQuery)
  const drawer = useDrawer<RoleInput>()
  const { reason } = usePermission(consoleCustomRoleEndpoints.add)
  const add = (
    <Button type="primary" icon={<UserPlus size={15} aria-hidden />} {...toDisabledProps(reason)} onClick={() => drawer.show(NEW_ROLE)}>
      新增角色
    </Button>
  )
  return (
    <>
      <PageHead title="角色与权限" note="内置角色不能修改，可以复制。修改自定义角色时，使用的人不用重新登录。" actions={add} />
      <PendingSensitiveChanges area="staff" />
      <QueryContent from={roles} waiting={<Waiting />}>
        {(customRoles) => {
          const shown = listRoleRows(customRoles)
          return (
            <>
              <RoleTable roles={shown.filter(({ custom }) => custom)} title="自定义角色" edit={drawer.show} />
              <RoleTable roles={shown.filter(({ custom }) => !custom)} title="内置角色" edit={drawer.show} />
              <RoleMatrix customRoles={customRoles} />
            </>
          )
        }}
      </QueryContent>
      {drawer.subject && <RoleDrawer edited={drawer.subject} open={drawer.open} close={drawer.close} />}
    </>
  )
}

const Waiting = () => (
  <Panel title="自定义角色" flush>
    <TableSkeleton columns={columns} count={8} width={WIDTH} />
  </Panel>
)

interface TableProps {
  title: string
  roles: readonly RoleRow[]
  edit: (edited: RoleInput) => void
}

const RoleTable = ({ title, roles, edit }: TableProps) => (
  <Panel title={title} flush>
    <DataTable
      columns={[...columns, customColumn<RoleRow>({ title: '操作', width: 196, value: (role) => <Actions role={role} edit={edit} /> })]}
      rows={roles}
      rowKey={({ key }) => key}
      width={WIDTH}
      empty={<EmptyState title="还没有自定义角色" next="点“新增角色”，或复制一个内置角色再修改" />}
    />
  </Panel>
)

function Actions({ role, edit }: { role: RoleRow; edit: (edited: RoleInput) => void }) {
  const confirm = useConfirm()
  const { reason } = usePermission(consoleCustomRoleEndpoints.modify)
  const end = useApiMutation(customRoleApi.end, { invalidates: invalidatedByCustomRole, successMessage: '已停用' })
  const me = useCurrentStaff()
  const { name, custom } = role
  const fixed = reason ?? toWhyNotChangeRole(role, me)
  if (role.readsAll) return '—'
  const held = custom && custom.holders.length > 0 ? `还有 ${custom.holders.length} 人使用，请先改为其他角色` : undefined
  return (
    <div className="row-actions">
      {custom?.endedAt === null && (
        <Button size="small" aria-label={`修改${name}`} {...toDisabledProps(fixed)} onClick={() => edit({ row: custom })}>
          修改
        </Button>
      )}
      <Button size="small" aria-label={`复制${name}`} {...toDisabledProps(reason)} onClick={() => edit(copyRole(role, me?.codes ?? []))}>
        复制
      </Button>
      {custom?.endedAt === null && (
        <Button
          size="small"
          danger
          aria-label={`停用${name}`}
          {...toDisabledProps(fixed ?? held)}
          onClick={() =>
            confirm({
              title: `停用角色“${name}”？`,
              content: '停用后不能再给人使用，记录保留。',
              okText: '停用',
              grave: true,
              run: () => end.mutateAsync({ roleId: custom.roleId, rowVersion: custom.rowVersion }),
            })
          }
        >
          停用
        </Button>
      )}
    </div>
  )
}

const RoleName = ({ name, description, custom }: RoleRow) => (
  <div className="two-lines">
    <span>
      {name} {custom && custom.endedAt !== null && <Tag tone="over">已停用</Tag>}
    </span>
    <small>{description}</small>
  </div>
)

const Permissions = ({ codes, readsAll }: RoleRow) =>
  readsAll ? (
    '查看全部，没有其他权限'
  ) : (
    <details className="role-details">
      <summary>{codes.length} 项</summary>
      {formatPermissionsByGroup(codes).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </details>
  )

const columns: Column<RoleRow>[] = [
  customColumn({ title: '角色', width: 220, value: RoleName }),
  proseColumn({ title: '权限', value: Permissions }),
  customColumn({ title: '使用的人', width: 180, value: ({ custom }) => (custom ? custom.holders.join('、') || '没有人' : '见员工列表') }),
]
