import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { type EnterpriseLicenceKindStatus, licenceEndpoints } from '#contract/catalog/licences/api.ts'
import { IDENTITY_DOCUMENTS_AGREEMENT_ID } from '#contract/content/content/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { FormErrorMessage } from '#storefront/people/identity/authentication/form-error.tsx'
import { AgreementCheckbox } from '#storefront/people/verification/forms/consent-row.tsx'
import { FieldGroup, PanelForm } from '#storefront/people/verification/forms/form-parts.tsx'
import { IdentityDocumentTile } from '#storefront/people/verification/forms/identity-document-tile.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { ControlledDayField } from '#storefront/platform/components/day/controlled-day-field.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import { showRefusalAtFormField } from '#storefront/platform/sessions/form-errors.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { invalidatedByLicence, licenceApi } from './licence-api.ts'

/** The form opens below the list of kinds, which may be longer than the window. */
const bringIntoView = (heading: HTMLElement | null): void => {
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

type Typed = InputOf<typeof licenceEndpoints.submit>

interface Props {
  kinds: readonly EnterpriseLicenceKindStatus[]
  kindId: string
  done: () => void
}

/** The form for one licence: number, last day, picture. */
export function SubmitLicenceForm({ kinds, kindId, done }: Props) {
  const [agreed, setAgreed] = useState(false)
  const today = useToday()
  const [form, sent] = usePersistedForm<Typed>(`licence ${kindId}`, {
    resolver: standardSchemaResolver(licenceEndpoints.submit.input),
    mode: 'onTouched',
    defaultValues: { kindId, licenceNo: '', validUntil: '', fileId: '' },
  })
  const submit = useApiMutation(licenceApi.submit, {
    clearStoredForm: sent,
    invalidates: invalidatedByLicence,
    onSuccess: done,
    onError: (error) => showRefusalAtFormField(form, error),
  })
  const { errors } = form.formState
  const name = kinds.find((kind) => kind.kindId === kindId)?.name
  return (
    <PanelForm onSubmit={form.handleSubmit((given) => submit.mutate(given))}>
      <h2 ref={bringIntoView} tabIndex={-1} className="scroll-mt-[calc(var(--mark-height)+5rem)] text-lg focus-visible:outline-none">
        提交{name}
      </h2>
      {errors.root?.message && <FormErrorMessage>{errors.root.message}</FormErrorMessage>}
      <FieldGroup title="证件信息">
        <TextField
          label="证号"
          required
          autoComplete="off"
          maxLength={60}
          placeholder="与证件一致"
          className="num"
          error={errors.licenceNo?.message}
          {...form.register('licenceNo')}
        />
        <ControlledDayField control={form.control} name="validUntil" label="有效期至" min={today} error={errors.validUntil?.message} />
      </FieldGroup>
      <AgreementCheckbox agreement={IDENTITY_DOCUMENTS_AGREEMENT_ID} text="我已阅读并同意" checked={agreed} onChange={setAgreed} />
      <div className="max-w-80">
        <Controller
          control={form.control}
          name="fileId"
          render={({ field: { value, onChange } }) => (
            <IdentityDocumentTile
              label="许可证图片"
              hint="四角完整、文字清晰"
              purpose="tradeLicence"
              value={value}
              onChange={onChange}
              agreed={agreed}
              required
              error={errors.fileId?.message}
            />
          )}
        />
      </div>
      <p className="mt-2 flex flex-wrap gap-3">
        <Button type="submit" look="call" busy={submit.isPending}>
          提交审核
        </Button>
        <Button look="line" onClick={done}>
          取消
        </Button>
      </p>
    </PanelForm>
  )
}
