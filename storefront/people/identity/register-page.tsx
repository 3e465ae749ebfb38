import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { type Control, Controller, useWatch } from 'react-hook-form'
import { loginAndRegistrationEndpoints } from '#contract/people/identity/api.ts'
import type { LoginResult } from '#contract/people/identity/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { Navigate, useRouter, useSearch } from '#storefront/platform/routing/routing.tsx'
import { clearErrorAndFocusCodeField, useApiMutationWithFormErrors } from '#storefront/platform/sessions/form-errors.ts'
import { pickLoginRedirectParams, redirectAfterLogin } from '#storefront/platform/sessions/login-redirect.ts'
import { loginAndRegistrationApi, startSession } from '#storefront/platform/sessions/session.ts'
import { readToken } from '#storefront/platform/sessions/token.ts'
import { mallProfile } from '#ui/mall.ts'
import { FormErrorMessage } from './authentication/form-error.tsx'
import { NewPasswordField } from './authentication/password-field.tsx'
import { SmsCodeField } from './authentication/sms-code-field.tsx'
import { LoginLayout } from './login-layout.tsx'

/** /register. A logged-in person is redirected to the home page. */
export function Page() {
  const [already] = useState(() => readToken() !== null)
  const search = useSearch()
  if (already) return <Navigate to="/" replace />
  return (
    <LoginLayout title="注册" hint={`用手机号注册${mallProfile.name}，注册后即可申请赊销额度`}>
      <Form />
      <p className="mt-5 text-sm text-mute">
        已有账号？
        <Link to="/login" search={pickLoginRedirectParams(search)} className="finger font-medium text-jade hover:underline">
          直接登录
        </Link>
      </p>
    </LoginLayout>
  )
}

type Given = InputOf<typeof loginAndRegistrationEndpoints.registerByMobileImageCode>

/** After a registration the person is logged in. If he was invited to other enterprises, he first chooses one. */
function useArrive() {
  const router = useRouter()
  const search = useSearch()
  return async (answer: LoginResult) => {
    startSession(answer)
    showNotice(`注册成功，欢迎使用${mallProfile.name}`)
    if (answer.hasMultiSubAccount) await router.navigate({ to: '/login_success', search: pickLoginRedirectParams(search), replace: true })
    else redirectAfterLogin(search, router.history)
  }
}

function Form() {
  const [form, sent] = usePersistedForm<Given>('registration', {
    resolver: standardSchemaResolver(loginAndRegistrationEndpoints.registerByMobileImageCode.input),
    mode: 'onChange',
    defaultValues: { mobile: '', code: '', pwd: '' },
  })
  const { errors } = form.formState
  const [mobile, pwd] = useWatch({ control: form.control, name: ['mobile', 'pwd'] })
  const register = useApiMutationWithFormErrors(form, loginAndRegistrationApi.registerByMobileImageCode, useArrive(), {
    clearStoredForm: sent,
  })
  return (
    <form noValidate onSubmit={form.handleSubmit((given) => register.mutate(given))} className="flex flex-col gap-1">
      {errors.root?.message && <FormErrorMessage>{errors.root.message}</FormErrorMessage>}
      <TextField
        label="手机号"
        type="tel"
        inputMode="numeric"
        autoComplete="username"
        maxLength={11}
        placeholder="请输入手机号"
        error={errors.mobile?.message}
        {...form.register('mobile')}
      />
      <SmsCodeField
        purpose="register"
        mobile={mobile}
        check={() => form.trigger('mobile', { shouldFocus: true })}
        onSent={() => clearErrorAndFocusCodeField(form)}
        error={errors.code?.message}
        {...form.register('code')}
      />
      <NewPasswordField label="设置密码" typed={pwd} mobile={mobile} error={errors.pwd?.message} {...form.register('pwd')} />
      <Agree control={form.control} />
      <Button type="submit" look="call" size="lg" className="mt-2 w-full" busy={register.isPending}>
        注册
      </Button>
    </form>
  )
}

const agreements = [
  ['2', '用户协议'],
  ['6', '隐私协议'],
] as const

/** The texts open in another tab, so the form keeps its input. */
function Agree({ control }: { control: Control<Given> }) {
  return (
    <Controller
      control={control}
      name="agree"
      render={({ field, fieldState: { error } }) => (
        <div>
          <div className="flex items-start">
            <Checkbox
              label="我已阅读并同意用户协议和隐私协议"
              value={field.value ? 'all' : 'none'}
              onChange={(checked) => field.onChange(checked || undefined)}
              invalid={error !== undefined}
              ref={field.ref}
            >
              <span className="text-sm">我已阅读并同意</span>
            </Checkbox>
            <span className="text-sm leading-5.5">
              {agreements.map(([categoryId, title]) => (
                <Link
                  key={categoryId}
                  to="/article_detail_new"
                  search={{ categoryId }}
                  target="_blank"
                  className="inline-flex min-h-6 items-center text-jade hover:underline"
                >
                  《{title}》
                </Link>
              ))}
            </span>
          </div>
          <p role={error ? 'alert' : undefined} className="mt-1 min-h-5 text-sm text-danger">
            {error?.message}
          </p>
        </div>
      )}
    />
  )
}
