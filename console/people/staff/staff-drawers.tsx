import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input } from 'antd'
import { useShowSensitiveChangeResult } from '#console/people/sensitive-changes/use-show-change-result.ts'
import { SENSITIVE_CHANGE_SECOND_PERSON_TEXT } from '#console/platform/components/authentication/second-person-texts.ts'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useCurrentStaff } from '#console/platform/sessions/use-staff.ts'
import { consoleStaffAccountEndpoints, type StaffAccountRow } from '#contract/people/staff/staff-api.ts'
import { Email } from '#contract/platform/core/fields.ts'
import { type StaffRole, staffRoleNames, staffRoles } from '#contract/platform/core/permissions.ts'
import type { InitialPasswordResult } from './initial-password.tsx'
import { rolePurposes } from './roles-view.ts'
import { customRolesQuery, invalidatedByStaff, staffAccountApi } from './staff-api.ts'

const { name: nameRule, roles: rolesRule } = consoleStaffAccountEndpoints.add.input.shape

interface Account {
  name: string
  roles: StaffRole[]
  customRoleIds: string[]
}

function AccountFields({ own = false }: { own?: boolean }) {
  const customRoles = useQuery(customRolesQuery).data?.filter(({ endedAt }) => endedAt === null) ?? []
  return (
    <>
      <Form.Item name="name" label="姓名" required rules={[toFormRule(nameRule)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="roles"
        label="角色（至少一个）"
        rules={[toFormRule(rolesRule)]}
        extra={own ? '自己的角色由另一位管理员修改' : undefined}
      >
        <Checkbox.Group disabled={own} className="role-choice">
          {staffRoleNames.map((role) => (
            <Checkbox key={role} value={role}>
              {staffRoles[role].label}
              <small>{rolePurposes[role]}</small>
            </Checkbox>
          ))}
        </Checkbox.Group>
      </Form.Item>
      {customRoles.length > 0 && (
        <Form.Item name="customRoleIds" label="自定义角色">
          <Checkbox.Group disabled={own} className="role-choice">
            {customRoles.map(({ roleId, name, description }) => (
              <Checkbox key={roleId} value={roleId}>
                {name}
                <small>{description}</small>
              </Checkbox>
            ))}
          </Checkbox.Group>
        </Form.Item>
      )}
    </>
  )
}

interface AddProps {
  open: boolean
  close: () => void
  /** Shows the initial password of the new account. */
  onCreated: (initial: InitialPasswordResult) => void
}

/** The form for a new account. */
export function AddStaffDrawer({ open, close, onCreated }: AddProps) {
  const add = useApiMutation(staffAccountApi.add, {
    invalidates: invalidatedByStaff,
    onSuccess: ({ initialPwd, initialUntil, takesEffectAt }, { email }) => {
      close()
      onCreated({ email, initialPwd, initialUntil, takesEffectAt })
    },
  })
  return (
    <FormDrawer<Account & { email: string }>
      title="新增员工"
      open={open}
      close={close}
      busy={add.isPending}
      initial={{ roles: [], customRoleIds: [] }}
      submit={(account) => add.mutate(account)}
      submitText="新增"
    >
      <Form.Item name="email" label="邮箱（登录名）" required rules={[toFormRule(Email)]}>
        <Input type="email" autoComplete="off" autoFocus />
      </Form.Item>
      <AccountFields />
      <p className="drawer-note">
        新增后得到一个初始密码，请转告本人；三天内有效，首次登录须修改。您只负责部分店铺的，新员工也只负责这些店铺。含资金、证件或管理权限的角色
        {SENSITIVE_CHANGE_SECOND_PERSON_TEXT}。
      </p>
    </FormDrawer>
  )
}

/** The form to change the name and the roles. */
export function ModifyStaffDrawer({ row, open, close }: { row: StaffAccountRow; open: boolean; close: () => void }) {
  const done = useShowSensitiveChangeResult('已修改，立即生效', close)
  const modify = useApiMutation(staffAccountApi.modify, { invalidates: invalidatedByStaff, onSuccess: done })
  const own = useCurrentStaff()?.staffId === row.staffId
  return (
    <FormDrawer<Account & RowVersionFormValues>
      title="修改员工"
      open={open}
      close={close}
      busy={modify.isPending}
      initial={{
        name: row.name,
        roles: row.roles,
        customRoleIds: row.customRoles.map(({ roleId }) => roleId),
        rowVersion: row.rowVersion,
      }}
      submit={(account) => modify.mutate({ staffId: row.staffId, ...account })}
      submitText="保存"
    >
      <p className="drawer-lead">{row.email}</p>
      <RowVersionFormItem error={modify.error} />
      <AccountFields own={own} />
      <p className="drawer-note">
        给予含资金、证件或管理权限的角色，或取消管理员，{SENSITIVE_CHANGE_SECOND_PERSON_TEXT}；其他修改立即生效。
      </p>
    </FormDrawer>
  )
}
