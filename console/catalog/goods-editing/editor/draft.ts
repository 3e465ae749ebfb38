import { type GoodsContent, SkuContent } from '#contract/catalog/goods-editing/content.ts'

/** A SKU in the editor. Its key stays the same while it is edited, before and after the server assigns an id. */
export interface DraftSku {
  key: string
  sku: SkuContent
}

/** A content in the editor. */
export interface EditorDraft extends Omit<GoodsContent, 'skus'> {
  rows: readonly DraftSku[]
}

let made = 0
const createKey = (): string => `new-${++made}`

export const toEditorDraft = ({ skus, ...head }: GoodsContent): EditorDraft => ({
  ...head,
  rows: skus.map((sku) => ({ key: sku.skuId ?? createKey(), sku })),
})

export const toGoodsContent = ({ rows, ...head }: EditorDraft): GoodsContent => ({ ...head, skus: rows.map(({ sku }) => sku) })

/** Creates an empty SKU with the given fields. */
export const createDraftSku = (fields: Partial<SkuContent> = {}): DraftSku => ({
  key: createKey(),
  sku: { ...SkuContent.parse({}), ...fields },
})

/** Returns the rows with fields of the SKU of one of them changed. */
export const changeSkuOfRow = (rows: readonly DraftSku[], rowKey: string, next: (sku: SkuContent) => Partial<SkuContent>): DraftSku[] =>
  rows.map((row) => (row.key === rowKey ? { ...row, sku: { ...row.sku, ...next(row.sku) } } : row))

/** Returns the draft with the ids and the code that the server has assigned. Input from after the request stays. */
export function applyAssignedIdsAndCode(
  draft: EditorDraft,
  sent: EditorDraft,
  { code, skuIds }: { code: string; skuIds: readonly string[] },
): EditorDraft {
  const ids = new Map(sent.rows.map(({ key }, at) => [key, skuIds[at]]))
  return {
    ...draft,
    code: draft.code === '' && sent.code === '' ? code : draft.code,
    rows: draft.rows.map((row) => {
      const skuId = ids.get(row.key)
      return skuId === undefined || skuId === row.sku.skuId ? row : { ...row, sku: { ...row.sku, skuId } }
    }),
  }
}
