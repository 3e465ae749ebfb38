import type { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { ADDRESS_IMPORT_ROWS_MAX, type Address, addressImportStatuses, type ImportedAddressRow } from '#contract/sites/address/api.ts'
import type { ImportRowResult } from '#storefront/platform/components/sheet-import.tsx'
import { parseTableByHeadings } from '#ui/sheet/columns.ts'
import { SheetFileError } from '#ui/sheet/read-sheet.ts'
import { saveTableToDisk } from '#ui/sheet/save-table.ts'
import { formatAddress } from './address-view.ts'

const NAMES = {
  name: ['收货人', '收件人', '姓名', '联系人', 'name'],
  mobile: ['手机号', '手机', '电话', '联系电话', '手机号码', 'mobile', 'phone'],
  region: ['所在地区', '省市区', '地区', '区域'],
  detail: ['详细地址', '地址', '收货地址', 'address'],
  project: ['所属项目', '项目', '项目名称', '项目编号', 'project'],
} as const
const MOST = { name: 60, mobile: 30, region: 60, detail: 200, project: 60 } as const
const cut = (text: string, most: number) => [...text].slice(0, most).join('')

/** Parses the rows of a file. It throws if there are none or too many. */
export function parseAddressRows(table: readonly (readonly string[])[]) {
  const rows = parseTableByHeadings(table, NAMES)
  if (rows.length === 0) throw new SheetFileError('没有读到地址，请按模板填写收货人、手机号、所在地区和详细地址')
  if (rows.length > ADDRESS_IMPORT_ROWS_MAX) throw new SheetFileError(`一次最多 ${ADDRESS_IMPORT_ROWS_MAX} 行，请分批导入`)
  return rows.map(({ rowNo, cells }) => ({
    rowNo,
    name: cut(cells.name, MOST.name),
    mobile: cut(cells.mobile, MOST.mobile),
    region: cut(cells.region, MOST.region),
    detail: cut(cells.detail, MOST.detail),
    project: cut(cells.project, MOST.project),
  }))
}

export function toAddressImportResults(
  rows: ReturnType<typeof parseAddressRows>,
  results: readonly ImportedAddressRow[],
): ImportRowResult[] {
  return results.map(({ rowNo, status, why, address }, at) => ({
    rowNo,
    label: addressImportStatuses[status],
    good: status === 'ADDED' || status === 'EXISTS',
    about: address
      ? `${address.name} ${formatAddress(address)}`
      : `${rows[at]?.name ?? ''} ${rows[at]?.region ?? ''}${rows[at]?.detail ?? ''}`,
    why: status === 'EXISTS' ? null : why,
  }))
}

const columns = [
  { head: '收货人', width: 12 },
  { head: '手机号', width: 16 },
  { head: '所在地区', width: 28 },
  { head: '详细地址', width: 40 },
  { head: '所属项目', width: 24 },
]

/** Exports all addresses as a file that can be imported again. */
export function exportAddresses(addresses: readonly Address[], format: SheetFormat): Promise<undefined> {
  const rows = addresses.map(({ name, mobile, province, city, district, detail, project }) => [
    name,
    mobile,
    [...new Set([province, city, district])].join(''),
    detail,
    project?.name ?? '',
  ])
  return saveTableToDisk({ columns, rows }, format, { name: '收货地址' })
}

export async function downloadAddressTemplate(): Promise<void> {
  const rows = [['张三', '13800000000', '广东省深圳市福田区', '福华路 1 号 3 号仓库', '']]
  await saveTableToDisk({ columns, rows }, 'xlsx', { name: '收货地址导入模板', sheet: '收货地址' })
}
