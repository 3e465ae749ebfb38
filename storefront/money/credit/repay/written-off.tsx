import type { OwnBadDebt } from '#contract/money/bad-debts/shapes.ts'
import type { DebtOverview } from '#contract/money/statements/shapes.ts'
import { type Fen, formatMoney, sum } from '#contract/platform/core/money.ts'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatFullMonth, formatShanghaiTimeToSecond } from '#ui/format.ts'
import { PAGE_SIZE, useBadDebts } from './repay-api.ts'

const looks: Record<OwnBadDebt['state'], readonly [label: string, colour: string]> = {
  OPEN: ['待追偿', 'text-danger'],
  RECOVERED: ['已还清', 'text-success'],
  FORGIVEN: ['已免追偿', 'text-mute'],
}

/** 核销账款: everything that was written off, what of it was paid or forgiven since, and what is still owed. */
export function WrittenOffDebts() {
  const pageNo = parsePageNo(useSearch().page)
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
              <ExportButtons ask={(format) => buyerListExportApi.badDebts({ format })} />
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
        应于 <span className="num">{dueDay}</span> 还款，核销于 <span className="num">{formatShanghaiTimeToSecond(writtenOffAt)}</span>
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

/** 已核销待追偿: months that were written off and are still claimed. Any money goes to them first. Empty if there are none. */
export function BadDebtsToRecover({ owed: { toRecover, badDebts } }: { owed: Pick<DebtOverview, 'toRecover' | 'badDebts'> }) {
  const maySee = usePermission('applyLimit').allowed
  if (toRecover === 0) return null
  return (
    <section aria-label="已核销待追偿" className="rounded-panel border border-danger bg-danger-tint p-4 md:px-6">
      <p className="font-medium">
        已核销待追偿 <b className="num">{formatMoney(toRecover)}</b>
        <Link
          to="/credit_account_repayment_log"
          search={{ tab: 'written_off' }}
          className="finger ml-3 text-sm font-normal text-jade hover:underline"
        >
          核销与偿还明细
        </Link>
      </p>
      <p className="mt-0.5 text-sm">
        这些账款已从账上核销，但仍须偿还。还清前暂停赊销；还款和充值到账后先用于偿还，余下的再还其他账款或进入钱包。
      </p>
      <ul className="mt-3 grid gap-x-8 gap-y-1 sm:grid-cols-2">
        {badDebts.map(({ month, amount }) => (
          <li key={month} className="flex items-baseline justify-between gap-4">
            <span>
              {formatFullMonth(month)}账单
              {maySee && (
                <Link
                  to="/my_bill_detail"
                  search={{ month }}
                  aria-label={`查看账单：${formatFullMonth(month)}`}
                  className="finger ml-3 text-sm text-jade hover:underline"
                >
                  查看账单
                </Link>
              )}
            </span>
            <b className="num">{formatMoney(amount)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
