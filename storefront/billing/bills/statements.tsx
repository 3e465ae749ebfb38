import { ChevronRight } from 'lucide-react'
import type { Statement } from '#contract/money/statements/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { SkeletonRows } from '#storefront/platform/components/skeleton-list.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { formatFullMonth } from '#ui/format.ts'
import { PAGE_SIZE, useStatements } from './bill-api.ts'
import { StatementStateTag } from './statement-state-tag.tsx'

/** 月度账单: one statement for each past month with drawdowns, the latest first. */
export function MonthlyStatementList() {
  const pageNo = parsePageNo(useSearch().page)
  const statements = useStatements(pageNo)
  const turn = usePagination(statements, { pageNo, pageSize: PAGE_SIZE })
  return (
    <QueryContent from={statements} skeleton={<Waiting />}>
      {({ dataList, total }) =>
        total === 0 ? (
          <div className="panel">
            <EmptyState
              title="还没有月度账单"
              hint="每月 1 日结出上月赊销，10 日还款"
              action={<ButtonLink to="/credit_account">赊销账户</ButtonLink>}
            />
          </div>
        ) : (
          <>
            <div className="mb-3 flex justify-end">
              <ExportButtons ask={(format) => buyerListExportApi.statements({ format })} />
            </div>
            <ul className="panel divide-y divide-line-soft">
              {dataList.map((statement) => (
                <li key={statement.month}>
                  <Row statement={statement} />
                </li>
              ))}
            </ul>
            <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
          </>
        )
      }
    </QueryContent>
  )
}

const Waiting = () => (
  <div className="pt-11">
    <SkeletonRows rows={3} row="h-42 md:h-21" />
  </div>
)

/** What else has lowered the month, or was returned of its repayments. */
const describeRepaid = ({ reduced, toWallet }: Pick<Statement, 'reduced' | 'toWallet'>): string | null =>
  [reduced > 0 ? `另有冲减 ${formatMoney(reduced)}` : '', toWallet > 0 ? `退回钱包 ${formatMoney(toWallet)}` : '']
    .filter((note) => note !== '')
    .join('，') || null

function Row({ statement }: { statement: Statement }) {
  const { month, state, total, repaid, toWallet, reduced, disputed, disputedRepaid, owed, dues, dueDay, confirmedAt, toRecover } = statement
  const facts = [
    ['账单金额', total, null],
    ['已还金额', repaid, describeRepaid({ reduced, toWallet })],
    ['异议中未还', disputed, disputedRepaid > 0 ? `另有已还 ${formatMoney(disputedRepaid)}` : null],
    ['待还金额', owed, toRecover > 0 ? `另有待追偿 ${formatMoney(toRecover)}` : null],
  ] as const
  return (
    <Link
      to="/my_bill_detail"
      search={{ month }}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3.5 hover:bg-paper md:grid-cols-[190px_minmax(0,1fr)_auto] md:px-5"
    >
      <span>
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {formatFullMonth(month)}
          <StatementStateTag statement={statement} />
        </span>
        <span className="text-xs text-mute">
          {state === 'CLOSED' && owed === 0 ? (
            '暂不到期'
          ) : (
            <>
              <span className="num">{dues[0]?.day ?? dueDay}</span> 还款
            </>
          )}{' '}
          · {confirmedAt === null ? '未确认' : '已确认'}
          {disputed + disputedRepaid > 0 && '，有异议'}
        </span>
      </span>
      <span className="order-last col-span-2 grid grid-cols-2 gap-x-3 gap-y-2 md:order-none md:col-span-1 md:grid-cols-4">
        {facts.map(([name, amount, note]) => (
          <span key={name} className="md:text-right">
            <span className="block text-xs text-mute">{name}</span>
            <span className="num text-md font-semibold">{formatMoney(amount)}</span>
            {note !== null && <span className="num block text-xs text-mute">{note}</span>}
          </span>
        ))}
      </span>
      <ChevronRight className="size-4 justify-self-end text-jade" aria-hidden />
    </Link>
  )
}
