import { Fragment, memo } from 'react'
import { Panel } from '#console/platform/components/panel.tsx'
import type { CustomRole } from '#contract/people/staff/custom-role-api.ts'
import { type StaffPermissionCode, staffPermissions } from '#contract/platform/core/staff-permissions.ts'
import { groupPermissions, listRoleRows, type RoleRow } from './roles-view.ts'

/** What each role permits, as a table: permissions by group, and a column for each role. On a phone the list of roles says the same. */
export const RoleMatrix = memo(({ customRoles }: { customRoles: readonly CustomRole[] }) => (
  <MatrixOfRoles roles={listRoleRows(customRoles).filter(({ custom }) => custom?.endedAt === null || !custom)} />
))

const MatrixOfRoles = ({ roles }: { roles: readonly RoleRow[] }) => (
  <Panel title="权限一览" flush className="role-matrix">
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">权限</th>
            {roles.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groupPermissions().map(([group, codes]) => (
            <Fragment key={group}>
              <tr className="role-matrix-group">
                <th scope="rowgroup" colSpan={roles.length + 1}>
                  {group}
                </th>
              </tr>
              {codes.map((code) => (
                <tr key={code}>
                  <th scope="row">{staffPermissions[code].label}</th>
                  {roles.map((role) => (
                    <td key={role.key}>
                      <Mark role={role} code={code} />
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  </Panel>
)

function Mark({ role, code }: { role: RoleRow; code: StaffPermissionCode }) {
  if (role.readsAll) return <span className="mute">只读</span>
  return role.codes.includes(code) ? <span>有</span> : <span className="mute">—</span>
}
