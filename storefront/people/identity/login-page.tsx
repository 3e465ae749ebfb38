import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState, useSyncExternalStore } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Button } from '#storefront/platform/components/button.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { Navigate, useLocation, useSearch } from '#storefront/platform/routing/routing.tsx'
import { pickLoginRedirectParams } from '#storefront/platform/sessions/login-redirect.ts'
import { getPendingRequests, listPendingActionLabels, watchPendingRequests } from '#storefront/platform/sessions/pending-requests.ts'
import { readToken } from '#storefront/platform/sessions/token.ts'
import { mallProfile } from '#ui/mall.ts'
import { CaptchaField } from './authentication/captcha-field.tsx'
import { FormErrorMessage } from './authentication/form-error.tsx'
import { PasswordField } from './authentication/password-field.tsx'
import { useCaptcha } from './authentication/use-captcha.ts'
import { LoginLayout } from './login-layout.tsx'
import { getLastFailedLogin, LoginFields, useLogin } from './use-login.ts'

/** /login and, after a failure, /login_error. A logged-in person is redirected to the home page. */
export function Page() {
  const [already] = useState(() => readToken() !== null)
  const failed = useLocation().pathname === '/login_error'
  if (already) return <Navigate to="/" replace />
  return (
    <LoginLayout title="登录" hint={`用手机号登录${mallProfile.name}`}>
      <Waiting />
      <Form failed={failed} />
      <WaysOut />
    </LoginLayout>
  )
}

/** Why the person has to log in again, and what happens afterwards. */
function Waiting() {
  const expired = useLocation().state.expired === true
  // Several requests can find the session ended. The answer to the first one opens this screen, and the others still arrive.
  const acts = listPendingActionLabels(useSyncExternalStore(watchPendingRequests, getPendingRequests))
  if (!expired && acts.length === 0) return null
  return (
    <p role="status" className="mb-3 rounded-control bg-copper-tint px-3 py-2 text-sm text-gold">
      {expired ? '登录已过期，请重新登录。' : '请先登录。'}
      {acts.length > 0 && `登录后会继续：${acts.join('、')}`}
    </p>
  )
}

/** After a reload of /login_error the reason is lost; the advice is not. */
const FORGOTTEN = '登录没有成功，请核对手机号、密码和图形验证码后重试'

function useLoginForm(failed: boolean) {
  const [last] = useState(() => (failed ? getLastFailedLogin() : undefined))
  const form = useForm<LoginFields>({
    resolver: standardSchemaResolver(LoginFields),
    mode: 'onChange',
    defaultValues: { mobile: last?.mobile ?? '', pwd: last?.pwd ?? '', imageCode: '' },
  })
  const imageCode = useWatch({ control: form.control, name: 'imageCode' })
  const captcha = useCaptcha({ purpose: 'login', untouched: imageCode === '' })
  const reloadCaptcha = () => {
    form.resetField('imageCode')
    return captcha.refetch()
  }
  const login = useLogin({ imageKey: captcha.data?.key ?? '', reloadCaptcha })
  return { form, captcha, reloadCaptcha, login, reason: login.error?.message ?? last?.message ?? (failed ? FORGOTTEN : undefined) }
}

function Form({ failed }: { failed: boolean }) {
  const { form, captcha, reloadCaptcha, login, reason } = useLoginForm(failed)
  const { errors } = form.formState
  const reload = () => {
    void reloadCaptcha()
    form.setFocus('imageCode')
  }
  return (
    <form noValidate onSubmit={form.handleSubmit((given) => login.mutate(given))} className="flex flex-col gap-1">
      {reason !== undefined && !login.isPending && <FormErrorMessage>{reason}</FormErrorMessage>}
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
      <PasswordField
        label="密码"
        autoComplete="current-password"
        placeholder="6-20 位密码"
        error={errors.pwd?.message}
        {...form.register('pwd')}
      />
      <CaptchaField
        placeholder="4 位字符"
        picture={captcha.data?.imgBase64}
        failed={captcha.isError}
        onReload={reload}
        error={errors.imageCode?.message ?? (captcha.isError ? '图形验证码加载失败，请点击图片处重试' : undefined)}
        {...form.register('imageCode')}
      />
      <Button type="submit" look="call" size="lg" className="mt-2 w-full" busy={login.isPending} disabled={captcha.data === undefined}>
        登录
      </Button>
    </form>
  )
}

function WaysOut() {
  const search = useSearch()
  return (
    <p className="mt-5 flex justify-between text-sm">
      <span className="text-mute">
        还没有账号？
        <Link to="/register" search={pickLoginRedirectParams(search)} className="finger font-medium text-jade hover:underline">
          立即注册
        </Link>
      </span>
      <Link to="/login_forget_pwd" search={pickLoginRedirectParams(search)} className="finger text-jade hover:underline">
        忘记密码
      </Link>
    </p>
  )
}
