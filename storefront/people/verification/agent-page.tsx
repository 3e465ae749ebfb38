import { useEffect } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { IDENTITY_DOCUMENTS_AGREEMENT_ID } from '#contract/content/content/api.ts'
import { verificationEndpoints } from '#contract/people/verification/api.ts'
import { companyNatures, industries } from '#contract/people/verification/fields.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { FormErrorMessage } from '#storefront/people/identity/authentication/form-error.tsx'
import { SmsCodeField } from '#storefront/people/identity/authentication/sms-code-field.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { ControlledDayField } from '#storefront/platform/components/day/controlled-day-field.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { ControlledSelectField } from '#storefront/platform/components/select/controlled-select-field.tsx'
import { toWordOptions } from '#storefront/platform/components/select/select-options.ts'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { clearErrorAndFocusCodeField } from '#storefront/platform/sessions/form-errors.ts'
import { AgreementCheckbox } from './forms/consent-row.tsx'
import { FieldGroup, PanelForm } from './forms/form-parts.tsx'
import { IdentityDocumentTile } from './forms/identity-document-tile.tsx'
import { describeReadableField, ReadableField } from './forms/readable-field.tsx'
import { type FormReadings, refetchReadingOptions, toFormReadings, usePictureReading, useReadingOptions } from './forms/use-readings.ts'
import { useVerificationStepForm } from './forms/use-step-form.ts'
import { VerificationStepPage } from './step-page.tsx'
import { verificationApi } from './verification-api.ts'

/** /account_authentication: the agent of the enterprise, proven by an identity document and a mobile number. */
export function Page() {
  return <VerificationStepPage step="agent" form={(enterpriseId) => <AgentForm enterpriseId={enterpriseId} />} />
}

type Given = InputOf<typeof verificationEndpoints.agentAuth>

/** The fields that the identity card fills in. */
const AGENT_FIELDS = { personName: 'name', idNo: 'idNo' } as const

function AgentForm({ enterpriseId }: { enterpriseId: string }) {
  const { form, submit } = useVerificationStepForm<Given, unknown>({
    step: 'agent',
    enterpriseId,
    schema: verificationEndpoints.agentAuth.input,
    // The code has no field while none is needed. It is named here, so that a refusal of it is shown at the field that appears then.
    begun: { name: '', idNo: '', mobile: '', code: undefined, idPhoto: '', companyName: '', entryDate: '' },
    call: (given) =>
      verificationApi.agentAuth(given).catch(async (error: unknown) => {
        // The hour in which no code is needed may be over.
        await refetchReadingOptions()
        throw error
      }),
  })
  const readings = toFormReadings([usePictureReading(form, { kind: 'idFront', fileId: form.watch('idPhoto'), fields: AGENT_FIELDS })])
  const { errors } = form.formState
  return (
    <PanelForm onSubmit={form.handleSubmit((given) => submit.mutate(given))}>
      {errors.root?.message && <FormErrorMessage>{errors.root.message}</FormErrorMessage>}
      <Identity form={form} readings={readings} />
      <AgentDocuments form={form} note={readings.notes.idFront} />
      <Job form={form} />
      <Button type="submit" look="call" size="lg" className="mt-2 w-full md:w-60" busy={submit.isPending}>
        下一步
      </Button>
    </PanelForm>
  )
}

type Form = { form: UseFormReturn<Given> }

function Identity({ form, readings: { byField } }: Form & { readings: FormReadings }) {
  const { register } = form
  const textsOf = describeReadableField(form, byField)
  return (
    <FieldGroup title="身份信息">
      <ReadableField form={form} name="name" readings={byField.name}>
        <TextField
          label="姓名"
          required
          autoComplete="name"
          maxLength={30}
          placeholder="与身份证一致"
          {...textsOf('name')}
          {...register('name')}
        />
      </ReadableField>
      <ReadableField form={form} name="idNo" readings={byField.idNo}>
        <TextField
          label="身份证号"
          required
          autoComplete="off"
          maxLength={40}
          placeholder="18 位身份证号"
          className="num"
          {...textsOf('idNo')}
          {...register('idNo')}
        />
      </ReadableField>
      <MobileAndCode form={form} />
    </FieldGroup>
  )
}

const codeOf = (text: string | undefined): string | undefined => (text === '' ? undefined : text)

/** The mobile number and its code. The number of a registration within the hour is filled in and needs none. */
function MobileAndCode({ form }: Form) {
  const { register, watch, trigger, getValues, setValue } = form
  const { errors } = form.formState
  const proven = useReadingOptions()?.verifiedMobile ?? undefined
  useEffect(() => {
    if (proven !== undefined && getValues('mobile') === '') setValue('mobile', proven)
  }, [proven, getValues, setValue])
  const isProven = proven !== undefined && watch('mobile') === proven && errors.code === undefined
  return (
    <>
      <TextField
        label="手机号"
        required
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        maxLength={11}
        placeholder="经办人本人手机号"
        className="num"
        hint={isProven ? '注册时已验证，一小时内无需再次验证' : undefined}
        error={errors.mobile?.message}
        {...register('mobile')}
      />
      {!isProven && (
        <div>
          <SmsCodeField
            purpose="agent"
            mobile={watch('mobile')}
            check={() => trigger('mobile', { shouldFocus: true })}
            onSent={() => clearErrorAndFocusCodeField(form)}
            error={errors.code?.message}
            {...register('code', { setValueAs: codeOf })}
          />
        </div>
      )}
    </>
  )
}

/** The person must consent before he uploads an identity document. Without the consent no upload is possible. */
function AgentDocuments({ form: { control, watch, formState }, note }: Form & { note: FormReadings['notes']['idFront'] }) {
  const { errors } = formState
  return (
    <>
      <Controller
        control={control}
        name="consent"
        render={({ field: { value, onChange } }) => (
          <AgreementCheckbox
            agreement={IDENTITY_DOCUMENTS_AGREEMENT_ID}
            text="我已阅读并同意"
            checked={value === true}
            onChange={(checked) => onChange(checked ? true : undefined)}
            error={errors.consent?.message}
          />
        )}
      />
      <div className="max-w-80">
        <Controller
          control={control}
          name="idPhoto"
          render={({ field: { value, onChange } }) => (
            <IdentityDocumentTile
              label="身份证照片"
              hint="人像面，四角完整、文字清晰，JPG、PNG、WebP，不超过 10MB"
              purpose="idPhoto"
              value={value}
              onChange={onChange}
              agreed={watch('consent') === true}
              note={note}
              required
              error={errors.idPhoto?.message}
            />
          )}
        />
      </div>
    </>
  )
}

function Job({ form: { control, register, formState } }: Form) {
  const { errors } = formState
  return (
    <FieldGroup title="工作信息">
      <TextField
        label="公司名称"
        required
        autoComplete="organization"
        maxLength={80}
        placeholder="营业执照上的名称"
        error={errors.companyName?.message}
        {...register('companyName')}
      />
      <ControlledSelectField
        control={control}
        name="industry"
        label="所属行业"
        required
        options={toWordOptions(industries)}
        error={errors.industry?.message}
      />
      <ControlledSelectField
        control={control}
        name="companyNature"
        label="公司性质"
        required
        options={toWordOptions(companyNatures)}
        error={errors.companyNature?.message}
      />
      <ControlledDayField control={control} name="entryDate" label="入职日期" max={useToday()} error={errors.entryDate?.message} />
    </FieldGroup>
  )
}
