import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fitted } from '../../contract/cart/quantity.ts'
import type { SkuBrief } from '../../contract/catalog/sku-brief.ts'
import { FINDING_MAX, type Severity, severities } from '../../contract/projects/patrol-api.ts'
import { Button } from '../parts/button.tsx'
import { Modal } from '../parts/dialog.tsx'
import { SelectField, TextAreaField } from '../parts/field.tsx'
import { FormButtons } from '../parts/form-buttons.tsx'
import { GoodsLine } from '../parts/goods-line.tsx'
import { PictureTile } from '../parts/picture-tile.tsx'
import { Stepper } from '../parts/stepper.tsx'
import { equipmentQuery } from '../projects/project-api.ts'
import { SkuPick } from '../projects/sku-pick.tsx'
import { emit } from '../session/events.ts'
import { useCall } from '../session/use-call.ts'
import { patrolApi } from './patrol-api.ts'

interface Draft {
  text: string
  severity: Severity
  /** '': none. */
  fileId: string
  equipmentId: string
}

/** Writes down what was found: what, how bad, a picture, on what, and what is wanted to mend it. */
export function FindingForm({ patrolId, close }: { patrolId: string; close: () => void }) {
  const [draft, setDraft] = useState<Draft>({ text: '', severity: 'MINOR', fileId: '', equipmentId: '' })
  const [wanted, setWanted] = useState<{ sku: SkuBrief; goodsNum: number }>()
  const [asked, setAsked] = useState(false)
  const equipment = useQuery(equipmentQuery).data ?? []
  const save = useCall(
    () =>
      patrolApi.addFinding({
        id: patrolId,
        finding: {
          ...{ text: draft.text, severity: draft.severity, fileId: draft.fileId || null, equipmentId: draft.equipmentId || null },
          ...{ skuId: wanted?.sku.skuId ?? null, goodsNum: wanted?.goodsNum ?? null },
        },
      }),
    {
      done: () => {
        emit('projectPatrolChanged', { id: patrolId })
        close()
      },
    },
  )
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (draft.text.trim() !== '') save.mutate(undefined)
  }
  return (
    <Modal open onClose={close} title="添加发现" wide>
      <form noValidate onSubmit={submit}>
        <TextAreaField
          label="发现的问题"
          required
          maxLength={FINDING_MAX}
          value={draft.text}
          error={asked && draft.text.trim() === '' ? '请填写发现的问题' : undefined}
          onChange={({ target }) => set({ text: target.value })}
        />
        <div className="grid gap-x-4 md:grid-cols-2">
          <SelectField label="严重程度" value={draft.severity} onChange={({ target }) => set({ severity: target.value as Severity })}>
            {Object.entries(severities).map(([severity, label]) => (
              <option key={severity} value={severity}>
                {label}
              </option>
            ))}
          </SelectField>
          <SelectField label="设备" value={draft.equipmentId} onChange={({ target }) => set({ equipmentId: target.value })}>
            <option value="">不涉及设备</option>
            {equipment.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <PictureTile
            label="照片"
            hint="选填，JPEG、PNG、WebP"
            purpose="patrol"
            value={draft.fileId}
            onChange={(fileId) => set({ fileId })}
          />
          <Wanted wanted={wanted} onChange={setWanted} />
        </div>
        <FormButtons submit="保存" busy={save.isPending} onCancel={close} />
      </form>
    </Modal>
  )
}

interface WantedProps {
  wanted: { sku: SkuBrief; goodsNum: number } | undefined
  onChange: (wanted: WantedProps['wanted']) => void
}

function Wanted({ wanted, onChange }: WantedProps) {
  return (
    <fieldset className="mt-3 mb-4 md:mt-0">
      <legend className="mb-1 text-sm text-mute">需要的商品（选填）</legend>
      {wanted === undefined ? (
        <SkuPick label="查找需要的商品" onPick={(sku) => onChange({ sku, goodsNum: fitted(1, sku) })} />
      ) : (
        <div className="flex flex-col gap-2 rounded-control border border-line-soft p-3">
          <GoodsLine goods={wanted.sku} size="sm" />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Stepper
              value={wanted.goodsNum}
              rule={wanted.sku}
              label={`${wanted.sku.goodsName} 数量`}
              onChange={(goodsNum) => onChange({ ...wanted, goodsNum })}
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
