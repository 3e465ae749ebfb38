import type { CompanyGroupStatement, CompanyGroupStatementSums } from '#contract/billing/company-groups/shapes.ts'
import { computeLoweredPrincipal } from '#contract/money/statements/statement-parts.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { type PdfDocumentData, type PdfPart, renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import { type CellValue, type ColumnHeader, exportSheetsAsWorkbook, type Sheet } from '#server/adapters/spreadsheets/public.ts'
import { buildBoldText, buildRightAlignedText, buildSectionHeading, MUTED_COLOUR, type Party } from '#server/billing/documents/public.ts'
import type { FileResponse } from '#server/platform/http/download.ts'

interface Parties {
  seller: Party
  buyer: Party
}

const money = (title: string): ColumnHeader => ({ title, width: 14, kind: 'money' })
const text = (title: string, width: number): ColumnHeader => ({ title, width, kind: 'text' })

const amountColumns: readonly (readonly [title: string, name: keyof CompanyGroupStatementSums])[] = [
  ['本月赊销', 'drawn'],
  ['当月退款', 'refunded'],
  ['账单金额', 'total'],
  ['已还本金', 'repaid'],
  ['退回钱包', 'toWallet'],
  ['已冲减', 'offset'],
  ['已核销本金', 'writtenOffPrincipal'],
  ['异议中未还', 'disputed'],
  ['待还本金', 'owed'],
  ['逾期利息', 'interest'],
]

const listAmounts = (sums: CompanyGroupStatementSums) => amountColumns.map(([, name]) => sums[name])

/** The sheet of a consolidated statement: a row for each member, and the sums in the last one. */
function buildCompanyGroupStatementSheet({ month, members, sums }: CompanyGroupStatement): Sheet {
  const rows = members.map(({ name, statement }): CellValue[] => [
    name,
    ...(statement ? listAmounts(statement) : amountColumns.map(() => null)),
    statement?.label ?? '无账单',
    statement?.hash ?? '',
  ])
  return {
    name: `合并账单 ${month}`,
    columns: [text('企业', 30), ...amountColumns.map(([title]) => money(title)), text('状态', 12), text('账单校验码', 68)],
    rows: [...rows, ['合计', ...listAmounts(sums), '', '']],
  }
}

/** What the narrow columns of the printout show: what is neither repaid nor open is one amount. */
const listPrintedAmounts = (sums: CompanyGroupStatementSums) => [
  sums.total,
  sums.repaid,
  computeLoweredPrincipal(sums),
  sums.disputed,
  sums.owed,
  sums.interest,
]

const HEADS = ['账单金额', '已还本金', '冲减与核销', '异议中未还', '待还本金', '逾期利息']
const small = (words: string, bold = false) => ({ ...buildRightAlignedText(words), fontSize: 7, bold })

/** The check codes of the members' own statements; empty if nobody has one. */
function buildHashTable(rows: readonly (readonly string[])[]): PdfPart[] {
  if (rows.length === 0) return []
  const heads = ['企业', '状态', '校验码'].map((head) => buildBoldText(head))
  const body = [heads, ...rows.map((cells) => cells.map((cell) => ({ text: cell, fontSize: 7.5 })))]
  return [buildSectionHeading('各企业账单的校验码'), { layout: 'ruled', table: { headerRows: 1, widths: ['*', 60, 290], body } }]
}

/** 合并对账单: the statements of a month of a group as one paper. */
function layOutCompanyGroupStatement(
  { month, groupName, members, sums }: CompanyGroupStatement,
  { seller, buyer, made }: Parties & { made: Date },
): PdfDocumentData {
  const rows = members.map(({ name, statement }) => [
    { text: name ?? '', fontSize: 7.5 },
    ...(statement
      ? listPrintedAmounts(statement).map((amount) => small(formatMoney(amount)))
      : HEADS.map((_, at) => small(at === 0 ? '无账单' : ''))),
  ])
  const hashes = members.flatMap(({ name, statement }) => (statement ? [[name ?? '', statement.label, statement.hash]] : []))
  return {
    title: `合并对账单 ${month} ${groupName}`,
    author: seller.name,
    about: `${seller.name} 合并对账单 ${month}　${groupName}　下载于 ${formatShanghaiTime(made)}`,
    made,
    content: [
      { text: '集 团 合 并 对 账 单', bold: true, fontSize: 18, alignment: 'center' },
      { text: `${groupName}　${month}`, alignment: 'center', color: MUTED_COLOUR, margin: [0, 2, 0, 10] },
      { columns: [`母公司　${buyer.name}（${buyer.creditCode ?? '—'}）`, buildRightAlignedText(`供货单位　${seller.name}`)] },
      {
        layout: 'ruled',
        margin: [0, 8, 0, 0],
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: ['*', ...HEADS.map(() => 54)],
          body: [
            [buildBoldText('企业'), ...HEADS.map((head) => small(head, true))],
            ...rows,
            [buildBoldText('合计'), ...listPrintedAmounts(sums).map((amount) => small(formatMoney(amount), true))],
          ],
        },
      },
      {
        text: `本月赊销合计 ${formatMoney(sums.drawn)}，当月退款合计 ${formatMoney(sums.refunded)}。账单金额 = 已还本金 + 冲减与核销 + 异议中未还 + 待还本金。各企业的金额与其自己的月度账单一致，本单只供母公司汇总，付款仍由各企业办理。`,
        fontSize: 7.5,
        color: MUTED_COLOUR,
        margin: [0, 4, 0, 0],
      },
      ...buildHashTable(hashes),
    ],
  }
}

/** The consolidated statement as a file, for the parent and for staff. */
export async function renderCompanyGroupStatement(
  statement: CompanyGroupStatement,
  { parties, made, format }: { parties: Parties; made: Date; format: 'pdf' | 'xlsx' },
): Promise<FileResponse> {
  const name = `合并对账单-${statement.month}-${statement.groupName}`
  if (format === 'xlsx') return exportSheetsAsWorkbook(name, [buildCompanyGroupStatementSheet(statement)])
  const bytes = await renderPdfOnWorker(layOutCompanyGroupStatement(statement, Object.assign({ made }, parties)))
  return { type: 'application/pdf', name: `${name}.pdf`, bytes }
}
