import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { roundUpToOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import { PATROL_FINDING_TEXT_MAX, type PatrolFindingSeverity, patrolFindingSeverities } from '#contract/orders/patrols/patrol-api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { TextAreaField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { PictureUploadTile } from '#storefront/platform/components/picture-tile.tsx'
import { SelectField } from '#storefront/platform/components/select/select-field.tsx'
import { toLabelOptions, toNameOptions } from '#storefront/platform/components/select/select-options.ts'
import { CORRECT_QUANTITY_FIRST, QuantityStepper } from '#storefront/platform/components/stepper.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { equipmentListQuery } from '#storefront/sites/projects/project-api.ts'
import { SkuPicker } from '#storefront/sites/projects/sku-picker.tsx'
import { patrolApi } from './patrol-api.ts'

interface Draft {
  text: string
  severity: PatrolFindingSeverity
  /** '': none. */
  fileId: string
  equipmentId: string
  wanted: { sku: SkuBrief; goodsNum: number } | undefined
}
const BLANK: Draft = { text: '', severity: 'MINOR', fileId: '', equipmentId: '', wanted: undefined }

const createFindingInput = ({ text, severity, fileId, equipmentId, wanted }: Draft) => ({
  text,
  severity,
  fileId: fileId || null,
  equipmentId: equipmentId || null,
  skuId: wanted?.sku.skuId ?? null,
  goodsNum: wanted?.goodsNum ?? null,
})

interface Props {
  patrolId: string
  close: () => void
}

/** The form to record a finding: a description, its severity, a picture, the equipment, and the goods for the repair. */
export const RecordFindingForm = ({ patrolId, close }: Props) => (
  <Modal open onClose={close} title="添加问题" wide>
    <Form patrolId={patrolId} close={close} />
  </Modal>
)

function Form({ patrolId, close }: Props) {
  const [draft, setDraft, sent] = usePersistedState(`finding of ${patrolId}`, () => BLANK)
  const { wanted } = draft
  const [asked, setAsked] = useState(false)
  const [tooLarge, setTooLarge] = useState(false)
  const equipment = useQuery(equipmentListQuery).data ?? []
  const save = useApiMutation(() => patrolApi.addFinding({ id: patrolId, finding: createFindingInput(draft) }), {
    clearStoredForm: sent,
    saves: true,
    fields: ['finding.text', 'finding.severity', 'finding.fileId', 'finding.equipmentId'],
    onSuccess: () => {
      emitClientEvent('projectPatrolChanged', { id: patrolId })
      close()
    },
  })
  const fieldErrors = save.errorsByField
  const set = (change: Partial<Draft>) => {
    save.clearError()
    setDraft((now) => ({ ...now, ...change }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (draft.text.trim() !== '' && !tooLarge) save.mutate(undefined)
  }
  return (
    <form noValidate onSubmit={submit}>
      <TextAreaField
        label="发现的问题"
        required
        maxLength={PATROL_FINDING_TEXT_MAX}
        value={draft.text}
        error={asked && draft.text.trim() === '' ? '请填写发现的问题' : fieldErrors['finding.text']}
        onChange={({ target }) => set({ text: target.value })}
      />
      <div className="grid gap-x-4 md:grid-cols-2">
        <SelectField
          label="严重程度"
          value={draft.severity}
          error={fieldErrors['finding.severity']}
          options={toLabelOptions(patrolFindingSeverities)}
          onChange={(severity) => set({ severity })}
        />
        <SelectField
          label="设备"
          value={draft.equipmentId}
          error={fieldErrors['finding.equipmentId']}
          options={toNameOptions(equipment, '不涉及设备')}
          onChange={(equipmentId) => set({ equipmentId })}
        />
        <PictureUploadTile
          label="照片"
          hint="选填，JPEG、PNG、WebP"
          purpose="patrol"
          value={draft.fileId}
          error={fieldErrors['finding.fileId']}
          onChange={(fileId) => set({ fileId })}
        />
        <Wanted wanted={wanted} onChange={(next) => set({ wanted: next })} onTooLarge={setTooLarge} />
      </div>
      {asked && tooLarge && (
        <p role="alert" className="mb-3 text-right text-sm text-danger">
          {CORRECT_QUANTITY_FIRST}
        </p>
      )}
      <FormButtons submit="保存" busy={save.isPending} onCancel={close} />
    </form>
  )
}

interface WantedProps {
  wanted: Draft['wanted']
  onChange: (wanted: Draft['wanted']) => void
  onTooLarge: (isTooLarge: boolean) => void
}

function Wanted({ wanted, onChange, onTooLarge }: WantedProps) {
  return (
    <fieldset className="mt-3 mb-4 md:mt-0">
      <legend className="mb-1 text-sm text-mute">需要的商品（选填）</legend>
      {wanted === undefined ? (
        <SkuPicker label="查找需要的商品" onPick={(sku) => onChange({ sku, goodsNum: roundUpToOrderableQuantity(1, sku) })} />
      ) : (
        <div className="flex flex-col gap-2 rounded-control border border-line-soft p-3">
          <GoodsLine goods={wanted.sku} size="sm" />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <QuantityStepper
              value={wanted.goodsNum}
              rule={wanted.sku}
              label={`${wanted.sku.goodsName} 数量`}
              onChange={(goodsNum) => onChange({ ...wanted, goodsNum })}
              onTooLarge={onTooLarge}
            />
            <Button look="plain" className="text-sm" onClick={() => onChange(undefined)}>
              移除
            </Button>
          </div>
        </div>
      )}
    </fieldset>
  )
}
