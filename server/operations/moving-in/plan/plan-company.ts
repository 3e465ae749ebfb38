import type { MovingInFault } from '#contract/operations/moving-in/shapes.ts'
import { isUnifiedCreditCode, toComparedText } from '#contract/people/verification/checks.ts'
import { type Fen, fen, formatMoney, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { movingInSheets } from '#server/operations/moving-in/sheets/definitions.ts'
import type { MovingInCompanyRows } from '#server/operations/moving-in/sheets/read-workbook.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { createRowCellReader } from './cells.ts'
import type { MovingInCompanyPlan, PlannedCompanyContent } from './company-plan.ts'
import type { MovingInExistingData } from './facts.ts'
import { planAddressesOfOneCompany } from './plan-addresses.ts'
import { planMembersFromRows } from './plan-members.ts'
import { planCreditLimitsFromRows, planDrawdownsFromRows, planOpenStatementsFromRows, planWalletBalanceFromRows } from './plan-money.ts'
import { planPriceListsFromRows } from './plan-prices.ts'

type Named = Pick<PlannedCompanyContent, 'name' | 'creditCode' | 'step' | 'reason'>

/** Reads the one row that names the company. */
function planNames({ code, rows }: MovingInCompanyRows, facts: MovingInExistingData, faults: MovingInFault[]): Named | undefined {
  const [first, second] = rows.companies
  if (!first) {
    // Rows without a company row: each of them is reported, because none of them is moved in.
    for (const [sheet, { name }] of Object.entries(movingInSheets))
      for (const { row } of rows[sheet as keyof typeof movingInSheets]) {
        const reason = code === '' ? '请填写企业编码' : `“${movingInSheets.companies.name}”表里没有编码为“${code.slice(0, 40)}”的企业`
        faults.push({ sheet: name, row, column: movingInSheets.companies.columns.code.title, value: code.slice(0, 40), reason })
      }
    return undefined
  }
  if (second) createRowCellReader('companies', second, faults).fault('code', `与第 ${first.row} 行的企业编码重复`)
  const cells = createRowCellReader('companies', first, faults)
  cells.text('code', { max: 50, needed: '请填写企业编码' })
  const name = cells.text('name', { max: 100, needed: '请填写企业名称' })
  const codeText = cells.raw('creditCode')
  const creditCode = codeText === undefined ? undefined : toComparedText(codeText)
  if (creditCode === '') cells.fault('creditCode', '请填写统一社会信用代码')
  else if (creditCode !== undefined && !isUnifiedCreditCode(creditCode)) cells.fault('creditCode', '统一社会信用代码不正确，校验码不符')
  else if (creditCode !== undefined && facts.takenCodes.has(creditCode)) cells.fault('creditCode', '商城里已有这个统一社会信用代码的企业')
  if (name !== undefined && facts.takenNames.has(name)) cells.fault('name', '商城里已有同名的企业')
  const level = cells.raw('level')
  const step = level === '企业认证' ? 'enterprise' : level === '高级认证' ? 'senior' : undefined
  if (level !== undefined && step === undefined) cells.fault('level', '请填写“企业认证”或“高级认证”')
  const reason = cells.text('reason', { max: 200, needed: '请填写沿用旧系统认证的理由' })
  if (name === undefined || creditCode === undefined || step === undefined || reason === undefined) return undefined
  return { name, creditCode, step, reason }
}

/** Whether the limits cover the debts. Otherwise the company could not buy on credit, and nobody would know why. */
function checkDebt(
  rows: MovingInCompanyRows['rows'],
  { limits, statements, drawdowns }: Pick<PlannedCompanyContent, 'limits' | 'statements' | 'drawdowns'>,
  faults: MovingInFault[],
): void {
  const owed = sum([...statements, ...drawdowns].map(({ amountFen }) => amountFen))
  const granted = limits ? sum([limits.baseFen, limits.tempFen ?? ZERO_FEN]) : ZERO_FEN
  if (owed <= granted) return
  const reason = `额度 ${formatMoney(granted)} 低于未还的赊销 ${formatMoney(owed)}`
  const [row] = rows.limits
  if (row) return void createRowCellReader('limits', row, faults).fault('base', reason)
  const [of, first] = rows.statements[0] ? (['statements', rows.statements[0]] as const) : (['drawdowns', rows.drawdowns[0]] as const)
  if (first)
    faults.push({
      sheet: movingInSheets[of].name,
      row: first.row,
      column: '',
      value: '',
      reason: `有未还的赊销，请在“${movingInSheets.limits.name}”表填写额度`,
    })
}

/** Plans one company. It is a pure function of the rows and of the current data of the mall. */
export function planMovingInCompany(
  { no, companyId, packed }: { no: number; companyId: string; packed: MovingInCompanyRows },
  facts: MovingInExistingData,
): MovingInCompanyPlan {
  const faults: MovingInFault[] = [...packed.faults]
  const { rows, code } = packed
  const named = planNames(packed, facts, faults)
  const hasCompany = rows.companies.length > 0
  const money = {
    limits: planCreditLimitsFromRows(rows.limits, facts, faults),
    statements: planOpenStatementsFromRows(rows.statements, facts, faults),
    drawdowns: planDrawdownsFromRows(rows.drawdowns, facts, faults),
    walletFen: planWalletBalanceFromRows(rows.wallets, faults),
  }
  const rest = {
    members: hasCompany ? planMembersFromRows(packed, facts, faults) : [],
    priceLists: planPriceListsFromRows(rows.prices, facts, faults),
    addresses: planAddressesOfOneCompany(rows.addresses, faults),
  }
  if (faults.length === 0) checkDebt(rows, money, faults)
  const content = faults.length === 0 && named ? { ...named, ...money, ...rest } : undefined
  const total = (of: readonly Fen[]) => sum(of)
  const sums = content
    ? {
        wallet: content.walletFen,
        statements: total(content.statements.map(({ amountFen }) => amountFen)),
        drawdowns: total(content.drawdowns.map(({ amountFen }) => amountFen)),
        interest: total(content.statements.map(({ interestFen }) => interestFen)),
        limits: content.limits ? sum([content.limits.baseFen, content.limits.tempFen ?? ZERO_FEN]) : ZERO_FEN,
      }
    : { wallet: ZERO_FEN, statements: ZERO_FEN, drawdowns: ZERO_FEN, interest: ZERO_FEN, limits: fen(0) }
  const name = (rows.companies[0]?.cells.name ?? '').trim().slice(0, 100)
  return { no, companyId, code, name, faults, content, sums, seen: sha256(Buffer.from(JSON.stringify([companyId, content ?? null]))) }
}
