import { MATERIAL_CODE_LENGTH_MAX, type MaterialCode } from '#contract/catalog/materials/api.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { invalidatedByMaterialCode, materialCodeApi } from './material-api.ts'

/** The form for one code: of a known SKU, or of one that the person names by our SKU code. */
export function SetMaterialCodeForm({ known, close }: { known: MaterialCode | undefined; close: () => void }) {
  const [draft, setDraft, sent] = usePersistedState(`code of ${known?.sku.skuId}`, () => ({
    skuCode: known?.sku.skuCode ?? '',
    materialCode: known?.materialCode ?? '',
  }))
  const { skuCode, materialCode } = draft
  const save = useApiMutation(
    async () => {
      if (known) return void (await materialCodeApi.set({ skuId: known.sku.skuId, materialCode }))
      const [result] = await materialCodeApi.import({ rows: [{ rowNo: 1, skuCode, materialCode }] })
      // Our SKU code is set or was not sent, so the invalid one must be the enterprise's code.
      const field = result?.status === 'INVALID' ? 'materialCode' : 'skuCode'
      if (result?.why != null) throw new Refusal('INVALID_INPUT', { code: 422, msg: result.why, detail: { field } })
    },
    {
      clearStoredForm: sent,
      invalidates: invalidatedByMaterialCode,
      fields: ['materialCode', 'skuCode', 'rows.0.materialCode', 'rows.0.skuCode'],
      onSuccess: () => {
        close()
        showNotice('物料编码已保存')
      },
    },
  )
  const fieldErrors = save.errorsByField
  const set = (change: Partial<typeof draft>) => {
    save.clearError()
    setDraft((now) => ({ ...now, ...change }))
  }
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
        error={fieldErrors.skuCode ?? fieldErrors['rows.0.skuCode']}
        hint={known?.sku.goodsName}
        onChange={({ target }) => set({ skuCode: target.value })}
      />
      <TextField
        label="物料编码"
        required
        maxLength={MATERIAL_CODE_LENGTH_MAX}
        placeholder="本企业系统中的编码"
        value={materialCode}
        error={fieldErrors.materialCode ?? fieldErrors['rows.0.materialCode']}
        onChange={({ target }) => set({ materialCode: target.value })}
      />
      <FormButtons submit="保存" busy={save.isPending} disabled={skuCode.trim() === '' || materialCode.trim() === ''} onCancel={close} />
    </form>
  )
}
