import { useState } from 'react'
import { type Control, Controller } from 'react-hook-form'
import { verificationEndpoints } from '#contract/people/verification/api.ts'
import { FormErrorMessage } from '#storefront/people/identity/authentication/form-error.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { ControlledDayField } from '#storefront/platform/components/day/controlled-day-field.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { useRouter } from '#storefront/platform/routing/routing.tsx'
import { type EnterpriseStepInput, holdEnterpriseStepInput } from './forms/enterprise-step-memory.ts'
import { FieldGroup, PanelForm } from './forms/form-parts.tsx'
import { IdentityDocumentTile } from './forms/identity-document-tile.tsx'
import { useVerificationStepForm } from './forms/use-step-form.ts'
import { VerificationStepPage } from './step-page.tsx'
import { verificationApi } from './verification-api.ts'

/** /account_authentication_company: the enterprise, its licence and its legal person. */
export function Page() {
  return <VerificationStepPage step="enterprise" form={(enterpriseId) => <CompanyForm enterpriseId={enterpriseId} />} />
}

const numberOf = (text: string): number | undefined => (text === '' ? undefined : Number(text))

const documents = [
  { name: 'licence', label: '营业执照', purpose: 'licence', hint: '原件或加盖公章的复印件' },
  { name: 'legalIdFront', label: '法定代表人身份证人像面', purpose: 'idPhoto', hint: '四角完整、文字清晰' },
  { name: 'legalIdBack', label: '法定代表人身份证国徽面', purpose: 'idPhoto', hint: '四角完整、在有效期内' },
] as const

function CompanyForm({ enterpriseId }: { enterpriseId: string }) {
  const router = useRouter()
  const [together, setTogether] = useState(false)
  const { form, submit } = useVerificationStepForm<EnterpriseStepInput, unknown>({
    step: 'enterprise',
    enterpriseId,
    schema: verificationEndpoints.enterpriseAuthOnly.input,
    begun: {
      enterpriseName: '',
      creditCode: '',
      foundDate: '',
      licence: '',
      legalName: '',
      legalIdNo: '',
      legalIdFront: '',
      legalIdBack: '',
    },
    call: verificationApi.enterpriseAuthOnly,
  })
  const { register, control, formState } = form
  const today = useToday()
  const { errors } = formState
  const next = (given: EnterpriseStepInput) => {
    if (!together) return submit.mutate(given)
    holdEnterpriseStepInput(enterpriseId, given)
    return void router.navigate({ to: '/advanced_certification', search: { again: '1' } })
  }
  return (
    <PanelForm onSubmit={form.handleSubmit(next)}>
      {errors.root?.message && <FormErrorMessage>{errors.root.message}</FormErrorMessage>}
      <FieldGroup title="企业信息">
        <TextField
          label="企业名称"
          required
          autoComplete="organization"
          maxLength={80}
          placeholder="与营业执照一致"
          error={errors.enterpriseName?.message}
          {...register('enterpriseName')}
        />
        <TextField
          label="统一社会信用代码"
          required
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          placeholder="18 位代码"
          className="num"
          error={errors.creditCode?.message}
          {...register('creditCode')}
        />
        <TextField
          label="注册资本（万元）"
          required
          type="number"
          inputMode="decimal"
          step="0.01"
          min="0"
          className="num"
          error={errors.registeredCapital?.message}
          {...register('registeredCapital', { setValueAs: numberOf })}
        />
        <ControlledDayField control={control} name="foundDate" label="成立日期" max={today} error={errors.foundDate?.message} />
      </FieldGroup>
      <FieldGroup title="法定代表人">
        <TextField label="法定代表人姓名" required maxLength={30} error={errors.legalName?.message} {...register('legalName')} />
        <TextField
          label="身份证号"
          required
          autoComplete="off"
          maxLength={40}
          placeholder="18 位身份证号"
          className="num"
          error={errors.legalIdNo?.message}
          {...register('legalIdNo')}
        />
      </FieldGroup>
      <CompanyDocuments control={control} errorOf={(name) => errors[name]?.message} />
      <p className="text-sm">
        <Checkbox label="连同高级认证一起提交" value={together ? 'all' : 'none'} onChange={setTogether}>
          <span>连同高级认证一起提交，一次审核，可核定更高额度</span>
        </Checkbox>
      </p>
      <Button type="submit" look="call" size="lg" className="mt-2 w-full md:w-60" busy={submit.isPending}>
        下一步
      </Button>
    </PanelForm>
  )
}

type DocumentName = (typeof documents)[number]['name']

function CompanyDocuments({
  control,
  errorOf,
}: {
  control: Control<EnterpriseStepInput>
  errorOf: (name: DocumentName) => string | undefined
}) {
  return (
    <fieldset>
      <legend className="mb-3 text-md font-semibold">证件图片</legend>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {documents.map(({ name, label, purpose, hint }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field: { value, onChange } }) => (
              <IdentityDocumentTile
                label={label}
                hint={hint}
                purpose={purpose}
                value={value ?? ''}
                onChange={onChange}
                agreed
                required
                error={errorOf(name)}
              />
            )}
          />
        ))}
      </div>
    </fieldset>
  )
}
