import {
  MATERIAL_CODE_LENGTH_MAX,
  MATERIAL_CODE_ROWS_SAVED_AT_ONCE_MAX,
  type MaterialCodeRowResult,
  materialCodeRowStatuses,
} from '#contract/catalog/materials/api.ts'
import type { ImportRowResult } from '#storefront/platform/components/sheet-import.tsx'
import { parseTableByHeadings } from '#ui/sheet/columns.ts'
import { SheetFileError } from '#ui/sheet/read-sheet.ts'
import { saveTableToDisk } from '#ui/sheet/save-table.ts'

const NAMES = {
  skuCode: ['商品编码', '编码', '产品编码', 'sku', 'skucode', 'code'],
  materialCode: ['物料编码', '客户物料编码', '物料号', '料号', '存货编码', 'materialcode'],
} as const
const CODE_MAX = 60

/** Parses the rows of a file. It throws if there are none or too many. */
export function parseMaterialCodeRows(table: readonly (readonly string[])[]) {
  const rows = parseTableByHeadings(table, NAMES)
  if (rows.length === 0) throw new SheetFileError('没有读到物料编码，请按模板填写“商品编码”和“物料编码”两列')
  if (rows.length > MATERIAL_CODE_ROWS_SAVED_AT_ONCE_MAX)
    throw new SheetFileError(`一次最多 ${MATERIAL_CODE_ROWS_SAVED_AT_ONCE_MAX} 行，请分批导入`)
  return rows.map(({ rowNo, cells }) => ({
    rowNo,
    skuCode: [...cells.skuCode].slice(0, CODE_MAX).join(''),
    materialCode: [...cells.materialCode].slice(0, MATERIAL_CODE_LENGTH_MAX).join(''),
  }))
}

export function toMaterialCodeImportResults(
  rows: ReturnType<typeof parseMaterialCodeRows>,
  results: readonly MaterialCodeRowResult[],
): ImportRowResult[] {
  return results.map(({ rowNo, status, why }, at) => ({
    rowNo,
    label: materialCodeRowStatuses[status],
    good: status === 'SET' || status === 'SAME',
    about: `${rows[at]?.skuCode ?? ''} → ${rows[at]?.materialCode ?? ''}`,
    why,
  }))
}

const columns = [
  { head: '商品编码', width: 22 },
  { head: '物料编码', width: 22 },
  { head: '商品名称', width: 30 },
  { head: '规格', width: 24 },
]

export async function downloadMaterialCodeTemplate(): Promise<void> {
  const rows = [['KT-U84-22', '1000204', 'U84 采煤截齿', '（名称、规格不读取）']]
  await saveTableToDisk({ columns, rows }, 'xlsx', { name: '物料编码导入模板', sheet: '物料编码' })
}
