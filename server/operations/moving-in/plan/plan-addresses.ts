import type { MovingInFault } from '#contract/operations/moving-in/shapes.ts'
import { ADDRESSES_PER_ENTERPRISE_MAX } from '#contract/sites/address/api.ts'
import type { MovingInSheetRow } from '#server/operations/moving-in/sheets/read-workbook.ts'
import { type AddressInput, parseAddressRow } from '#server/sites/address/public.ts'
import { createRowCellReader } from './cells.ts'

/** Plans the addresses of a company. */
export function planAddressesOfOneCompany(rows: readonly MovingInSheetRow[], faults: MovingInFault[]): AddressInput[] {
  const over = rows[ADDRESSES_PER_ENTERPRISE_MAX]
  if (over) createRowCellReader('addresses', over, faults).fault(undefined, `收货地址最多 ${ADDRESSES_PER_ENTERPRISE_MAX} 个`)
  let chosen: number | undefined
  return rows.slice(0, ADDRESSES_PER_ENTERPRISE_MAX).flatMap((row) => {
    const cells = createRowCellReader('addresses', row, faults)
    const [name, mobile, region, detail, mark] = (['name', 'mobile', 'region', 'detail', 'isDefault'] as const).map((column) =>
      cells.raw(column),
    )
    if (name === undefined || mobile === undefined || region === undefined || detail === undefined || mark === undefined) return []
    if (!['', '是', '否'].includes(mark)) cells.fault('isDefault', '请填写“是”或“否”')
    const isDefault = mark === '是'
    if (isDefault && chosen !== undefined) cells.fault('isDefault', `第 ${chosen} 行已是默认地址`)
    if (isDefault) chosen ??= row.row
    if (detail === '') return cells.fault('detail', '请输入详细地址') ?? []
    const parsed = parseAddressRow({ name, mobile, region, detail })
    if ('why' in parsed) return cells.fault(parsed.field, parsed.why) ?? []
    return [{ ...parsed.input, isDefault }]
  })
}
