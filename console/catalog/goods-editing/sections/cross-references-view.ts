import { changeSkuOfRow, type DraftSku } from '#console/catalog/goods-editing/editor/draft.ts'
import { CROSS_REFERENCES_PER_SKU_MAX, type CrossReference } from '#contract/catalog/goods/cross-reference.ts'

/** The fields of a row, in their order. */
export const crossReferenceFieldNames = [
  { field: 'brand', label: '品牌或厂家', width: 132 },
  { field: 'partNumber', label: '型号', width: 148 },
  { field: 'fit', label: '对应关系', width: 112 },
  { field: 'note', label: '说明（买家可见）', width: 180 },
  { field: 'source', label: '来源', width: 148 },
  { field: 'confirmedBy', label: '确认人', width: 104 },
] as const satisfies readonly { field: keyof CrossReference; label: string; width: number }[]

/** The text of a SKU in the select: its code, or its place while it has none. */
export const formatSkuOption = ({ sku }: DraftSku, at: number): string =>
  [sku.code || `第 ${at + 1} 行`, ...sku.props.map(([, value]) => value)].join(' ')

/** Whether a SKU can take another row: it is still sold, and not full. */
export const isOpenForCrossReference = ({ sku }: DraftSku): boolean =>
  !sku.archived && sku.crossReferences.length < CROSS_REFERENCES_PER_SKU_MAX

/** Returns the rows with the cross-references of one of them changed. */
export const changeCrossReferencesOfRow = (
  rows: readonly DraftSku[],
  key: string,
  next: (own: readonly CrossReference[]) => CrossReference[],
): DraftSku[] => changeSkuOfRow(rows, key, ({ crossReferences }) => ({ crossReferences: next(crossReferences) }))

/** Moves one from a SKU to the end of those of another. A SKU that is archived or full takes none. */
export function moveCrossReference(
  rows: readonly DraftSku[],
  { from, at, to }: { from: string; at: number; to: string },
): readonly DraftSku[] {
  const [source, target] = [rows.find(({ key }) => key === from), rows.find(({ key }) => key === to)]
  const moved = source?.sku.crossReferences[at]
  if (from === to || !source || !target || !moved || !isOpenForCrossReference(target)) return rows
  const without = changeCrossReferencesOfRow(rows, from, (own) => own.toSpliced(at, 1))
  return changeCrossReferencesOfRow(without, to, (own) => [...own, moved])
}
