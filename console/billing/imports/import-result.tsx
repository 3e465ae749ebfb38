import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { ConfirmExactBankMatchesButton } from '#console/billing/bank/exact-matches/exact-matches.tsx'
import { ChoiceTabs } from '#console/platform/components/list/choice-tabs.tsx'
import { type Column, customColumn, EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { PagedDataTable } from '#console/platform/components/list/data-table.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { type BankStatementRowResult, bankStatementRowOutcomes, type consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatCount } from '#ui/format.ts'
import { type BankImportRowResult, toBankImportResultTabs, toBankImportRowResultTone } from './import-view.ts'

type Imported = z.output<typeof consoleBankEndpoints.importStatement.output>

const PAGE = 50

const columns: Column<BankStatementRowResult>[] = [
  customColumn({ title: '行', width: 88, value: ({ row }) => <Row row={row} /> }),
  customColumn({
    title: '结果',
    width: 96,
    value: ({ result }) => <Tag tone={toBankImportRowResultTone(result)}>{bankStatementRowOutcomes[result].label}</Tag>,
  }),
  customColumn({ title: '说明', value: ({ text }) => text || EMPTY_CELL }),
  customColumn({ title: '流水', width: 80, value: (row) => <Open row={row} /> }),
]

const Row = ({ row }: { row: number }) => (
  <>
    第 <span className="num">{formatCount(row)}</span> 行
  </>
)

const Open = ({ row: { row, lineId } }: { row: BankStatementRowResult }) =>
  lineId === null ? (
    EMPTY_CELL
  ) : (
    <Link to="/bank_line" search={{ lineId }} aria-label={`查看第 ${row} 行的流水`}>
      查看
    </Link>
  )

/** The result of an imported statement: in one sentence, and row by row. */
export function BankImportResult({ imported }: { imported: Imported }) {
  const { fileName, account, added, known, skipped, refused, amount, rows, unknownColumns } = imported
  const [shown, setShown] = useState<BankImportRowResult>()
  const chosen = shown === undefined ? rows : rows.filter(({ result }) => result === shown)
  return (
    <Panel
      title="导入结果"
      extra={
        <span className="import-ways">
          <ConfirmExactBankMatchesButton />
          <Link to="/bank_lines">去认领</Link>
        </span>
      }
      flush
    >
      <p className="import-sum" role="status">
        <b>{fileName}</b>，{account}：导入 <b className="num">{formatCount(added)}</b> 条，共 <b className="num">{formatMoney(amount)}</b>
        ；已存在 <b className="num">{formatCount(known)}</b> 条，跳过 <b className="num">{formatCount(skipped)}</b> 条，有误{' '}
        <b className={refused > 0 ? 'num import-wrong' : 'num'}>{formatCount(refused)}</b> 条
      </p>
      {unknownColumns.length > 0 && (
        <p className="import-columns">
          未识别的列，其内容没有导入：{unknownColumns.join('、')}。如果其中有付款人或摘要，请把表头改为“对方户名”“对方账号”“摘要”后再导入。
        </p>
      )}
      <ChoiceTabs label="结果" none="全部" total={rows.length} choices={toBankImportResultTabs(rows)} value={shown} change={setShown} />
      <PagedDataTable key={shown} columns={columns} rows={chosen} pageSize={PAGE} rowKey={({ row }) => String(row)} width={560} />
    </Panel>
  )
}
