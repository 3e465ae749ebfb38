import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatAmountsDueLater, formatLastDayOnTime } from '#contract/money/statements/amounts.ts'
import type { StatementDetail } from '#contract/money/statements/shapes.ts'
import {
  formatStatementEquation,
  formatStatementOffsets,
  listInterestParts,
  listPrincipalParts,
  type StatementPart,
} from '#contract/money/statements/statement-parts.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatFullMonth, formatShanghaiTimeToSecond } from '#ui/format.ts'
import { invalidatedByStatementConfirmOrDispute, statementListAndDisputeApi, useDownloadStatement, useStatement } from './bill-api.ts'
import {
  InterestOrWriteOffSettlementCard,
  OverdueInterestByDayList,
  StatementHashCard,
  StatementReductionList,
} from './statement-entries.tsx'
import { StatementLinesWithDisputes } from './statement-lines.tsx'
import { StatementStateTag } from './statement-state-tag.tsx'

/** A monthly statement: its sums, lines, reductions, interest and hash, with the actions to confirm, dispute, download and repay. */
export function StatementView({ month }: { month: string }) {
  const statement = useStatement(month)
  const { error } = statement
  if (error instanceof Refusal && error.reason === 'STATEMENT_NOT_FOUND') return <None month={month} />
  return (
    <QueryContent from={statement} skeleton={<Waiting />}>
      {(found) => (
        <div className="flex flex-col gap-3 md:gap-4">
          <Head statement={found} />
          <StatementLinesWithDisputes statement={found} />
          <StatementReductionList entries={found.entries} />
          <OverdueInterestByDayList statement={found} />
          <InterestOrWriteOffSettlementCard title="逾期利息的结清" entries={found.interestEntries} />
          <InterestOrWriteOffSettlementCard title="核销后的收回与免于追偿" entries={found.claimEntries} />
          <StatementHashCard hash={found.hash} />
        </div>
      )}
    </QueryContent>
  )
}

/** The month has not ended, or nothing was drawn in it. */
const None = ({ month }: { month: string }) => (
  <div className="panel">
    <EmptyState
      title={`${formatFullMonth(month)}还没有账单`}
      hint="每月 1 日结出上月赊销；没有赊销的月份不出账单"
      action={
        <ButtonLink to="/my_bill" search={{ view: 'month' }}>
          全部月度账单
        </ButtonLink>
      }
    />
  </div>
)

