import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { LoginPassword } from '#contract/platform/core/fields.ts'
import { FormErrorMessage } from '#storefront/people/identity/authentication/form-error.tsx'
import { NewPasswordField, PasswordField } from '#storefront/people/identity/authentication/password-field.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useRouter } from '#storefront/platform/routing/routing.tsx'
import { useApiMutationWithFormErrors } from '#storefront/platform/sessions/form-errors.ts'
import { userSecurityApi } from './settings-api.ts'
import { SettingsFormPanel, SettingsPageFrame } from './settings-frame.tsx'

const notes = [
  '新密码 6-20 位，不能是常见密码，也不能是手机号的末几位。',
  '修改后其他设备会退出登录，本机保持登录；支付密码不变。',
  '登录密码连续输错 5 次会锁定 15 分钟。',
] as const

/** /setting_change_pwd */
export function Page() {
  return (
    <SettingsPageFrame title="修改登录密码">
      <SettingsFormPanel notes={notes}>
        <Form />
      </SettingsFormPanel>
    </SettingsPageFrame>
  )
}

const Given = z
  .object({ oldPwd: LoginPassword, newPwd: LoginPassword, again: z.string() })
  .check(z.refine(({ newPwd, again }) => again === newPwd, { error: '两次输入的新密码不一致', path: ['again'] }))
type Given = z.output<typeof Given>

function Form() {
  const router = useRouter()
  const form = useForm<Given>({
    resolver: standardSchemaResolver(Given),
    mode: 'onChange',
    defaultValues: { oldPwd: '', newPwd: '', again: '' },
  })
  const { errors, dirtyFields } = form.formState
  const newPwd = useWatch({ control: form.control, name: 'newPwd' })
  const change = useApiMutationWithFormErrors(form, userSecurityApi.changePwd, async () => {
    showNotice('登录密码已修改，其他设备已退出登录')
    await router.navigate({ to: '/setting' })
  })
  const submit = form.handleSubmit((given) => change.mutate({ oldPwd: given.oldPwd, newPwd: given.newPwd }))
  // The repeated password is validated again when the first one changes.
  const repeat = () => dirtyFields.again && form.trigger('again')
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-1">
      {errors.root?.message && <FormErrorMessage>{errors.root.message}</FormErrorMessage>}
      <PasswordField
        label="原密码"
        autoComplete="current-password"
        placeholder="请输入原登录密码"
        error={errors.oldPwd?.message}
        {...form.register('oldPwd')}
      />
      <NewPasswordField label="新密码" typed={newPwd} error={errors.newPwd?.message} {...form.register('newPwd', { onChange: repeat })} />
      <PasswordField
        label="确认新密码"
        autoComplete="new-password"
        placeholder="请再次输入新密码"
        error={errors.again?.message}
        {...form.register('again')}
      />
      <div className="mt-2 flex items-center justify-between gap-3">
        <Button type="submit" busy={change.isPending} className="flex-1 md:flex-none">
          确认修改
        </Button>
        <Link to="/login_forget_pwd" className="finger text-sm text-jade hover:underline">
          忘记原密码
        </Link>
      </div>
    </form>
  )
}
