import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import type { UserDetail } from '#contract/people/identity/shapes.ts'
import { FormErrorMessage } from '#storefront/people/identity/authentication/form-error.tsx'
import { PasswordField } from '#storefront/people/identity/authentication/password-field.tsx'
import { SmsCodeField } from '#storefront/people/identity/authentication/sms-code-field.tsx'
import { formatMembershipName } from '#storefront/people/identity/memberships/memberships.ts'
import { refetchReadingOptions, useProvenMobile } from '#storefront/people/verification/forms/use-readings.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { SixDigitInput } from '#storefront/platform/components/six-digit-input.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { readWaitingOrder } from '#storefront/platform/components/waiting-order-storage.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useRouter } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { clearErrorAndFocusCodeField, useApiMutationWithFormErrors } from '#storefront/platform/sessions/form-errors.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { queryClient, userQuery } from '#storefront/platform/sessions/session.ts'
import { useUserQuery } from '#storefront/platform/sessions/use-session.ts'
import { getPayPasswordFormSchema, type PayPasswordForm, toPayPasswordInput } from './pay-password-view.ts'
import { userSecurityApi } from './settings-api.ts'
import { SettingsFormPanel, SettingsPageFrame } from './settings-frame.tsx'

const notesFor = (user: UserDetail | undefined): string[] => [
  ...(user ? [`支付密码按企业分别设置，当前企业：${formatMembershipName(user)}。`] : []),
  '支付密码为 6 位数字，不能是连续、重复的数字或手机号末 6 位。',
  '赊销支付和钱包支付时需要输入；连续输错 5 次锁定 3 小时。',
  ...(user?.payPwdSet ? ['修改后 24 小时内不能使用钱包和赊销支付，其他设备会退出登录。'] : []),
]

/** /setting_set_pay_pwd: sets or replaces the payment password of this membership. */
export function Page() {
  const user = useUserQuery()
  return (
    <SettingsPageFrame title={user.data?.payPwdSet ? '修改支付密码' : '设置支付密码'}>
      <SettingsFormPanel notes={notesFor(user.data)}>
        <QueryContent from={user} skeleton={<Skeleton className="h-100" />}>
          {(detail) => <FormWhenProofIsKnown user={detail} />}
        </QueryContent>
      </SettingsFormPanel>
    </SettingsPageFrame>
  )
}

/** The first payment password within an hour after the registration needs no code: the proof of the registration counts. */
function FormWhenProofIsKnown({ user }: { user: UserDetail }) {
  const mayAsk = usePermission('applyLimit').allowed
  const proven = useProvenMobile(!user.payPwdSet && mayAsk)
  return proven === undefined ? <Skeleton className="h-100" /> : <Form user={user} isProven={proven !== null} />
}

/** The hour may be over when the form is sent. */
const changePayPassword: typeof userSecurityApi.changePayPwd = (input) =>
  userSecurityApi.changePayPwd(input).catch(async (error: unknown) => {
    await refetchReadingOptions()
    throw error
  })

/** Returns to the page that needed the password, such as an unpaid order. */
function useLeave() {
  const router = useRouter()
  return async () => {
    emitClientEvent('payPasswordSet')
    await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
    showNotice('支付密码已设置')
    const order = readWaitingOrder()
    // The confirmation page, where the password was missing, has nothing to confirm any more.
    if (order !== undefined) router.history.replace(order)
    else if (router.history.canGoBack()) router.history.back()
    else await router.navigate({ to: '/setting', replace: true })
  }
}

function Form({ user, isProven }: { user: UserDetail; isProven: boolean }) {
  const form = useForm<PayPasswordForm>({
    resolver: standardSchemaResolver(getPayPasswordFormSchema(isProven)),
    mode: 'onChange',
    defaultValues: { pwd: '', code: '', payPwd: '', again: '' },
  })
  const { errors } = form.formState
  const change = useApiMutationWithFormErrors(form, changePayPassword, useLeave())
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((given) => change.mutate(toPayPasswordInput(given, isProven)))}
      className="flex flex-col gap-1"
    >
      {errors.root?.message && <FormErrorMessage>{errors.root.message}</FormErrorMessage>}
      {isProven ? (
        <p className="mb-3 text-sm text-mute">
          手机号 <b className="num font-semibold text-ink">{user.mobile}</b> 注册时已验证，一小时内无需再次验证
        </p>
      ) : (
        <>
          <p className="mb-3">
            验证码将发送至 <b className="num text-md font-semibold">{user.mobile}</b>
          </p>
          <SmsCodeField
            purpose="payPwd"
            mobile={user.mobile}
            onSent={() => clearErrorAndFocusCodeField(form)}
            error={errors.code?.message}
            {...form.register('code')}
          />
        </>
      )}
      <PasswordField
        label="登录密码"
        autoComplete="current-password"
        placeholder="请输入登录密码"
        error={errors.pwd?.message}
        {...form.register('pwd')}
      />
      <Digits form={form} name="payPwd" label={user.payPwdSet ? '新支付密码' : '支付密码'} />
      <Digits form={form} name="again" label="确认支付密码" />
      <div className="mt-2 flex items-center justify-between gap-3">
        <Button type="submit" busy={change.isPending} className="flex-1 md:flex-none">
          {user.payPwdSet ? '确认修改' : '确认设置'}
        </Button>
        <Link to="/login_forget_pwd" className="finger text-sm text-jade hover:underline">
          忘记登录密码
        </Link>
      </div>
    </form>
  )
}

/** Six input boxes. An error is shown only after the form was sent, or when all boxes are filled. */
function Digits({ form, name, label }: { form: UseFormReturn<PayPasswordForm>; name: 'payPwd' | 'again'; label: string }) {
  const { isSubmitted } = form.formState
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState: { error } }) => (
        <div>
          <SixDigitInput
            label={label}
            ref={field.ref}
            value={field.value}
            onChange={field.onChange}
            {...(name === 'again' ? { hint: '请再输入一次' } : {})}
            fault={isSubmitted || field.value.length === 6 ? error?.message : undefined}
          />
        </div>
      )}
    />
  )
}
