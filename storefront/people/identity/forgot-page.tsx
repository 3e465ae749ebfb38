import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useWatch } from 'react-hook-form'
import { loginAndRegistrationEndpoints } from '#contract/people/identity/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useRouter, useSearch } from '#storefront/platform/routing/routing.tsx'
import { clearErrorAndFocusCodeField, useApiMutationWithFormErrors } from '#storefront/platform/sessions/form-errors.ts'
import { pickLoginRedirectParams } from '#storefront/platform/sessions/login-redirect.ts'
import { clearEndedSession, loginAndRegistrationApi } from '#storefront/platform/sessions/session.ts'
import { FormErrorMessage } from './authentication/form-error.tsx'
import { NewPasswordField } from './authentication/password-field.tsx'
import { SmsCodeField } from './authentication/sms-code-field.tsx'
import { LoginLayout } from './login-layout.tsx'

/** /login_forget_pwd: resets the login password by SMS code. */
export function Page() {
  const search = useSearch()
  return (
    <LoginLayout title="找回密码" hint="验证注册手机号后设置新的登录密码">
      <Form />
      <p className="mt-5 text-sm text-mute">
        想起密码了？
        <Link to="/login" search={pickLoginRedirectParams(search)} className="finger font-medium text-jade hover:underline">
          返回登录
        </Link>
      </p>
    </LoginLayout>
  )
}

type Given = InputOf<typeof loginAndRegistrationEndpoints.resetPwdByMobile>

/** All devices are logged out now, including this one. What an expired session has kept here ends too. */
function useLeave() {
  const router = useRouter()
  const search = useSearch()
  return async () => {
    clearEndedSession()
    await router.navigate({ to: '/login_forget_success', search: pickLoginRedirectParams(search), replace: true })
  }
}

function Form() {
  const [form, sent] = usePersistedForm<Given>('forgotten password', {
    resolver: standardSchemaResolver(loginAndRegistrationEndpoints.resetPwdByMobile.input),
    mode: 'onChange',
    defaultValues: { mobile: '', code: '', pwd: '' },
  })
  const { errors } = form.formState
  const [mobile, pwd] = useWatch({ control: form.control, name: ['mobile', 'pwd'] })
  const reset = useApiMutationWithFormErrors(form, loginAndRegistrationApi.resetPwdByMobile, useLeave(), { clearStoredForm: sent })
  return (
    <form noValidate onSubmit={form.handleSubmit((given) => reset.mutate(given))} className="flex flex-col gap-1">
      {errors.root?.message && <FormErrorMessage>{errors.root.message}</FormErrorMessage>}
      <TextField
        label="手机号"
        type="tel"
        inputMode="numeric"
        autoComplete="username"
        maxLength={11}
        placeholder="请输入注册时的手机号"
        error={errors.mobile?.message}
        {...form.register('mobile')}
      />
      <SmsCodeField
        purpose="reset"
        mobile={mobile}
        check={() => form.trigger('mobile', { shouldFocus: true })}
        onSent={() => clearErrorAndFocusCodeField(form)}
        error={errors.code?.message}
        {...form.register('code')}
      />
      <NewPasswordField label="新密码" typed={pwd} mobile={mobile} error={errors.pwd?.message} {...form.register('pwd')} />
      <Button type="submit" look="call" size="lg" className="mt-2 w-full" busy={reset.isPending}>
        重置密码
      </Button>
      <p className="mt-2 text-xs text-mute">重置后所有设备会退出登录；支付密码不变。</p>
    </form>
  )
}
