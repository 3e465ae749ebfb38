import { useState } from 'react'
import { type Control, Controller, type UseFormReturn } from 'react-hook-form'
import { verificationEndpoints } from '#contract/people/verification/api.ts'
import { isUnifiedCreditCode } from '#contract/people/verification/checks.ts'
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
import { describeReadableField, ReadableField } from './forms/readable-field.tsx'
import { type FormReadings, type RegisterSearch, toFormReadings, usePictureReading, useRegisterReading } from './forms/use-readings.ts'
import { useVerificationStepForm } from './forms/use-step-form.ts'
import { VerificationStepPage } from './step-page.tsx'
import { verificationApi } from './verification-api.ts'
import { parseTypedNumber } from './verification-view.ts'

/** /account_authentication_company: the enterprise, its licence and its legal person. */
export function Page() {
  return <VerificationStepPage step="enterprise" form={(enterpriseId) => <CompanyForm enterpriseId={enterpriseId} />} />
}

/** The fields that a licence and the register fill in, and those of the identity card. */
const COMPANY_FIELDS = {
  enterpriseName: 'enterpriseName',
  creditCode: 'creditCode',
  registeredCapital: 'registeredCapital',
  foundDate: 'foundDate',
  registeredAddress: 'registeredAddress',
  legalName: 'legalName',
} as const
const LEGAL_PERSON_FIELDS = { personName: 'legalName', idNo: 'legalIdNo' } as const

const documents = [
  { name: 'licence', kind: 'licence', label: '营业执照', purpose: 'licence', hint: '原件或加盖公章的复印件' },
  { name: 'legalIdFront', kind: 'idFront', label: '法定代表人身份证人像面', purpose: 'idPhoto', hint: '四角完整、文字清晰' },
  { name: 'legalIdBack', kind: 'idBack', label: '法定代表人身份证国徽面', purpose: 'idPhoto', hint: '四角完整、在有效期内' },
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
      registeredAddress: '',
      licence: '',
      legalName: '',
      legalIdNo: '',
      legalIdFront: '',
      legalIdBack: '',
    },
    call: verificationApi.enterpriseAuthOnly,
  })
  const { control, formState } = form
  const { errors } = formState
  const [licence, legalIdFront, legalIdBack] = form.watch(['licence', 'legalIdFront', 'legalIdBack'])
  const pictures = [
    usePictureReading(form, { kind: 'licence', fileId: licence, fields: COMPANY_FIELDS }),
    usePictureReading(form, { kind: 'idFront', fileId: legalIdFront, fields: LEGAL_PERSON_FIELDS }),
    usePictureReading(form, { kind: 'idBack', fileId: legalIdBack, fields: {} }),
  ]
  const readings = toFormReadings(pictures, useRegisterReading(form, COMPANY_FIELDS))
  const next = (given: EnterpriseStepInput) => {
    if (!together) return submit.mutate(given)
    holdEnterpriseStepInput(enterpriseId, given)
    return void router.navigate({ to: '/advanced_certification', search: { again: '1' } })
  }
  return (
    <PanelForm onSubmit={form.handleSubmit(next)}>
      {errors.root?.message && <FormErrorMessage>{errors.root.message}</FormErrorMessage>}
      <CompanyFields form={form} readings={readings} />
      <LegalPersonFields form={form} readings={readings} />
      <CompanyDocuments control={control} errorOf={(name) => errors[name]?.message} notes={readings.notes} />
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

interface FieldsProps {
  form: UseFormReturn<EnterpriseStepInput>
  readings: FormReadings
}

function CompanyFields({ form, readings: { byField, register: search } }: FieldsProps) {
  const { register, control } = form
  const textsOf = describeReadableField(form, byField)
  return (
    <FieldGroup title="企业信息">
      <ReadableField form={form} name="enterpriseName" readings={byField.enterpriseName}>
        <TextField
          label="企业名称"
          required
          autoComplete="organization"
          maxLength={80}
          placeholder="与营业执照一致"
          {...textsOf('enterpriseName')}
          {...register('enterpriseName')}
        />
        {search && <RegisterSearchButton form={form} search={search} />}
      </ReadableField>
      <ReadableField form={form} name="creditCode" readings={byField.creditCode}>
        <TextField
          label="统一社会信用代码"
          required
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          placeholder="18 位代码"
          className="num"
          {...textsOf('creditCode')}
          {...register('creditCode')}
        />
      </ReadableField>
      <ReadableField form={form} name="registeredCapital" readings={byField.registeredCapital}>
        <TextField
          label="注册资本（万元）"
          required
          inputMode="decimal"
          className="num"
          {...textsOf('registeredCapital')}
          {...register('registeredCapital', { setValueAs: parseTypedNumber })}
        />
      </ReadableField>
      <ReadableField form={form} name="foundDate" readings={byField.foundDate}>
        <ControlledDayField control={control} name="foundDate" label="成立日期" max={useToday()} {...textsOf('foundDate')} />
      </ReadableField>
      <ReadableField form={form} name="registeredAddress" readings={byField.registeredAddress}>
        <TextField
          label="注册地址"
          autoComplete="off"
          maxLength={120}
          placeholder="与营业执照一致，可不填"
          {...textsOf('registeredAddress')}
          {...register('registeredAddress')}
        />
      </ReadableField>
    </FieldGroup>
  )
}

/** Looks up what is typed: the code if it is one, else the name. */
function RegisterSearchButton({ form, search }: { form: FieldsProps['form']; search: RegisterSearch }) {
  const [name, code] = form.watch(['enterpriseName', 'creditCode'])
  const keyword = isUnifiedCreditCode(code) ? code : name.trim()
  return (
    <p className="my-2 flex flex-wrap items-center gap-x-2 text-sm text-mute">
      <Button look="plain" busy={search.isPending} busyText="正在查询" disabled={keyword === ''} onClick={() => search.find(keyword)}>
        查询工商登记
      </Button>
      <span role="status">{search.note}</span>
    </p>
  )
}

function LegalPersonFields({ form, readings: { byField } }: FieldsProps) {
  const { register } = form
  const textsOf = describeReadableField(form, byField)
  return (
    <FieldGroup title="法定代表人">
      <ReadableField form={form} name="legalName" readings={byField.legalName}>
        <TextField label="法定代表人姓名" required maxLength={30} {...textsOf('legalName')} {...register('legalName')} />
      </ReadableField>
      <ReadableField form={form} name="legalIdNo" readings={byField.legalIdNo}>
        <TextField
          label="身份证号"
          required
          autoComplete="off"
          maxLength={40}
          placeholder="18 位身份证号"
          className="num"
          {...textsOf('legalIdNo')}
          {...register('legalIdNo')}
        />
      </ReadableField>
    </FieldGroup>
  )
}

type DocumentName = (typeof documents)[number]['name']

function CompanyDocuments({
  control,
  errorOf,
  notes,
}: {
  control: Control<EnterpriseStepInput>
  errorOf: (name: DocumentName) => string | undefined
  notes: FormReadings['notes']
}) {
  return (
    <fieldset>
      <legend className="mb-3 text-md font-semibold">证件图片</legend>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {documents.map(({ name, kind, label, purpose, hint }) => (
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
                note={notes[kind]}
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
