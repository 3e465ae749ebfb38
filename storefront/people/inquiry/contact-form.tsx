import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { INQUIRY_TEXT_MAX, type inquiryEndpoints, inquiryFields } from '#contract/people/inquiry/api.ts'
import { inquiryTopics } from '#contract/people/inquiry/inquiry-lifecycle.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { CaptchaCode } from '#contract/platform/core/fields.ts'
import { CaptchaField } from '#storefront/people/identity/authentication/captcha-field.tsx'
import { FormErrorMessage } from '#storefront/people/identity/authentication/form-error.tsx'
import { useCaptcha } from '#storefront/people/identity/authentication/use-captcha.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { TextAreaField, TextField } from '#storefront/platform/components/field.tsx'
import { ControlledSelectField } from '#storefront/platform/components/select/controlled-select-field.tsx'
import { toLabelOptions } from '#storefront/platform/components/select/select-options.ts'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import { showRefusalAtFormField } from '#storefront/platform/sessions/form-errors.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { inquiryApi } from './inquiry-api.ts'

const Given = z.object(inquiryFields)
const GuestGiven = z.object({ ...inquiryFields, imageCode: CaptchaCode })
type Typed = Omit<InputOf<typeof inquiryEndpoints.submit>, 'imageKey'>

/** The form for a question to the support. A guest also solves a captcha. */
export function SubmitInquiryForm({ loggedIn }: { loggedIn: boolean }) {
  const [sent, setSent] = useState(false)
  const [form, wordsSent] = usePersistedForm<Typed>('inquiry', {
    resolver: standardSchemaResolver(loggedIn ? Given : GuestGiven),
    mode: 'onTouched',
    defaultValues: { name: '', mobile: '', topic: 'goods', text: '', ...(loggedIn ? {} : { imageCode: '' }) },
  })
  const typedCode = useWatch({ control: form.control, name: 'imageCode' }) ?? ''
  const captcha = useCaptcha({ purpose: 'inquiry', untouched: typedCode === '', enabled: !loggedIn && !sent })
  const submit = useApiMutation((given: Typed) => inquiryApi.submit(loggedIn ? given : { ...given, imageKey: captcha.data?.key ?? '' }), {
    clearStoredForm: wordsSent,
    invalidates: [['inquiry']],
    onSuccess: () => setSent(true),
    onError: (error) => {
      const handled = showRefusalAtFormField(form, error)
      // A captcha is valid for one request, whatever its result.
      if (!loggedIn) {
        form.setValue('imageCode', '')
        void captcha.refetch()
      }
      return handled
    },
  })
  if (sent)
    return (
      <Sent
        loggedIn={loggedIn}
        again={() => {
          form.reset({ ...form.getValues(), text: '', ...(loggedIn ? {} : { imageCode: '' }) })
          setSent(false)
        }}
      />
    )
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={form.handleSubmit((given) => submit.mutate(given))} className="flex flex-col gap-1">
      {errors.root?.message && <FormErrorMessage>{errors.root.message}</FormErrorMessage>}
      <Fields form={form} />
      {!loggedIn && (
        <div className="max-w-100">
          <CaptchaField
            picture={captcha.data?.imgBase64}
            failed={captcha.isError}
            onReload={() => void captcha.refetch()}
            error={errors.imageCode?.message}
            {...form.register('imageCode')}
          />
        </div>
      )}
      <Button type="submit" look="call" size="lg" className="mt-2 self-start" busy={submit.isPending}>
        提交留言
      </Button>
    </form>
  )
}

function Fields({ form }: { form: UseFormReturn<Typed> }) {
  const { errors } = form.formState
  const length = [...(useWatch({ control: form.control, name: 'text' }) ?? '')].length
  return (
    <>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField
          label="称呼"
          required
          autoComplete="name"
          maxLength={20}
          placeholder="请输入称呼"
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextField
          label="手机号"
          required
          type="tel"
          inputMode="numeric"
          autoComplete="tel"
          maxLength={11}
          placeholder="请输入手机号"
          error={errors.mobile?.message}
          {...form.register('mobile')}
        />
      </div>
      <ControlledSelectField
        control={form.control}
        name="topic"
        label="主题"
        required
        options={toLabelOptions(inquiryTopics)}
        error={errors.topic?.message}
      />
      <TextAreaField
        label="内容"
        required
        rows={5}
        maxLength={INQUIRY_TEXT_MAX}
        placeholder="请写清订单号、商品型号或遇到的情况"
        hint={`${length}/${INQUIRY_TEXT_MAX}`}
        error={errors.text?.message}
        {...form.register('text')}
      />
    </>
  )
}

function Sent({ loggedIn, again }: { loggedIn: boolean; again: () => void }) {
  return (
    <div role="status" className="flex flex-col items-center gap-2 py-8 text-center">
      <CircleCheck className="size-10 text-success" strokeWidth={1.5} aria-hidden />
      <p className="text-md font-medium">留言已提交</p>
      <p className="text-mute">{loggedIn ? '客服回复后，您会收到站内消息。' : '客服会在工作时间拨打您留下的手机号。'}</p>
      <Button look="line" className="mt-3" onClick={again}>
        再留一条
      </Button>
    </div>
  )
}
