import { Checkbox, Form, Input } from 'antd'
import {
  ReauthenticationFields,
  type ReauthenticationValues,
} from '#console/platform/components/authentication/reauthentication-fields.tsx'
import { DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { checkPermission } from '#console/platform/sessions/permissions.ts'
import { useCurrentStaff } from '#console/platform/sessions/use-staff.ts'
import { platformKeyFields } from '#contract/integration/integration/platform-key-api.ts'
import { type PlatformKeyScope, platformKeyScopeNames, platformKeyScopes } from '#contract/platform/core/permissions.ts'
import { invalidatedByPlatformKey, platformKeyApi } from './platform-keys-api.ts'

interface Fields extends ReauthenticationValues {
  name: string
  scopes: PlatformKeyScope[]
  addresses?: string
  expiresOn?: string
}

/** The effect of a scope, next to its checkbox. */
const purposes: Record<PlatformKeyScope, string> = {
  goods: '新增、修改并发布商品',
  prices: '修改全站价',
  stock: '设定或增减库存',
  journal: '读取记账凭证',
}

const splitAddresses = (text = ''): string[] => text.split(/[\s,，、;；]+/).filter((part) => part !== '')

/** The form for a new key. `onCreated` receives the key, which is shown once. */
export function CreatePlatformKeyDrawer({
  open,
  close,
  onCreated,
}: {
  open: boolean
  close: () => void
  onCreated: (token: string) => void
}) {
  const staff = useCurrentStaff()
  const scopes = platformKeyScopeNames.filter((scope) => staff && checkPermission(staff, platformKeyScopes[scope]).allowed)
  const add = useApiMutation(platformKeyApi.add, {
    invalidates: invalidatedByPlatformKey,
    onSuccess: ({ token }) => {
      close()
      onCreated(token)
    },
  })
  return (
    <FormDrawer<Fields>
      title="创建密钥"
      open={open}
      close={close}
      busy={add.isPending}
      initial={{ scopes: [] }}
      submit={({ addresses, expiresOn, ...rest }) =>
        add.mutate({
          ...rest,
          addresses: splitAddresses(addresses),
          expiresOn: expiresOn === undefined || expiresOn === '' ? null : expiresOn,
        })
      }
      submitText="创建"
    >
      <Form.Item name="name" label="名称" required rules={[toFormRule(platformKeyFields.name)]} extra="写明用在哪个系统，例如“ERP 库存”">
        <Input autoComplete="off" maxLength={30} autoFocus />
      </Form.Item>
      <Form.Item name="scopes" label="权限（至少一个）" rules={[toFormRule(platformKeyFields.scopes)]}>
        <Checkbox.Group className="scope-choice">
          {scopes.map((scope) => (
            <Checkbox key={scope} value={scope}>
              {platformKeyScopes[scope].label}
              <small>{purposes[scope]}</small>
            </Checkbox>
          ))}
        </Checkbox.Group>
      </Form.Item>
      <Form.Item name="addresses" label="允许的 IP 地址" extra="每行一个，可用 10.1.0.0/16 表示网段；不填则不限">
        <Input.TextArea className="num" rows={3} autoComplete="off" />
      </Form.Item>
      <DayField name="expiresOn" label="到期日" optional />
      <ReauthenticationFields />
      <p className="drawer-note">密钥以您的名义写入，只能写您负责的店铺；您的角色变化或账号停用时，密钥随之受限或失效。</p>
    </FormDrawer>
  )
}
