import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { receivableApi, statementApi } from '#console/billing/finance/finance-api.ts'
import { documentApi } from '#console/orders/parcels/parcels-api.ts'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { enterpriseQuery } from '#console/people/enterprises/enterprises-api.ts'
import { KeyFigures } from '#console/platform/components/figures.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { PageHead } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import type { StatementFileFormat } from '#contract/billing/documents/api.ts'
import { formatAmountsDueLater } from '#contract/money/statements/amounts.ts'
import { consoleStatementEndpoints, consoleWaiverOrWriteOffEndpoints } from '#contract/money/statements/console-api.ts'
import type { StatementDetail } from '#contract/money/statements/shapes.ts'
import { listInterestParts, listPrincipalParts } from '#contract/money/statements/statement-parts.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { ProposeWaiverOrWriteOffDrawer, SetDailyInterestRateDrawer } from './statement-drawers.tsx'
import {
  InterestAndWriteOffSettlementTables,
  OverdueInterestByDayTable,
  StatementLinesTable,
  StatementReductionsTable,
} from './statement-tables.tsx'
import { formatDailyInterestRate, statementTones } from './statement-view.ts'

const TITLE = '账单详情'

function One({ enterpriseId, month }: { enterpriseId: string; month: string }) {
  const found = useQuery({
    queryKey: ['finance', 'statement', 'one', enterpriseId, month],
    queryFn: () => statementApi.detail({ enterpriseId, month }),
  })
  return (
    <QueryPage title={TITLE} from={found}>
      {(statement) => (
        <>
          <Head enterpriseId={enterpriseId} statement={statement} />
          <StatementLinesTable enterpriseId={enterpriseId} statement={statement} />
          <StatementReductionsTable statement={statement} />
          <OverdueInterestByDayTable statement={statement} />
          <InterestAndWriteOffSettlementTables statement={statement} />
        </>
      )}
    </QueryPage>
  )
}

function Head({ enterpriseId, statement }: { enterpriseId: string; statement: StatementDetail }) {
  const company = useQuery(enterpriseQuery(enterpriseId))
  const terms = useQuery({ queryKey: ['finance', 'terms', enterpriseId], queryFn: () => receivableApi.terms({ enterpriseId }) })
  const drawer = useDrawer<'rate' | 'writeOff' | 'waiver'>()
  const { reason: whyRate } = usePermission(consoleStatementEndpoints.setDailyRate)
  const { reason: whyPropose } = usePermission(consoleWaiverOrWriteOffEndpoints.proposeWriteOff)
  const { month, state, label, owed, closedAt, confirmedAt, writtenOff } = statement
  const open = (which: 'rate' | 'writeOff' | 'waiver') => drawer.open && drawer.subject === which
  return (
    <>
      <PageHead
        title={
          <>
            <span className="num">{month}</span> 账单 <Tag tone={statementTones[state]}>{label}</Tag>
          </>
        }
        note={
          <>
            <Link to="/enterprise" search={{ enterpriseId }}>
              {company.data ? formatEnterpriseName(company.data) : '企业'}
            </Link>
            <br />
            {`${formatShanghaiTimeToMinute(closedAt)} 出账 · ${confirmedAt ? `${formatShanghaiTimeToMinute(confirmedAt)} 已确认` : '买家尚未确认'}`}
          </>
        }
        actions={
          <>
            <StatementFileActions enterpriseId={enterpriseId} month={month} />
            {writtenOff > 0 && (
              <Link to="/bad_debts" search={{ enterpriseId }}>
                核销债权
              </Link>
            )}
            <Button {...toDisabledProps(whyRate)} onClick={() => drawer.show('rate')}>
              日利率
            </Button>
            <Button {...toDisabledProps(whyPropose)} onClick={() => drawer.show('waiver')}>
              申请减免利息
            </Button>
            <Button {...toDisabledProps(whyPropose, owed === 0)} onClick={() => drawer.show('writeOff')}>
              申请核销
            </Button>
          </>
        }
      />
      <StatementFigures statement={statement} terms={terms.data} />
      <SetDailyInterestRateDrawer enterpriseId={enterpriseId} terms={terms.data} open={open('rate')} close={drawer.close} />
      <ProposeWaiverOrWriteOffDrawer enterpriseId={enterpriseId} month={month} owed={owed} open={open('writeOff')} close={drawer.close} />
      <ProposeWaiverOrWriteOffDrawer enterpriseId={enterpriseId} month={null} owed={null} open={open('waiver')} close={drawer.close} />
    </>
  )
}

