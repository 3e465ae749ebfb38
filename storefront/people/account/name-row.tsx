import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import type { UserDetail } from '#contract/people/identity/shapes.ts'
import { userSecurityEndpoints } from '#contract/people/identity/user-security-api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { FormErrorMessage } from '#storefront/people/identity/authentication/form-error.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import { showRefusalAtFormField } from '#storefront/platform/sessions/form-errors.ts'
import { userQuery } from '#storefront/platform/sessions/session.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { SettingRow } from './setting-row.tsx'
import { userSecurityApi } from './settings-api.ts'

/** The person's name. That of a sub-account is the name that its enterprise uses. */
export function EditNameRow({ user }: { user: UserDetail }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <SettingRow word="姓名" value={user.userName ?? <span className="text-mute">未填写</span>}>
        {user.accountType === 2 ? (
          <span className="text-sm text-mute">由主账号设置</span>
        ) : (
          <Button look="line" size="sm" aria-label="修改姓名" onClick={() => setOpen(true)}>
            修改
          </Button>
        )}
      </SettingRow>
      <Modal open={open} onClose={close} title="修改姓名">
        <NameForm name={user.userName ?? ''} close={close} />
      </Modal>
    </>
  )
}

type Given = InputOf<typeof userSecurityEndpoints.changeName>

function NameForm({ name, close }: { name: string; close: () => void }) {
  const [form, sent] = usePersistedForm<Given>('name', {
    resolver: standardSchemaResolver(userSecurityEndpoints.changeName.input),
    mode: 'onChange',
    defaultValues: { name },
  })
  const { errors } = form.formState
  const change = useApiMutation(userSecurityApi.changeName, {
    clearStoredForm: sent,
    invalidates: [userQuery.queryKey],
    onSuccess: () => {
      showNotice('姓名已修改')
      close()
    },
    onError: (error) => showRefusalAtFormField(form, error),
  })
  return (
    <form noValidate onSubmit={form.handleSubmit((given) => change.mutate(given))}>
      {errors.root?.message && <FormErrorMessage>{errors.root.message}</FormErrorMessage>}
      <TextField
        label="姓名"
        autoComplete="name"
        maxLength={30}
        placeholder="请输入姓名"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <FormButtons submit="保存" busy={change.isPending} onCancel={close} />
    </form>
  )
}
