import { Link, useSearch } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { Statement } from '../../contract/statements/shapes.ts'
import { fullMonth, money } from '../../ui/format.ts'
import { ButtonLink } from '../parts/button.tsx'
import { exportApi } from '../parts/export-api.ts'
import { ExportButtons } from '../parts/export-buttons.tsx'
import { pageIn } from '../parts/page-in.ts'
import { Pagination } from '../parts/pagination.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { usePageTurning } from '../parts/use-page-turning.ts'
import { WaitingRows } from '../parts/waiting.tsx'
import { PAGE_SIZE, useStatements } from './bill-api.ts'
import { StateTag } from './state-tag.tsx'

/** 月度账单: one for every month that drew anything and is over, the latest first. */
export function Statements() {
  const pageNo = pageIn(useSearch({ strict: false }).page)
  const statements = useStatements(pageNo)
  const turn = usePageTurning(statements, { pageNo, pageSize: PAGE_SIZE })
  return (
    <Loaded from={statements} skeleton={<Waiting />}>
      {({ dataList, total }) =>
        total === 0 ? (
          <div className="panel">
            <Empty
              title="还没有月度账单"
              hint="每月 1 日结出上月用信，10 日还款"
              action={<ButtonLink to="/credit_account">赊销账户</ButtonLink>}
            />
          </div>
        ) : (
          <>
            <div className="mb-3 flex justify-end">
              <ExportButtons ask={(format) => exportApi.statements({ format })} />
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
    </Loaded>
  )
}

const Waiting = () => (
  <div className="pt-11">
    <WaitingRows rows={3} row="h-36 md:h-21" />
  </div>
)

function Row({ statement }: { statement: Statement }) {
  const { month, total, owed, settled, disputed, dueDay, confirmedAt } = statement
  const facts = [
    ['账单金额', total],
    ['已还金额', settled],
    ['待还金额', owed],
  ] as const
  return (
    <Link
      to="/my_bill_detail"
      search={{ month }}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3.5 hover:bg-paper md:grid-cols-[190px_minmax(0,1fr)_auto] md:px-5"
    >
      <span>
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {fullMonth(month)}
          <StateTag statement={statement} />
        </span>
        <span className="text-xs text-mute">
          <span className="num">{dueDay}</span> 还款 · {confirmedAt === null ? '未对账' : '已对账'}
          {disputed > 0 && '，有异议'}
        </span>
      </span>
      <span className="order-last col-span-2 grid grid-cols-3 gap-3 md:order-none md:col-span-1">
        {facts.map(([name, amount]) => (
          <span key={name} className="md:text-right">
            <span className="block text-xs text-mute">{name}</span>
            <span className="num text-md font-semibold">{money(amount)}</span>
          </span>
        ))}
      </span>
      <ChevronRight className="size-4 justify-self-end text-jade" aria-hidden />
    </Link>
  )
}
