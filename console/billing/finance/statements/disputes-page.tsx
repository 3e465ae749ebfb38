import { Link } from '@tanstack/react-router'
import { statementApi } from '#console/billing/finance/finance-api.ts'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { createListQueue } from '#console/platform/components/next-case/case-queue.ts'
import { ListDecisionProgress } from '#console/platform/components/next-case/queue-bar.tsx'
import { RowDecisionButton } from '#console/platform/components/next-case/row-decision-button.tsx'
import { useListRun } from '#console/platform/components/next-case/use-list-run.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleStatementEndpoints } from '#contract/money/statements/console-api.ts'
import { formatDisputeReason } from '#contract/money/statements/disputed-units.ts'
import { DecideDisputeDrawer, type DisputedStatementLine } from './dispute-drawer.tsx'
import { StatementsTabs } from './statements-nav.tsx'

type Row = DisputedStatementLine & { enterpriseName: string | null; at: Date }
const fields = {}

/** The open disputes, whose reasons begin with the units that they are about. */
async function listDisputes(...asked: Parameters<typeof statementApi.disputes>): Promise<{ dataList: Row[]; total: number }> {
  const { dataList, total } = await statementApi.disputes(...asked)
  return { dataList: dataList.map((row) => ({ ...row, reason: formatDisputeReason(row) })), total }
}
const queue = createListQueue('/disputes', { fields, rows: listDisputes, waiting: [undefined], queryKey: ['finance', 'dispute'] })

/** 账单异议: the disputed lines, the oldest first. */
export function Page() {
  const drawer = useDrawer<DisputedStatementLine>()
  const { decided, ...run } = useListRun(queue)
  const { reason: why } = usePermission(consoleStatementEndpoints.decideDispute)
  const columns: Column<Row>[] = [
    instantColumn({ title: '提出时间', value: ({ at }) => at }),
    createEnterpriseColumn(),
    customColumn({
      title: '账单',
      width: 104,
      value: ({ enterpriseId, month }) => (
        <Link to="/statement" search={{ enterpriseId, month }} className="num">
          {month}
        </Link>
      ),
    }),
    moneyColumn({ title: '金额', value: ({ amount }) => amount }),
    customColumn({
      title: '理由',
      value: ({ reason, pictures }) => (pictures.length === 0 ? reason : `${reason}（图片 ${pictures.length} 张）`),
    }),
    customColumn({
      title: '操作',
      width: 96,
      value: (row) => (
        <RowDecisionButton letter="A" denied={why} decide={() => drawer.show(row)}>
          处理
        </RowDecisionButton>
      ),
    }),
  ]
  return (
    <>
      <ListPage
        title="账单异议"
        note="异议中的金额不到期、不计息；处理后买家会收到结果。"
        queryKey={['finance', 'dispute']}
        fields={fields}
        list={listDisputes}
        exportRows={(input) => exportApi.disputes(input)}
        columns={columns}
        rowKey={({ id }) => id}
        width={900}
        above={
          <>
            <StatementsTabs />
            <ListDecisionProgress {...run} />
          </>
        }
        empty="没有待处理的异议"
        next="买家对账单明细提出异议后，在这里处理"
      />
      {drawer.subject && <DecideDisputeDrawer subject={drawer.subject} open={drawer.open} close={drawer.close} decided={decided} />}
    </>
  )
}
