import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { CircleCheck, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { Mobile, SmsCode } from '#contract/platform/core/fields.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { SettingsFormPanel, SettingsPageFrame } from '#storefront/people/account/settings-frame.tsx'
import { FormErrorMessage } from '#storefront/people/identity/authentication/form-error.tsx'
import { SmsCodeField } from '#storefront/people/identity/authentication/sms-code-field.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { EmptyState } from '#storefront/platform/components/states.tsx'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import { clearErrorAndFocusCodeField, showRefusalAtFormField } from '#storefront/platform/sessions/form-errors.ts'
import { loginAndRegistrationApi, queryClient, userQuery } from '#storefront/platform/sessions/session.ts'
import { HANDLED_AT_FIELD, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { mallProfile } from '#ui/mall.ts'
import { ChangeMobileSteps } from './mobile-steps.tsx'
import { deleteMobileChangeTicket, readMobileChangeTicket } from './mobile-ticket.ts'

const notes = [
  `新手机号不能已注册过${mallProfile.name}。`,
  '更换后用新手机号登录，其他设备会退出登录。',
  '更换后 24 小时内不能使用钱包和赊销支付。',
] as const

/** /setting_new_telephone: the second step to change the mobile number. Without the first step it redirects there. */
export function Page() {
  return (
    <SettingsPageFrame title="绑定新手机号">
      <SettingsFormPanel notes={notes}>
        <Step />
      </SettingsFormPanel>
    </SettingsPageFrame>
  )
}

function Step() {
  const [ticket, setTicket] = useState(readMobileChangeTicket)
  const [done, setDone] = useState(false)
  const clearTicket = () => {
    deleteMobileChangeTicket()
    setTicket(undefined)
  }
  const finish = async () => {
    clearTicket()
    setDone(true)
    await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
  }
  if (done) return <Bound />
  if (ticket === undefined) return <FirstStepFirst />
  return (
    <>
      <ChangeMobileSteps at={1} />
      <Form ticket={ticket} done={finish} expired={clearTicket} />
    </>
  )
}

function Bound() {
  return (
    <>
      <ChangeMobileSteps at={2} />
      <div role="status" className="flex flex-col items-center gap-2 py-4 text-center">
        <CircleCheck className="size-12 text-success" strokeWidth={1.4} aria-hidden />
        <p className="text-md font-medium">手机号已更换</p>
        <p className="text-sm text-mute">下次请用新手机号登录；24 小时内不能使用钱包和赊销支付。</p>
      </div>
      <div className="flex justify-center">
        <ButtonLink to="/setting" look="line">
          返回设置
        </ButtonLink>
      </div>
    </>
  )
}

function FirstStepFirst() {
  return (
    <EmptyState
      icon={ShieldCheck}
      title="请先验证原手机号"
      hint="验证结果 10 分钟内有效，刷新页面后需要重新验证"
      action={<ButtonLink to="/setting_change_phone">去验证</ButtonLink>}
    />
  )
}

const Given = z.object({ mobile: Mobile, code: SmsCode })
type Given = z.output<typeof Given>

function Form({ ticket, done, expired }: { ticket: string; done: () => unknown; expired: () => void }) {
  const [form, sent] = usePersistedForm<Given>('new mobile', {
    resolver: standardSchemaResolver(Given),
    mode: 'onChange',
    defaultValues: { mobile: '', code: '' },
  })
  const { errors } = form.formState
  const mobile = useWatch({ control: form.control, name: 'mobile' })
  const bind = useApiMutation(loginAndRegistrationApi.changeMobileStep2, {
    clearStoredForm: sent,
    onSuccess: done,
    onError: (error) => {
      if (!(error instanceof Refusal) || error.reason !== 'TICKET_NOT_FOUND') return showRefusalAtFormField(form, error)
      expired()
      return HANDLED_AT_FIELD
    },
  })
  return (
    <form noValidate onSubmit={form.handleSubmit((given) => bind.mutate({ ticket, ...given }))} className="flex flex-col gap-1">
      {errors.root?.message && <FormErrorMessage>{errors.root.message}</FormErrorMessage>}
      <TextField
        label="新手机号"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        maxLength={11}
        placeholder="请输入新手机号"
        error={errors.mobile?.message}
        {...form.register('mobile')}
      />
      <SmsCodeField
        purpose="bindMobile"
        mobile={mobile}
        check={() => form.trigger('mobile', { shouldFocus: true })}
        onSent={() => clearErrorAndFocusCodeField(form)}
        error={errors.code?.message}
        {...form.register('code')}
      />
      <Button type="submit" busy={bind.isPending} className="mt-2 w-full md:w-fit">
        确认更换
      </Button>
    </form>
  )
}