/** The same files as the company gets; only the time of printing differs. */
function StatementFileActions({ enterpriseId, month }: { enterpriseId: string; month: string }) {
  const download = useApiMutation((format: StatementFileFormat) => documentApi.statement({ enterpriseId, month, format }), {
    onSuccess: saveFileToDisk,
  })
  return (
    <>
      <Button loading={download.isPending && download.variables === 'pdf'} onClick={() => download.mutate('pdf')}>
        下载对账单
      </Button>
      <Button loading={download.isPending && download.variables === 'xlsx'} onClick={() => download.mutate('xlsx')}>
        导出 Excel
      </Button>
    </>
  )
}

/** The sums of a statement. `terms` are undefined until they have loaded. */
function StatementFigures({
  statement,
  terms,
}: {
  statement: StatementDetail
  terms: { dailyRateBp: number | null; platformRateBp: number } | undefined
}) {
  const { total, drawn, disputedRepaid, interest, dueDay, onTimeDay, writtenOff, recovered, forgiven, toRecover } = statement
  const deferred = formatAmountsDueLater(statement)
  const rate = terms && (terms.dailyRateBp ?? terms.platformRateBp)
  const notes: Record<string, string> = {
    已还本金: disputedRepaid > 0 ? `其中异议中 ${formatMoney(disputedRepaid)}` : '买家还款',
    退回钱包: '当月退款中已还的部分',
    已冲减: formatLaterOffset(statement),
    已核销本金: '核销后仍须偿还',
    异议中未还: '不到期，不计息',
    待还本金: deferred === '' ? '各项合计为账单金额' : `其中延期 ${deferred}`,
  }
  const interestFigure = {
    name: '逾期利息',
    value: formatMoney(interest),
    // The final height, so that nothing moves when it has loaded.
    note:
      rate === undefined ? '\u00a0' : `日利率 ${formatDailyInterestRate(rate)}${terms?.dailyRateBp === null ? '（平台）' : '（本企业）'}`,
  }
  return (
    <>
      <KeyFigures
        figures={[
          {
            name: '账单金额',
            value: formatMoney(total),
            note: `${drawn > total ? `赊销 ${formatMoney(drawn)} 减当月退款；` : ''}${dueDay} 到期${onTimeDay > dueDay ? `，${onTimeDay} 前按时` : ''}`,
          },
          ...listPrincipalParts(statement).map(([name, amount]) => ({ name, value: formatMoney(amount), note: notes[name] ?? '' })),
          ...(interest > 0 ? [] : [interestFigure]),
        ]}
      />
      {interest > 0 && (
        <KeyFigures
          figures={[
            interestFigure,
            ...listInterestParts(statement).map(([name, amount]) => ({
              name,
              value: formatMoney(amount),
              note: interestNotes[name] ?? '',
            })),
          ]}
        />
      )}
      {writtenOff > 0 && (
        <KeyFigures
          figures={[
            { name: '核销合计', value: formatMoney(writtenOff), note: `连同利息 ${formatMoney(statement.writtenOffInterest)}` },
            { name: '核销后收回', value: formatMoney(recovered), note: '' },
            { name: '免于追偿', value: formatMoney(forgiven), note: '' },
            { name: '待追偿', value: formatMoney(toRecover), note: '' },
          ]}
        />
      )}
    </>
  )
}

const interestNotes: Record<string, string> = {
  已还利息: '先还最早的一天',
  已减免利息: '两人同意',
  已核销利息: '连同本金核销',
  未付利息: '各项合计为逾期利息',
}

/** Where the offsets since the close went, as a note. */
const formatLaterOffset = ({ laterOffset: { toWallet } }: StatementDetail): string =>
  toWallet > 0 ? `另退回钱包 ${formatMoney(toWallet)}` : '退款冲减、异议调整'

/** One monthly statement of an enterprise: its drawdowns, reductions and interest. */
export const Page = createRecordPage(
  { title: TITLE, by: ['enterpriseId', 'month'], what: '账单', choose: <Link to="/statements">到账单列表选择</Link> },
  One,
)
