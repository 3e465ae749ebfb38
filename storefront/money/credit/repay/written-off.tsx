import { Link, useSearch } from '@tanstack/react-router'
import type { OwnBadDebt } from '#contract/money/bad-debts/shapes.ts'
import { type Fen, formatMoney, sum } from '#contract/platform/core/money.ts'
import { exportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatFullMonth, formatToSecond } from '#ui/format.ts'
import { PAGE_SIZE, useBadDebts } from './repay-api.ts'

const looks: Record<OwnBadDebt['state'], readonly [label: string, colour: string]> = {
  OPEN: ['待追偿', 'text-danger'],
  RECOVERED: ['已还清', 'text-success'],
  FORGIVEN: ['已免追偿', 'text-mute'],
}

/** 核销账款: everything that was written off, what of it was paid or forgiven since, and what is still owed. */
export function WrittenOff() {
  const pageNo = parsePageNo(useSearch({ strict: false }).page)
  const claims = useBadDebts(pageNo)
  const turn = usePagination(claims, { pageNo, pageSize: PAGE_SIZE })
  return (
    <QueryContent from={claims} skeleton={<Skeleton className="h-72" />}>
      {({ dataList, total, totals }) =>
        total === 0 ? (
          <div className="panel">
            <EmptyState title="没有核销的账款" hint="长期逾期的账款可能被核销，核销后仍须偿还" />
          </div>
        ) : (
          <>
            <div className="mb-3 flex justify-end">
              <ExportButtons ask={(format) => exportApi.badDebts({ format })} />
            </div>
            <ul className="panel divide-y divide-line-soft">
              {dataList.map((claim) => (
                <li key={claim.id} className="px-4 py-3.5 md:px-5">
                  <Claim claim={claim} />
                </li>
              ))}
              <li className="bg-paper px-4 py-3.5 md:px-5">
                <p className="font-medium">合计</p>
                <Amounts amounts={totals} />
              </li>
            </ul>
            <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
          </>
        )
      }
    </QueryContent>
  )
}

function Claim({ claim }: { claim: OwnBadDebt }) {
  const { month, state, dueDay, writtenOffAt } = claim
  const [label, colour] = looks[state]
  const maySee = usePermission('applyLimit').allowed
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className="font-medium">
          {maySee ? (
            <Link to="/my_bill_detail" search={{ month }} className="finger text-jade hover:underline">
              {formatFullMonth(month)}账单
            </Link>
          ) : (
            `${formatFullMonth(month)}账单`
          )}
        </span>
        <b className={`font-medium ${colour}`}>{label}</b>
      </p>
      <p className="text-xs text-mute">
        应于 <span className="num">{dueDay}</span> 还款，核销于 <span className="num">{formatToSecond(writtenOffAt)}</span>
      </p>
      <Amounts amounts={claim} />
    </>
  )
}

function Amounts({
  amounts: { principal, interest, recovered, forgiven, left },
}: {
  amounts: Record<'principal' | 'interest' | 'recovered' | 'forgiven' | 'left', Fen>
}) {
  const facts = [
    ['核销金额', sum([principal, interest]), interest > 0 ? `含利息 ${formatMoney(interest)}` : undefined],
    ['核销后已还', recovered],
    ['免追偿', forgiven],
    ['待追偿', left],
  ] as const
  return (
    <dl className="mt-2 grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4">
      {facts.map(([name, amount, note]) => (
        <div key={name}>
          <dt className="text-xs text-mute">{name}</dt>
          <dd className={`num font-semibold ${name === '待追偿' && amount > 0 ? 'text-danger' : ''}`}>{formatMoney(amount)}</dd>
          {note !== undefined && <dd className="num text-xs text-mute">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
