import { Switch } from '@base-ui/react/switch'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, Controller, type DefaultValues, useWatch } from 'react-hook-form'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type Address, addressEndpoints } from '#contract/sites/address/api.ts'
import type { ParsedAddress } from '#contract/sites/address/parse-address.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { ADDRESS_QUERY_KEY } from '#storefront/platform/components/delivery/delivery-queries.ts'
import { TextAreaField } from '#storefront/platform/components/field.tsx'
import { projectsQuery } from '#storefront/platform/components/projects-query.ts'
import { RegionCascader } from '#storefront/platform/components/region-cascader.tsx'
import { SelectField } from '#storefront/platform/components/select/select-field.tsx'
import { toNameOptions } from '#storefront/platform/components/select/select-options.ts'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import { onClientEvent } from '#storefront/platform/sessions/events.ts'
import { showRefusalAtFormField } from '#storefront/platform/sessions/form-errors.ts'
import { readUnsentPageInput, saveUnsentPageInput } from '#storefront/platform/sessions/page-state.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { useLoggedIn } from '#storefront/platform/sessions/use-session.ts'
import { isDistrictCode } from './address-view.ts'
import { PasteAddressField } from './paste-address.tsx'
import { ReceiverFields } from './receiver-fields.tsx'

type Given = InputOf<typeof addressEndpoints.add>

interface Props<Answer> {
  /** The address to change. */
  known?: Address
  submit: string
  save: (given: Given) => Promise<Answer>
  done: (answer: Answer) => unknown
  onCancel: () => void
}

const DETAIL_MAX = 100

/** The district of an unfinished address. It is suggested until an address is saved, or the form is emptied. */
const DISTRICT = ['/address', 'areaCode'] as const
const isText = (value: unknown): value is string => typeof value === 'string'
const clearSuggestedDistrict = () => saveUnsentPageInput(...DISTRICT, '')
onClientEvent('areaChanged', ({ areaCode }) => saveUnsentPageInput(...DISTRICT, areaCode))
onClientEvent('addressModified', clearSuggestedDistrict)
const suggestDistrict = (begun: DefaultValues<Given>): DefaultValues<Given> => ({
  ...begun,
  areaCode: begun.areaCode || (readUnsentPageInput(...DISTRICT, isText) ?? ''),
})

const valuesOf = (known: Address | undefined): Given => ({
  name: known?.name ?? '',
  mobile: known?.mobile ?? '',
  areaCode: known?.areaCode ?? '',
  detail: known?.detail ?? '',
  isDefault: known?.isDefault ?? false,
  projectId: known?.project?.id ?? null,
})

const useAddressForm = (known: Address | undefined, onReset: () => void) =>
  usePersistedForm<Given>(`address ${known?.id}`, {
    resolver: standardSchemaResolver(addressEndpoints.add.input),
    mode: 'onChange',
    defaultValues: valuesOf(known),
    suggest: suggestDistrict,
    onReset,
  })

/** The receiver, the place, and whether it is the default address. */
export function CreateOrEditAddressForm<Answer>({ known, submit, save, done, onCancel }: Props<Answer>) {
  // Where the choice of the region opens, also at one that is no valid choice yet. It keeps its lists itself until it is opened anew.
  const [opened, setOpened] = useState<{ areaCode: string; times: number }>()
  const openRegion = (areaCode: string) => setOpened((before) => ({ areaCode, times: (before?.times ?? 0) + 1 }))
  const [form, sent] = useAddressForm(known, () => {
    clearSuggestedDistrict()
    openRegion(known?.areaCode ?? '')
  })
  const saving = useApiMutation(save, {
    clearStoredForm: sent,
    invalidates: [ADDRESS_QUERY_KEY],
    onSuccess: done,
    onError: (error) => showRefusalAtFormField(form, error),
  })
  const { errors, defaultValues } = form.formState
  const fill = (read: ParsedAddress) => {
    for (const field of ['name', 'mobile', 'detail'] as const)
      if (read[field] !== '') form.setValue(field, read[field], { shouldValidate: true, shouldDirty: true })
    if (read.areaCode === '') return
    form.setValue('areaCode', isDistrictCode(read.areaCode) ? read.areaCode : '', {
      shouldValidate: isDistrictCode(read.areaCode),
      shouldDirty: true,
    })
    openRegion(read.areaCode)
  }
  return (
    <form noValidate onSubmit={form.handleSubmit((given) => saving.mutate(given))} className="panel p-4 md:p-6">
      <div className="flex max-w-[640px] flex-col gap-1">
        {known === undefined && <PasteAddressField onRead={fill} />}
        <ReceiverFields form={form} />
        <Controller
          control={form.control}
          name="areaCode"
          render={({ field: { onChange } }) => (
            <RegionCascader
              key={opened?.times}
              label="所在地区"
              required
              value={opened?.areaCode ?? defaultValues?.areaCode ?? ''}
              onChange={onChange}
              error={errors.areaCode?.message}
            />
          )}
        />
        <TextAreaField
          label="详细地址"
          required
          autoComplete="street-address"
          maxLength={DETAIL_MAX}
          placeholder="街道、门牌、矿区或项目部、仓库"
          error={errors.detail?.message}
          hint={<DetailLeft control={form.control} />}
          {...form.register('detail')}
        />
        <Controller
          control={form.control}
          name="projectId"
          render={({ field: { value, onChange } }) => <SiteOf value={value} onChange={onChange} error={errors.projectId?.message} />}
        />
        <Controller
          control={form.control}
          name="isDefault"
          render={({ field: { value, onChange } }) => <DefaultSwitch checked={value} onChange={onChange} />}
        />
        <div className="mt-4 flex gap-3">
          <Button type="submit" busy={saving.isPending} className="flex-1 md:flex-none">
            {submit}
          </Button>
          <Button look="line" onClick={onCancel} className="flex-1 md:flex-none">
            取消
          </Button>
        </div>
      </div>
    </form>
  )
}

interface SiteProps {
  value: string | null
  onChange: (id: string | null) => void
  error: string | undefined
}

/** The project whose site it is. It is not shown to an enterprise without projects. */
function SiteOf({ value, onChange, error }: SiteProps) {
  const projects = useQuery({ ...projectsQuery, enabled: useLoggedIn() }).data ?? []
  if (projects.length === 0) return null
  return (
    <SelectField
      label="所属项目"
      error={error}
      hint="下单归入该项目时，这里的地址排在前面"
      value={value ?? ''}
      options={toNameOptions(projects, '通用，不属于某个项目')}
      onChange={(id) => onChange(id === '' ? null : id)}
    />
  )
}

function DetailLeft({ control }: { control: Control<Given> }) {
  const detail = useWatch({ control, name: 'detail' })
  return <span className="num">{`${[...detail].length}/${DETAIL_MAX}`}</span>
}

function DefaultSwitch({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control
    <label className="flex cursor-pointer items-center justify-between gap-4 border-y border-line-soft py-3">
      <span>
        设为默认地址
        <span className="block text-xs text-mute">下单时自动选用</span>
      </span>
      <Switch.Root
        checked={checked}
        onCheckedChange={onChange}
        className="relative h-6 w-11 shrink-0 rounded-full bg-placeholder transition-colors data-checked:bg-jade"
      >
        <Switch.Thumb className="absolute top-0.5 left-0.5 size-5 rounded-full bg-white transition-transform data-checked:translate-x-5" />
      </Switch.Root>
    </label>
  )
}
