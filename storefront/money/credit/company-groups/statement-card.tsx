import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { CompanyGroupStatement, CompanyGroupStatementSums } from '#contract/billing/company-groups/shapes.ts'
import { computeLoweredPrincipal } from '#contract/money/statements/statement-parts.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { addMonths } from '#contract/platform/core/shanghai.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { MonthRangeBoundSelect } from '#storefront/platform/components/month-select.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatFullMonth } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { AmountColumns } from './amount-columns.tsx'
import { companyGroupApi } from './group-api.ts'

/** 合并账单: the statements of a month of all members with their sums, as the parent sees and downloads them. */
export function GroupStatementCard() {
  const today = useToday()
  const last = addMonths(today.slice(0, 7), -1)
  const [month, setMonth] = useState(last)
  const { reason: denied } = usePermission('applyLimit')
  if (denied !== undefined) return null
  return (
    <section aria-labelledby="group-statement" className="panel">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line-soft px-4 py-3 md:px-6">
        <h2 id="group-statement" className="text-md font-semibold">
          合并账单
        </h2>
        <MonthRangeBoundSelect label="账单月份" value={month} fits={(one) => one <= last} onChange={setMonth} />
      </header>
      <Statement month={month} />
    </section>
  )
}

function Statement({ month }: { month: string }) {
  const statement = useQuery({
    queryKey: ['statement', 'group', month],
    queryFn: () => companyGroupApi.statement({ month }),
  })
  return (
    <QueryContent from={statement} skeleton={<Skeleton className="m-4 h-40" />}>
      {(found) =>
        found.members.some((member) => member.statement !== null) ? (
          <Found statement={found} />
        ) : (
          <EmptyState title="该月各成员都没有账单" hint="每月 1 日结出上月赊销；成员自加入的月份起列入" />
        )
      }
    </QueryContent>
  )
}

function Found({ statement: { month, members, sums } }: { statement: CompanyGroupStatement }) {
  const take = useApiMutation((format: 'pdf' | 'xlsx') => companyGroupApi.statementFile({ month, format }), { onSuccess: saveFileToDisk })
  return (
    <>
      <ul className="divide-y divide-line-soft">
        {members.map(({ enterpriseId, name, statement }) => (
          <li key={enterpriseId}>
            <Row name={name ?? ''} note={statement?.label ?? '无账单'} sums={statement} />
          </li>
        ))}
        <li className="bg-paper">
          <Row name="合计" note={formatFullMonth(month)} sums={sums} />
        </li>
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line-soft px-4 py-3 md:px-6">
        <p className="text-sm text-mute">金额与各企业自己的月度账单一致，还款由各企业办理。</p>
        <div className="flex gap-2">
          {(['pdf', 'xlsx'] as const).map((format) => (
            <Button
              key={format}
              look="line"
              size="sm"
              busy={take.isPending && take.variables === format}
              busyText="下载中"
              disabled={take.isPending}
              onClick={() => take.mutate(format)}
            >
              <Download className="size-3.5" aria-hidden />
              {format === 'pdf' ? '下载 PDF' : '下载 Excel'}
            </Button>
          ))}
        </div>
      </div>
    </>
  )
}

interface RowProps {
  name: string
  note: string
  sums: CompanyGroupStatementSums | null
}

/** What else the total has become, so that the amounts shown add up to it. */
function formatOtherParts(sums: CompanyGroupStatementSums): string {
  const lowered = computeLoweredPrincipal(sums)
  return [lowered === 0 ? '' : `冲减与核销 ${formatMoney(lowered)}`, sums.disputed > 0 ? `异议中未还 ${formatMoney(sums.disputed)}` : '']
    .filter((part) => part !== '')
    .join('，')
}

function Row({ name, note, sums }: RowProps) {
  const others = sums === null ? '' : formatOtherParts(sums)
  const amounts =
    sums &&
    ([
      ['账单金额', sums.total],
      ['已还本金', sums.repaid],
      ['待还本金', sums.owed],
      ['逾期利息', sums.interest],
    ] as const)
  return (
    <div className="grid gap-x-4 gap-y-2 px-4 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] md:px-6">
      <p className="min-w-0">
        <span className="font-medium break-words">{name}</span> <span className="text-xs text-mute">{note}</span>
        {others !== '' && <span className="num block text-xs text-mute">另有{others}</span>}
      </p>
      {amounts && <AmountColumns amounts={amounts} className="grid-cols-2 gap-y-2 md:grid-cols-4 md:text-right" />}
    </div>
  )
}
