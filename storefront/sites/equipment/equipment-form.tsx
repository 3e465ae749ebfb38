import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import {
  EQUIPMENT_MODEL_LENGTH_MAX,
  EQUIPMENT_NAME_MAX,
  type EquipmentDetail,
  WEAR_RATE_MAX,
  WEAR_RATES_OF_EQUIPMENT_MAX,
} from '#contract/sites/projects/equipment-api.ts'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { projectsQuery } from '#storefront/platform/components/projects-query.ts'
import { SelectField } from '#storefront/platform/components/select/select-field.tsx'
import { toNameOptions } from '#storefront/platform/components/select/select-options.ts'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { SkuPicker } from '#storefront/sites/projects/sku-picker.tsx'
import { equipmentApi } from './equipment-api.ts'

interface Props {
  /** The equipment to change; undefined: a new one. */
  known: EquipmentDetail | undefined
  close: () => void
}

interface DraftWear {
  skuId: string
  name: string
  unit: string
  /** The rate as it is typed. */
  rate: string
}

interface Draft {
  name: string
  model: string
  serialNo: string
  /** '': none. */
  projectId: string
  wears: DraftWear[]
}

const draftOf = (known: EquipmentDetail | undefined): Draft => ({
  name: known?.name ?? '',
  model: known?.model ?? '',
  serialNo: known?.serialNo ?? '',
  projectId: known?.projectId ?? '',
  wears: known?.wears.map(({ sku, rate }) => ({ skuId: sku.skuId, name: sku.goodsName, unit: sku.unit, rate: String(rate) })) ?? [],
})

const isRate = (text: string) => /^\d{1,4}(\.\d{1,2})?$/.test(text) && Number(text) > 0 && Number(text) <= WEAR_RATE_MAX

function useSave({ known, close }: Props, typed: () => void) {
  const save = async ({ projectId, wears, ...draft }: Draft) => {
    const worn = wears.map(({ skuId, rate }) => ({ skuId, rate: Number(rate) }))
    const given = { ...draft, projectId: projectId === '' ? null : projectId, wears: worn }
    if (!known) return (await equipmentApi.add(given)).id
    await equipmentApi.modify({ id: known.id, ...given })
    return known.id
  }
  return useApiMutation(save, {
    clearStoredForm: typed,
    fields: ['name', 'model', 'serialNo', 'projectId', 'wears'],
    onSuccess: (id) => {
      emitClientEvent(known ? 'equipmentEdited' : 'equipmentAdded', { id })
      showNotice(known ? '设备已保存' : '设备已添加')
      close()
    },
  })
}

/** The form to add or change equipment: its data, its project, and its consumables with their rates. */
export const CreateOrEditEquipmentForm = ({ known, close }: Props) => (
  <Modal open onClose={close} title={known ? `修改设备：${known.name}` : '新增设备'} wide>
    <Form known={known} close={close} />
  </Modal>
)

function Form({ known, close }: Props) {
  const [draft, setDraft, sent] = usePersistedState(`equipment ${known?.id}`, () => draftOf(known))
  const [asked, setAsked] = useState(false)
  const projects = useQuery(projectsQuery).data ?? []
  const save = useSave({ known, close }, sent)
  const fieldErrors = save.errorsByField
  const set = (change: Partial<Draft>) => {
    save.clearError()
    setDraft((now) => ({ ...now, ...change }))
  }
  const nameFault = asked && draft.name.trim() === '' ? '请输入设备名称' : fieldErrors.name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (draft.name.trim() !== '' && draft.wears.every(({ rate }) => isRate(rate))) save.mutate(draft)
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="grid gap-x-4 md:grid-cols-2">
        <TextField
          label="设备名称"
          required
          maxLength={EQUIPMENT_NAME_MAX}
          placeholder="如 1 号掘进机"
          value={draft.name}
          error={nameFault}
          onChange={({ target }) => set({ name: target.value })}
        />
        <TextField
          label="型号"
          maxLength={EQUIPMENT_MODEL_LENGTH_MAX}
          value={draft.model}
          error={fieldErrors.model}
          onChange={({ target }) => set({ model: target.value })}
        />
        <TextField
          label="序列号"
          maxLength={EQUIPMENT_MODEL_LENGTH_MAX}
          value={draft.serialNo}
          error={fieldErrors.serialNo}
          onChange={({ target }) => set({ serialNo: target.value })}
        />
        <SelectField
          label="项目"
          value={draft.projectId}
          error={fieldErrors.projectId}
          options={toNameOptions(projects, '未归入项目')}
          onChange={(projectId) => set({ projectId })}
        />
      </div>
      <WearFields wears={draft.wears} asked={asked} refused={fieldErrors.wears} onChange={(wears) => set({ wears })} />
      <FormButtons submit="保存" busy={save.isPending} onCancel={close} />
    </form>
  )
}

interface WearProps {
  wears: readonly DraftWear[]
  asked: boolean
  /** The server's error about one of them. */
  refused: string | undefined
  onChange: (wears: DraftWear[]) => void
}

function WearFields({ wears, asked, refused, onChange }: WearProps) {
  const fault = asked && wears.some(({ rate }) => !isRate(rate)) ? '请填写大于 0、最多两位小数的用量' : refused
  return (
    <fieldset>
      <legend className="mb-1 text-sm text-mute">易损件和消耗率（每百小时用量）</legend>
      <ul className="mb-2 divide-y divide-line-soft">
        {wears.map((wear) => (
          <li key={wear.skuId} className="flex items-center gap-3 py-2">
            <span className="min-w-0 flex-1 break-words">{wear.name}</span>
            <input
              aria-label={`${wear.name} 每百小时用量`}
              aria-invalid={asked && !isRate(wear.rate)}
              inputMode="decimal"
              value={wear.rate}
              onChange={({ target }) => onChange(wears.map((one) => (one.skuId === wear.skuId ? { ...one, rate: target.value } : one)))}
              className="num h-9 w-24 rounded-control border border-line px-2 text-right focus:border-jade aria-invalid:border-danger"
            />
            <span className="w-8 text-sm text-mute">{wear.unit}</span>
            <button
              type="button"
              aria-label={`移除 ${wear.name}`}
              onClick={() => onChange(wears.filter((one) => one.skuId !== wear.skuId))}
              className="grid size-9 place-items-center text-mute hover:text-jade"
            >
              <Trash2 className="size-4.5" strokeWidth={1.6} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {fault !== undefined && (
        <p role="alert" className="mb-2 text-sm text-danger">
          {fault}
        </p>
      )}
      {wears.length < WEAR_RATES_OF_EQUIPMENT_MAX && (
        <SkuPicker
          label="查找易损件"
          onPick={({ skuId, goodsName, unit }) => {
            if (!wears.some((one) => one.skuId === skuId)) onChange([...wears, { skuId, name: goodsName, unit, rate: '' }])
          }}
        />
      )}
    </fieldset>
  )
}
