import type { MovingInFault } from '#contract/operations/moving-in/shapes.ts'
import { SUB_ACCOUNTS_PER_ENTERPRISE_MAX } from '#contract/people/organisation/api.ts'
import { fen } from '#contract/platform/core/money.ts'
import { permissionCodes, permissions } from '#contract/platform/core/permissions.ts'
import { stripNumberWrappersFromCellText } from '#server/adapters/spreadsheets/public.ts'
import { movingInSheets } from '#server/operations/moving-in/sheets/definitions.ts'
import type { MovingInCompanyRows, MovingInSheetRow } from '#server/operations/moving-in/sheets/read-workbook.ts'
import { createRowCellReader, type RowCellReader } from './cells.ts'
import type { PlannedMember } from './company-plan.ts'
import type { MovingInExistingData } from './facts.ts'

/** The largest purchase limit of a sub-account: 99,999,999.99 yuan, as in the main account's form. */
const LIMIT_MAX = fen(9_999_999_999)

const codeByLabel = new Map<string, string>(
  permissionCodes.flatMap((code) => [
    [permissions[code].label, code],
    [code, code],
  ]),
)

/** Reads a list of permissions by their labels or codes. Returns them in the usual order. */
function planPermissions(cells: RowCellReader<'members'>): string | undefined {
  const text = cells.raw('permissions')
  if (text === undefined) return undefined
  const words = text.split(/[、，,;；\s]+/).filter((word) => word !== '')
  const unknown = words.find((word) => !codeByLabel.has(word))
  if (unknown !== undefined) return cells.fault('permissions', `没有名为“${unknown.slice(0, 40)}”的权限`)
  const codes = new Set(words.map((word) => codeByLabel.get(word)))
  return permissionCodes.filter((code) => codes.has(code)).join(',')
}

function planLimit(cells: RowCellReader<'members'>, column: 'orderLimit' | 'monthLimit') {
  const limit = cells.amount(column)
  return typeof limit === 'number' && limit > LIMIT_MAX ? cells.fault(column, '限额不能超过 99,999,999.99 元') : limit
}

function planMember(
  row: MovingInSheetRow,
  { userIds }: MovingInCompanyRows,
  { mobileOwners }: MovingInExistingData,
  faults: MovingInFault[],
): PlannedMember | undefined {
  const cells = createRowCellReader('members', row, faults)
  const text = cells.raw('mobile')
  const mobile = text === undefined ? undefined : stripNumberWrappersFromCellText(text)
  if (mobile === '') cells.fault('mobile', '请填写手机号')
  else if (mobile !== undefined && !/^1[3-9]\d{9}$/.test(mobile)) cells.fault('mobile', '手机号不正确，应为 11 位数字')
  const userId = userIds[mobile ?? ''] ?? ''
  const owner = mobileOwners.get(mobile ?? '')
  // A person who also belongs to another company of this file has the id that was reserved for him.
  if (owner && owner.userId !== userId)
    cells.fault('mobile', owner.registered ? '该手机号已在商城注册，请迁入后由主账号邀请' : '该手机号已被商城里的其他企业邀请')
  const name = cells.text('name', { max: 50, needed: '请填写姓名' })
  const type = cells.raw('type')
  if (type !== undefined && type !== '主账号' && type !== '子账号') cells.fault('type', '请填写“主账号”或“子账号”')
  const permCode = planPermissions(cells)
  const [orderLimitFen, monthLimitFen] = [planLimit(cells, 'orderLimit'), planLimit(cells, 'monthLimit')]
  const isMain = type === '主账号'
  if (isMain && permCode) cells.fault('permissions', '主账号有全部权限，请留空')
  if (isMain && (orderLimitFen ?? monthLimitFen ?? null) !== null)
    cells.fault(orderLimitFen == null ? 'monthLimit' : 'orderLimit', '主账号没有限额，请留空')
  if (mobile === undefined || name === undefined || permCode === undefined || orderLimitFen === undefined || monthLimitFen === undefined)
    return undefined
  return { userId, mobile, name, permCode: isMain ? null : permCode, orderLimitFen, monthLimitFen }
}

/** Plans the people of a company: one main account and its sub-accounts. */
export function planMembersFromRows(packed: MovingInCompanyRows, facts: MovingInExistingData, faults: MovingInFault[]): PlannedMember[] {
  const { rows } = packed
  const first = new Map<string, number>()
  const members = rows.members.flatMap((row) => {
    const member = planMember(row, packed, facts, faults)
    if (!member) return []
    const before = first.get(member.mobile)
    if (before !== undefined) createRowCellReader('members', row, faults).fault('mobile', `与第 ${before} 行的手机号重复`)
    else first.set(member.mobile, row.row)
    return [member]
  })
  const mains = rows.members.filter(({ cells }) => (cells.type ?? '').trim() === '主账号')
  const [company] = rows.companies
  const [, second] = mains
  if (mains.length === 0 && company)
    faults.push({
      sheet: movingInSheets.companies.name,
      row: company.row,
      column: '',
      value: '',
      reason: `“${movingInSheets.members.name}”表里没有该企业的主账号`,
    })
  if (second) createRowCellReader('members', second, faults).fault('type', '一家企业只能有一个主账号')
  if (rows.members.length > SUB_ACCOUNTS_PER_ENTERPRISE_MAX + 1) {
    const over = rows.members[SUB_ACCOUNTS_PER_ENTERPRISE_MAX + 1]
    if (over) createRowCellReader('members', over, faults).fault(undefined, `子账号最多 ${SUB_ACCOUNTS_PER_ENTERPRISE_MAX} 个`)
  }
  return members
}
