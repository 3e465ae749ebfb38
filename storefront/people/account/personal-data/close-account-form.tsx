import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Controller, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { personalDataEndpoints } from '#contract/people/identity/personal-data-api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { FormErrorMessage } from '#storefront/people/identity/authentication/form-error.tsx'
import { PasswordField } from '#storefront/people/identity/authentication/password-field.tsx'
import { SmsCodeField } from '#storefront/people/identity/authentication/sms-code-field.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { Card } from '#storefront/platform/components/card.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { useRouter } from '#storefront/platform/routing/routing.tsx'
import { clearErrorAndFocusCodeField, useApiMutationWithFormErrors } from '#storefront/platform/sessions/form-errors.ts'
import { clearEndedSession } from '#storefront/platform/sessions/session.ts'
import { personalDataApi } from './personal-data-api.ts'

const Given = personalDataEndpoints.close.input
/** While the box is not checked, `agree` is missing. */
type Given = Omit<InputOf<typeof personalDataEndpoints.close>, 'agree'> & { agree: true | undefined }

/** Closes the account with the login password, an SMS code and a checkbox. `mobile`: the masked number that receives the code. */
export function CloseAccountForm({ mobile }: { mobile: string }) {
  const router = useRouter()
  const form = useForm<Given, unknown, z.output<typeof Given>>({
    resolver: standardSchemaResolver(Given),
    mode: 'onChange',
    defaultValues: { pwd: '', code: '', agree: undefined },
  })
  const { errors } = form.formState
  const close = useApiMutationWithFormErrors(form, personalDataApi.close, async () => {
    clearEndedSession()
    showNotice('账号已注销')
    await router.navigate({ to: '/', replace: true })
  })
  return (
    <Card title="确认注销">
      <form noValidate onSubmit={form.handleSubmit((given) => close.mutate(given))} className="flex max-w-[420px] flex-col gap-1">
        {errors.root?.message && <FormErrorMessage>{errors.root.message}</FormErrorMessage>}
        <p className="mb-3">
          验证码将发送至 <b className="num text-md font-semibold">{mobile}</b>
        </p>
        <SmsCodeField
          purpose="closeAccount"
          mobile={mobile}
          onSent={() => clearErrorAndFocusCodeField(form)}
          error={errors.code?.message}
          {...form.register('code')}
        />
        <PasswordField
          label="登录密码"
          autoComplete="current-password"
          placeholder="请输入登录密码"
          error={errors.pwd?.message}
          {...form.register('pwd')}
        />
        <Controller
          control={form.control}
          name="agree"
          render={({ field, fieldState: { error } }) => (
            <div>
              <Checkbox
                label="我已知悉注销的后果和依法保留的数据"
                value={field.value ? 'all' : 'none'}
                onChange={(checked) => field.onChange(checked || undefined)}
                invalid={error !== undefined}
                ref={field.ref}
              >
                <span className="text-sm">我已知悉注销的后果和依法保留的数据</span>
              </Checkbox>
              <p className="mt-1 min-h-5 text-sm text-danger" role={error === undefined ? undefined : 'alert'}>
                {error?.message}
              </p>
            </div>
          )}
        />
        <div>
          <Button type="submit" look="danger" busy={close.isPending}>
            注销账号
          </Button>
        </div>
      </form>
    </Card>
  )
}
