import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { badDebtApi, invalidatedByFinanceDecision } from '#console/billing/finance/finance-api.ts'
import { EnterpriseLink } from '#console/people/enterprises/enterprise-link.tsx'
import { KeyFigures } from '#console/platform/components/figures.tsx'
import { AmountField, ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { parseAmountOrThrow } from '#console/platform/components/forms/rule.ts'
import { type Column, customColumn, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { EmptyState, QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type BadDebtDetail, consoleBadDebtEndpoints } from '#contract/money/bad-debts/console-api.ts'
import { formatMoney, formatYuan } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { badDebtTones } from './bad-debt-view.ts'

const TITLE = '核销债权详情'
const REASON_MAX = 200

function One({ enterpriseId, id }: { enterpriseId: string; id: string }) {
  const found = useQuery({ queryKey: ['finance', 'bad-debt', 'one', id], queryFn: () => badDebtApi.detail({ enterpriseId, id }) })
  return (
    <QueryPage title={TITLE} from={found}>
      {(debt) => (
        <>
          <Head debt={debt} />
          <WriteOff debt={debt} />
          <History debt={debt} />
        </>
      )}
    </QueryPage>
  )
}

function Head({ debt }: { debt: BadDebtDetail }) {
  const { month, state, label, principal, interest, recovered, forgiven, left, waiting } = debt
  const drawer = useDrawer<'forgive'>()
  const { reason: why } = usePermission(consoleBadDebtEndpoints.proposeForgiving)
  return (
    <>
      <PageHead
        title={
          <>
            <span className="num">{month}</span> 账单核销债权 <Tag tone={badDebtTones[state]}>{label}</Tag>
          </>
        }
        note={<EnterpriseLink row={debt} />}
        actions={
          state === 'OPEN' && (
            <>
              <Link to="/bank_lines" search={{}}>
                收回：认领银行到账
              </Link>
              <Button
                danger
                {...toDisabledProps(why ?? (waiting === null ? undefined : '已有待处理的放弃申请'))}
                onClick={() => drawer.show('forgive')}
              >
                申请放弃
              </Button>
            </>
          )
        }
      />
      <KeyFigures
        figures={[
          { name: '核销本金', value: formatMoney(principal), note: '已从应收账款中移出' },
          { name: '核销利息', value: formatMoney(interest), note: '与本金一并追偿' },
          { name: '已收回', value: formatMoney(recovered), note: '到账先用于收回，最早的先收' },
          { name: '已放弃', value: formatMoney(forgiven), note: '须两人同意' },
          { name: '待追偿', value: formatMoney(left), note: left > 0 ? '还清前企业不能再赊销' : '追偿已结束' },
        ]}
      />
      <ForgiveDrawer debt={debt} open={drawer.open} close={drawer.close} />
    </>
  )
}

function WriteOff({
  debt: { enterpriseId, month, dueDay, provided, reason, proposedBy, decidedBy, writtenOffAt, waiting },
}: {
  debt: BadDebtDetail
}) {
  return (
    <Panel title="核销">
      <FactList
        className="facts-wide"
        facts={[
          [
            '账单',
            <Link key="month" to="/statement" search={{ enterpriseId, month }} className="num">
              {month}
            </Link>,
          ],
          [
            '到期日',
            <span key="due" className="num">
              {dueDay}
            </span>,
          ],
          ['核销原因', reason],
          ['提出人、同意人', `${proposedBy}、${decidedBy}`],
          [
            '核销时间',
            <span key="at" className="num">
              {formatShanghaiTimeToMinute(writtenOffAt)}
            </span>,
          ],
          [
            '冲减坏账准备',
            <span key="provided" className="num">
              {formatMoney(provided)}
            </span>,
          ],
          [
            '待处理的放弃申请',
            waiting === null ? (
              '—'
            ) : (
              <Link key="waiting" to="/finance_requests" search={{ state: 'WAIT' }}>
                {waiting.proposedBy} 申请放弃 {formatMoney(waiting.amount)}：{waiting.reason}
              </Link>
            ),
          ],
        ]}
      />
    </Panel>
  )
}

type Entry = BadDebtDetail['entries'][number]
const columns: Column<Entry>[] = [
  instantColumn({ title: '时间', value: ({ at }) => at }),
  customColumn({ title: '类型', width: 200, value: ({ label }) => label }),
  moneyColumn({ title: '金额', value: ({ amount }) => amount }),
  customColumn({ title: '入账日期', width: 112, value: ({ valueDay }) => <span className="num">{valueDay}</span> }),
  customColumn({ title: '来源或原因', value: ({ note }) => note || '—' }),
  customColumn({ title: '经办人', width: 160, value: ({ by }) => by ?? '—' }),
]

const History = ({ debt: { entries } }: { debt: BadDebtDetail }) => (
  <Panel title="收回与放弃" flush>
    <DataTable columns={columns} rows={entries} rowKey={({ id }) => id} width={900} empty={<EmptyState title="还没有收回或放弃" />} />
  </Panel>
)

/** Proposes to give up a claim, wholly or in part. Another person decides. */
function ForgiveDrawer({ debt, open, close }: { debt: BadDebtDetail; open: boolean; close: () => void }) {
  const { enterpriseId, id, left } = debt
  const propose = useApiMutation(badDebtApi.proposeForgiving, {
    invalidates: invalidatedByFinanceDecision,
    successMessage: '已提交，等待另一位财务人员处理',
    close,
  })
  return (
    <FormDrawer<{ amount: string; reason: string }>
      title="申请放弃追偿"
      open={open}
      close={close}
      busy={propose.isPending}
      initial={{ amount: formatYuan(left) }}
      submit={({ amount, reason }) => propose.mutate({ enterpriseId, id, amount: parseAmountOrThrow(amount), reason })}
      submitText="提交申请"
      grave
    >
      <p className="drawer-lead">不超过待追偿 {formatMoney(left)}。由另一位财务人员同意后不再追偿，自己不能同意自己的申请。</p>
      <AmountField name="amount" label="放弃金额" rule={consoleBadDebtEndpoints.proposeForgiving.input.shape.amount} focus />
      <ReasonField max={REASON_MAX} />
    </FormDrawer>
  )
}

/** A claim that was written off: how, what of it was recovered and forgiven, and by whom. */
export const Page = createRecordPage(
  { title: TITLE, by: ['enterpriseId', 'id'], what: '核销债权', choose: <Link to="/bad_debts">到核销债权列表选择</Link> },
  One,
)
