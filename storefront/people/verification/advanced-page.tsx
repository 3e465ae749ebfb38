import { Controller, type UseFormReturn } from 'react-hook-form'
import { verificationEndpoints } from '#contract/people/verification/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { FormErrorMessage } from '#storefront/people/identity/authentication/form-error.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { TextAreaField, TextField } from '#storefront/platform/components/field.tsx'
import { AgreementCheckbox } from './forms/consent-row.tsx'
import { dropHeldEnterpriseStepInput, readHeldEnterpriseStepInput } from './forms/enterprise-step-memory.ts'
import { FieldGroup, PanelForm } from './forms/form-parts.tsx'
import { IdentityDocumentTile } from './forms/identity-document-tile.tsx'
import { useVerificationStepForm } from './forms/use-step-form.ts'
import { VerificationStepPage } from './step-page.tsx'
import { verificationApi } from './verification-api.ts'
import { canSubmitEnterpriseAndSeniorTogether, parseTypedNumber } from './verification-view.ts'

/** /advanced_certification, titled 账户认证: the business data of the enterprise, and the agreement on credit. */
export function Page() {
  return (
    <VerificationStepPage
      step="senior"
      title="账户认证"
      together={({ authStatus }, enterpriseId) =>
        canSubmitEnterpriseAndSeniorTogether(authStatus) && readHeldEnterpriseStepInput(enterpriseId) !== undefined
      }
      form={(enterpriseId) => <AdvancedForm enterpriseId={enterpriseId} />}
    />
  )
}

type Given = InputOf<typeof verificationEndpoints.seniorAuthOnly>

const textOf = (text: string): string | undefined => (text === '' ? undefined : text)

function AdvancedForm({ enterpriseId }: { enterpriseId: string }) {
  const { form, submit } = useVerificationStepForm<Given, unknown>({
    step: 'senior',
    enterpriseId,
    schema: verificationEndpoints.seniorAuthOnly.input,
    begun: { userEnterpriseOtherInfo: {} },
    call: async (given) => {
      const held = readHeldEnterpriseStepInput(enterpriseId)
      if (held === undefined) return verificationApi.seniorAuthOnly(given)
      const answer = await verificationApi.seniorAuth({ ...held, ...given })
      dropHeldEnterpriseStepInput()
      return answer
    },
  })
  const { control, formState } = form
  const errors = formState.errors.userEnterpriseOtherInfo
  return (
    <PanelForm onSubmit={form.handleSubmit((given) => submit.mutate(given))}>
      {formState.errors.root?.message && <FormErrorMessage>{formState.errors.root.message}</FormErrorMessage>}
      <Trade form={form} />
      <Bank form={form} />
      <div className="max-w-80">
        <Controller
          control={control}
          name="userEnterpriseOtherInfo.cashFlowSheet"
          render={({ field: { value, onChange } }) => (
            <IdentityDocumentTile
              label="银行流水"
              hint="近六个月对公流水首页，可不传"
              purpose="cashFlow"
              value={value ?? ''}
              onChange={(id) => onChange(id === '' ? undefined : id)}
              agreed
              error={errors?.cashFlowSheet?.message}
            />
          )}
        />
      </div>
      <Controller
        control={control}
        name="agree"
        render={({ field: { value, onChange } }) => (
          <AgreementCheckbox
            agreement={4}
            text="资料真实有效、非盗用他人信息，我已阅读并同意"
            checked={value === true}
            onChange={(checked) => onChange(checked ? true : undefined)}
            error={formState.errors.agree?.message}
          />
        )}
      />
      <Button type="submit" look="call" size="lg" className="w-full md:w-60" busy={submit.isPending}>
        提交
      </Button>
    </PanelForm>
  )
}

type Form = { form: UseFormReturn<Given> }
type Field = keyof Given['userEnterpriseOtherInfo']

/** An optional text field. A blank one is not sent. */
const wordsOf = ({ register }: UseFormReturn<Given>, name: Field) => register(`userEnterpriseOtherInfo.${name}`, { setValueAs: textOf })

function Trade({ form }: Form) {
  const { register, formState } = form
  const errors = formState.errors.userEnterpriseOtherInfo
  return (
    <FieldGroup title="经营信息">
      <TextField label="主营业务" maxLength={200} error={errors?.companyBusiness?.message} {...wordsOf(form, 'companyBusiness')} />
      <TextField label="经营区域" maxLength={100} error={errors?.companyArea?.message} {...wordsOf(form, 'companyArea')} />
      <TextField
        label="上年收入（万元）"
        inputMode="decimal"
        className="num"
        error={errors?.preYearIncome?.message}
        {...register('userEnterpriseOtherInfo.preYearIncome', { setValueAs: parseTypedNumber })}
      />
      <TextField
        label="员工人数"
        required
        inputMode="numeric"
        className="num"
        error={errors?.employeeNum?.message}
        {...register('userEnterpriseOtherInfo.employeeNum', { setValueAs: parseTypedNumber })}
      />
      <TextField label="所属行业" maxLength={30} error={errors?.industry?.message} {...wordsOf(form, 'industry')} />
      <TextAreaField
        label="法定代表人变更"
        rows={1}
        maxLength={200}
        placeholder="近三年有变更的，请说明"
        error={errors?.legalChange?.message}
        {...wordsOf(form, 'legalChange')}
      />
    </FieldGroup>
  )
}

function Bank({ form }: Form) {
  const errors = form.formState.errors.userEnterpriseOtherInfo
  return (
    <FieldGroup title="银行与财务">
      <TextField label="开户银行" maxLength={60} error={errors?.bankName?.message} {...wordsOf(form, 'bankName')} />
      <TextField
        label="银行账号"
        autoComplete="off"
        inputMode="numeric"
        maxLength={40}
        className="num"
        error={errors?.bankCardNo?.message}
        {...wordsOf(form, 'bankCardNo')}
      />
      <TextField label="财务联系人" maxLength={30} error={errors?.financeContact?.message} {...wordsOf(form, 'financeContact')} />
      <TextField
        label="财务联系人手机号"
        type="tel"
        inputMode="numeric"
        maxLength={11}
        className="num"
        error={errors?.financeContactMobile?.message}
        {...wordsOf(form, 'financeContactMobile')}
      />
    </FieldGroup>
  )
}
