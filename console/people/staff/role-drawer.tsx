import { Checkbox, Form, Input } from 'antd'
import { useShowSensitiveChangeResult } from '#console/people/sensitive-changes/use-show-change-result.ts'
import { SENSITIVE_CHANGE_SECOND_PERSON_TEXT } from '#console/platform/components/authentication/second-person-texts.ts'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useCurrentStaff } from '#console/platform/sessions/use-staff.ts'
import {
  CUSTOM_ROLE_NAME_MAX,
  type CustomRole,
  consoleCustomRoleEndpoints,
  formatPermissions,
} from '#contract/people/staff/custom-role-api.ts'
import { staffPermissions } from '#contract/platform/core/staff-permissions.ts'
import { groupPermissions, type RoleCopy } from './roles-view.ts'
import { customRoleApi, invalidatedByCustomRole } from './staff-api.ts'

type RoleContent = RoleCopy['copy']

/** The subject of the drawer: a new role with what it begins with, or one that is changed. */
export type RoleInput = RoleCopy | { row: CustomRole }

const rules = consoleCustomRoleEndpoints.add.input.shape
const MISSING = '您自己没有这项权限'

function RoleFields() {
  const own = useCurrentStaff()?.codes ?? []
  return (
    <>
      <Form.Item name="name" label="名称" required rules={[toFormRule(rules.name)]}>
        <Input autoComplete="off" maxLength={CUSTOM_ROLE_NAME_MAX} autoFocus />
      </Form.Item>
      <Form.Item name="description" label="说明" rules={[toFormRule(rules.description)]}>
        <Input autoComplete="off" maxLength={200} placeholder="谁用、做什么" />
      </Form.Item>
      <Form.Item name="codes" label="权限" required rules={[toFormRule(rules.codes)]}>
        <Checkbox.Group className="role-permissions">
          {groupPermissions({ given: true }).map(([group, codes]) => (
            <fieldset key={group}>
              <legend>{group}</legend>
              {codes.map((code) => (
                <Checkbox key={code} value={code} disabled={!own.includes(code)} title={own.includes(code) ? '' : MISSING}>
                  {staffPermissions[code].label}
                </Checkbox>
              ))}
            </fieldset>
          ))}
        </Checkbox.Group>
      </Form.Item>
    </>
  )
}

interface Props {
  open: boolean
  close: () => void
}

/** The form for a new role, or for a changed one. */
export const RoleDrawer = ({ edited, ...drawer }: Props & { edited: RoleInput }) =>
  'row' in edited ? <ModifyRole {...drawer} row={edited.row} /> : <AddRole {...drawer} {...edited} />

function AddRole({ copy, left, open, close }: Props & RoleCopy) {
  const add = useApiMutation(customRoleApi.add, { invalidates: invalidatedByCustomRole, successMessage: '已新增角色', close })
  return (
    <FormDrawer<RoleContent>
      title="新增角色"
      open={open}
      close={close}
      busy={add.isPending}
      initial={copy}
      submit={(role) => add.mutate(role)}
      submitText="新增"
      wide
    >
      {left.length > 0 && <p className="drawer-note">没有复制您自己没有、或只属于管理员的权限：{formatPermissions(left)}。</p>}
      <RoleFields />
      <p className="drawer-note">新增后在“员工”里给人使用。含资金、证件或管理权限的角色给人时，{SENSITIVE_CHANGE_SECOND_PERSON_TEXT}。</p>
    </FormDrawer>
  )
}

function ModifyRole({ row, open, close }: Props & { row: CustomRole }) {
  const done = useShowSensitiveChangeResult('已修改，对使用的人立即生效', close)
  const modify = useApiMutation(customRoleApi.modify, { invalidates: invalidatedByCustomRole, onSuccess: done })
  const { roleId, name, description, codes, rowVersion } = row
  return (
    <FormDrawer<RoleContent & RowVersionFormValues>
      title="修改角色"
      open={open}
      close={close}
      busy={modify.isPending}
      initial={{ name, description, codes, rowVersion }}
      submit={(role) => modify.mutate({ roleId, ...role })}
      submitText="保存"
      wide
    >
      <RowVersionFormItem error={modify.error} />
      <RoleFields />
      <p className="drawer-note">增加权限{SENSITIVE_CHANGE_SECOND_PERSON_TEXT}；其他修改对使用的人立即生效。</p>
    </FormDrawer>
  )
}
