import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { InputOf } from '../../contract/endpoint.ts'
import { userSecurity } from '../../contract/identity/api.ts'
import type { UserDetail } from '../../contract/identity/shapes.ts'
import { FormReason } from '../identity/proof/form-reason.tsx'
import { useFormCall } from '../identity/proof/tell-form.ts'
import { Button } from '../parts/button.tsx'
import { Modal } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { FormButtons } from '../parts/form-buttons.tsx'
import { showNotice } from '../parts/notify.ts'
import { queries, userQuery } from '../session/session.ts'
import { SettingRow } from './setting-row.tsx'
import { userSecurityApi } from './settings-api.ts'

/** The person's name. That of a sub-account is what its company calls it. */
export function NameRow({ user }: { user: UserDetail }) {
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

type Given = InputOf<typeof userSecurity.changeName>

function NameForm({ name, close }: { name: string; close: () => void }) {
  const form = useForm<Given>({
    resolver: standardSchemaResolver(userSecurity.changeName.input),
    mode: 'onChange',
    defaultValues: { name },
  })
  const { errors } = form.formState
  const change = useFormCall(form, userSecurityApi.changeName, async () => {
    await queries.invalidateQueries({ queryKey: userQuery.queryKey })
    showNotice('姓名已修改')
    close()
  })
  return (
    <form noValidate onSubmit={form.handleSubmit((given) => change.mutate(given))}>
      {errors.root?.message && <FormReason>{errors.root.message}</FormReason>}
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
