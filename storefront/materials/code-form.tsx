import { useState } from 'react'
import { MATERIAL_CODE_MAX, type MaterialCode } from '../../contract/materials/api.ts'
import { TextField } from '../parts/field.tsx'
import { FormButtons } from '../parts/form-buttons.tsx'
import { showNotice } from '../parts/notify.ts'
import { useCall } from '../session/use-call.ts'
import { AFTER_MATERIAL, materialApi } from './material-api.ts'

/** One number: of a thing that is known, or of one that is named by our number. */
export function CodeForm({ known, close }: { known: MaterialCode | undefined; close: () => void }) {
  const [skuCode, setSkuCode] = useState(known?.sku.skuCode ?? '')
  const [materialCode, setMaterialCode] = useState(known?.materialCode ?? '')
  const [fault, setFault] = useState<string>()
  const save = useCall(
    async () => {
      const [result] = await materialApi.import({ rows: [{ rowNo: 1, skuCode, materialCode }] })
      return result?.why ?? undefined
    },
    {
      refresh: AFTER_MATERIAL,
      done: (why) => {
        setFault(why)
        if (why !== undefined) return
        close()
        showNotice('物料编码已保存')
      },
    },
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <TextField
        label="商品编码"
        required
        disabled={known !== undefined}
        maxLength={60}
        placeholder="如 KT-U84-22"
        value={skuCode}
        error={fault}
        hint={known?.sku.goodsName}
        onChange={(event) => setSkuCode(event.target.value)}
      />
      <TextField
        label="物料编码"
        required
        maxLength={MATERIAL_CODE_MAX}
        placeholder="本企业系统中的编码"
        value={materialCode}
        onChange={(event) => setMaterialCode(event.target.value)}
      />
      <FormButtons submit="保存" busy={save.isPending} disabled={skuCode.trim() === '' || materialCode.trim() === ''} onCancel={close} />
    </form>
  )
}