function Head({ statement }: { statement: StatementDetail }) {
  const { month, total, interest, dueDay, closedAt, confirmedAt, writtenOff, toRecover, writtenOffInterest } = statement
  const onTime = formatLastDayOnTime(statement)
  const canDispute = usePermission('lookOrder').allowed
  return (
    <section aria-label={`${formatFullMonth(month)}账单`} className="panel p-4 md:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="flex flex-wrap items-center gap-2.5 text-lg">
            {formatFullMonth(month)}账单
            <StatementStateTag statement={statement} />
          </h2>
          <p className="mt-1 text-sm text-mute">
            <span className="num">{formatShanghaiTimeToSecond(closedAt)}</span> 出账，<span className="num">{dueDay}</span> 还款
            {onTime !== '' && `（${onTime}）`}
            {confirmedAt !== null && (
              <>
                ，<span className="num">{formatShanghaiTimeToSecond(confirmedAt)}</span> 已确认
              </>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2.5">
          {canDispute && (
            <ButtonLink to="/my_invoice_can_open" search={{ view: 'month' }} look="line" size="sm">
              申请开票
            </ButtonLink>
          )}
          <Files month={month} />
        </div>
      </div>
      <Amounts
        parts={[['账单金额', total], ...listPrincipalParts(statement), ...(interest > 0 ? [] : [['逾期利息', interest] as const])]}
      />
      {interest > 0 && <Amounts parts={[['逾期利息', interest], ...listInterestParts(statement)]} />}
      {writtenOff > 0 && (
        <Amounts
          parts={[
            ['核销合计', writtenOff],
            ['连同核销利息', writtenOffInterest],
            ['核销后收回', statement.recovered],
            ['免于追偿', statement.forgiven],
            ['待追偿', toRecover],
          ]}
        />
      )}
      <Balance statement={statement} />
      <Actions statement={statement} />
    </section>
  )
}

/** A row of amounts: the first is what the others make. */
const Amounts = ({ parts }: { parts: readonly StatementPart[] }) => (
  <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line-soft pt-4 sm:grid-cols-3 xl:grid-cols-6">
    {parts.map(([name, amount]) => (
      <div key={name}>
        <dt className="text-xs text-mute">{name}</dt>
        <dd className={`num text-lg font-semibold ${name === '未付利息' && amount > 0 ? 'text-danger' : ''}`}>{formatMoney(amount)}</dd>
      </div>
    ))}
  </dl>
)

/** How the total is computed, with notes on special amounts. */
function Balance({ statement }: { statement: StatementDetail }) {
  const { disputedRepaid, toRecover } = statement
  const [deferred, offsets] = [formatAmountsDueLater(statement), formatStatementOffsets(statement)]
  return (
    <p className="mt-3 text-xs text-mute">
      {formatStatementEquation(statement)}。{offsets !== '' && `${offsets}。`}
      {disputedRepaid > 0 && `已还本金中有 ${formatMoney(disputedRepaid)} 在异议处理中，异议成立时退回现金钱包。`}
      {deferred !== '' && `待还本金中延期还款：${deferred}。`}
      {toRecover > 0 && `已核销的账款（含利息）仍须偿还，待追偿 ${formatMoney(toRecover)}；还清前暂停赊销。`}
    </p>
  )
}

function Files({ month }: { month: string }) {
  const file = useDownloadStatement(month)
  return (
    <div className="flex gap-2.5">
      {(['pdf', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          look="line"
          size="sm"
          aria-label={format === 'pdf' ? '下载 PDF 对账单' : '下载 Excel 账单'}
          disabled={file.isPending}
          busy={file.isPending && file.variables === format}
          onClick={() => file.mutate(format)}
        >
          <Download className="size-4" aria-hidden />
          {format === 'pdf' ? 'PDF 对账单' : 'Excel'}
        </Button>
      ))}
    </div>
  )
}

function Actions({ statement: { month, confirmedAt, lines, owed, toRecover } }: { statement: StatementDetail }) {
  const mayPay = usePermission('buyPay').allowed
  const isDisputed = lines.some(({ dispute }) => dispute?.state === 'OPEN')
  const isPayable = owed > 0 || toRecover > 0
  if (confirmedAt !== null && !isPayable) return null
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3 border-t border-line-soft pt-4">
      {confirmedAt === null && <Check month={month} disputed={isDisputed} />}
      {isPayable && mayPay && (
        <ButtonLink to="/credit_account_repayment_log" search={{ repay: owed > 0 ? month : 'now' }} look="call">
          还款
        </ButtonLink>
      )}
      {confirmedAt === null && (
        <p className="text-sm text-mute">
          {isDisputed ? '异议处理完后可确认账单。' : '如有不符，请在下方明细中提出异议；确认后不能再提。'}
        </p>
      )}
    </div>
  )
}

/** 确认账单 needs a confirmation, because no line can be disputed afterwards. */
function Check({ month, disputed }: { month: string; disputed: boolean }) {
  const [asking, setAsking] = useState(false)
  const confirm = useApiMutation(() => statementListAndDisputeApi.confirm({ month }), {
    invalidates: invalidatedByStatementConfirmOrDispute,
    onSuccess: () => {
      setAsking(false)
      showNotice('账单已确认')
    },
  })
  return (
    <>
      <Button blocked={disputed ? '账单有待处理的异议，处理后再确认' : undefined} onClick={() => setAsking(true)}>
        确认账单
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="确认账单"
        text={`确认${formatFullMonth(month)}账单的每笔明细与金额无误吗？确认后不能再提出异议。`}
        confirm="确认账单"
        busy={confirm.isPending}
        onConfirm={() => confirm.mutate(undefined)}
      />
    </>
  )
}

const Waiting = () => (
  <div className="flex flex-col gap-3 md:gap-4">
    <Skeleton className="h-56" />
    <Skeleton className="h-96" />
  </div>
)
