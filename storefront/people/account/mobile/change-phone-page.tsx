import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { loginAndRegistrationEndpoints } from '#contract/people/identity/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { SettingsFormPanel, SettingsPageFrame } from '#storefront/people/account/settings-frame.tsx'
import { FormErrorMessage } from '#storefront/people/identity/authentication/form-error.tsx'
import { SmsCodeField } from '#storefront/people/identity/authentication/sms-code-field.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useRouter } from '#storefront/platform/routing/routing.tsx'
import { clearErrorAndFocusCodeField, useApiMutationWithFormErrors } from '#storefront/platform/sessions/form-errors.ts'
import { loginAndRegistrationApi } from '#storefront/platform/sessions/session.ts'
import { useUserQuery } from '#storefront/platform/sessions/use-session.ts'
import { ChangeMobileSteps } from './mobile-steps.tsx'
import { saveMobileChangeTicket } from './mobile-ticket.ts'

const notes = [
  '先验证原手机号，再绑定新手机号；验证后请在 10 分钟内完成绑定。',
  '更换后用新手机号登录，其他设备会退出登录。',
  '更换后 24 小时内不能使用钱包和赊销支付。',
  '原手机号已停用、收不到验证码的，请联系客服。',
] as const

/** /setting_change_phone: the first step to change the mobile number proves the current one. */
export function Page() {
  const user = useUserQuery()
  return (
    <SettingsPageFrame title="更换手机号">
      <SettingsFormPanel notes={notes}>
        <ChangeMobileSteps at={0} />
        <QueryContent from={user} skeleton={<Skeleton className="h-60" />}>
          {({ mobile }) => <Form mobile={mobile} />}
        </QueryContent>
      </SettingsFormPanel>
    </SettingsPageFrame>
  )
}

type Given = InputOf<typeof loginAndRegistrationEndpoints.changeMobileStep1>

function Form({ mobile }: { mobile: string }) {
  const router = useRouter()
  const form = useForm<Given>({
    resolver: standardSchemaResolver(loginAndRegistrationEndpoints.changeMobileStep1.input),
    mode: 'onChange',
    defaultValues: { code: '' },
  })
  const { errors } = form.formState
  const prove = useApiMutationWithFormErrors(form, loginAndRegistrationApi.changeMobileStep1, async ({ ticket }) => {
    saveMobileChangeTicket(ticket)
    await router.navigate({ to: '/setting_new_telephone' })
  })
  return (
    <form noValidate onSubmit={form.handleSubmit((given) => prove.mutate(given))} className="flex flex-col gap-1">
      {errors.root?.message && <FormErrorMessage>{errors.root.message}</FormErrorMessage>}
      <p className="mb-3">
        当前手机号 <b className="num text-md font-semibold">{mobile}</b>
      </p>
      <SmsCodeField
        purpose="changeMobile"
        mobile={mobile}
        onSent={() => clearErrorAndFocusCodeField(form)}
        error={errors.code?.message}
        {...form.register('code')}
      />
      <Button type="submit" busy={prove.isPending} className="mt-2 w-full md:w-fit">
        下一步
      </Button>
    </form>
  )
}
