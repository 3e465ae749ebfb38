import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#contract/platform/core/money.ts'
import { addMonths } from '#contract/platform/core/shanghai.ts'
import type { ProjectCosts } from '#contract/sites/projects/api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { MonthChart } from '#storefront/platform/components/month-chart.tsx'
import { parseMonth } from '#storefront/platform/components/month-picker-view.ts'
import { MonthRangeBoundSelect } from '#storefront/platform/components/month-select.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import { saveTableToDisk } from '#ui/sheet/save-table.ts'
import {
  COST_RULE_TEXT,
  type CostGrouping,
  computeMonthTotals,
  costGroupings,
  listMonths,
  type MonthlyCostRow,
  toCostSheetTable,
  toMonthlyCostRows,
} from './cost-view.ts'
import { projectCostsQuery } from './project-api.ts'
import { COSTS_VIEW } from './site-work-frame.tsx'

/** The number of months that are shown by default. */
const SPAN = 6

function useSpan() {
  const { from, to, by } = useSearch()
  const navigate = useNavigate()
  const today = useToday()
  const monthTo = parseMonth(to) ?? today.slice(0, 7)
  const asked = parseMonth(from)
  const monthFrom = asked !== undefined && asked <= monthTo ? asked : addMonths(monthTo, 1 - SPAN)
  const side: CostGrouping = by === 'equipment' ? 'equipment' : 'project'
  const set = (change: Record<string, string>) =>
    void navigate({ to: '/project', search: { view: COSTS_VIEW, from: monthFrom, to: monthTo, by: side, ...change }, replace: true })
  return { monthFrom, monthTo, side, set }
}

/** 费用: the costs by month for each project or each piece of equipment, as a chart and a table. */
export function CostsView() {
  const { monthFrom, monthTo, side, set } = useSpan()
  const costs = useQuery(projectCostsQuery(monthFrom, monthTo))
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <MonthRangeBoundSelect label="起始月份" value={monthFrom} fits={(month) => month <= monthTo} onChange={(from) => set({ from })} />
        <span aria-hidden className="text-mute">
          至
        </span>
        <MonthRangeBoundSelect label="截止月份" value={monthTo} fits={(month) => month >= monthFrom} onChange={(to) => set({ to })} />
        <fieldset aria-label="汇总方式" className="flex overflow-hidden rounded-control border border-line">
          {(['project', 'equipment'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === side}
              onClick={() => set({ by: one })}
              className={`h-9 px-4 text-sm ${one === side ? 'bg-pine text-white' : 'bg-white hover:text-jade'}`}
            >
              {costGroupings[one]}
            </button>
          ))}
        </fieldset>
        {costs.data && costs.data.rows.length > 0 && <Files costs={costs.data} />}
      </div>
      <QueryContent from={costs} skeleton={<Skeleton className="h-96" />}>
        {(found) => <Found costs={found} side={side} months={listMonths(monthFrom, monthTo)} />}
      </QueryContent>
    </>
  )
}

function Files({ costs }: { costs: ProjectCosts }) {
  const table = toCostSheetTable(costs)
  return (
    <div className="ml-auto">
      <ExportButtons ask={(format) => saveTableToDisk(table, format, { name: '项目费用' })} />
    </div>
  )
}

function Found({ costs, side, months }: { costs: ProjectCosts; side: CostGrouping; months: readonly string[] }) {
  if (costs.rows.length === 0) {
    return (
      <div className="panel">
        <EmptyState title="所选月份没有费用" hint={`下单时在确认页选择项目和设备即可汇总。${COST_RULE_TEXT}`} />
      </div>
    )
  }
  const lines = toMonthlyCostRows(costs, side, months)
  const [booked, rest] = [lines.filter(({ id }) => id !== null), lines.filter(({ id }) => id === null)]
  const word = side === 'project' ? ['已归入项目', '未归入项目'] : ['已指定设备', '未指定设备']
  return (
    <div className="flex flex-col gap-3 md:gap-4">
      <section aria-label="费用图" className="panel p-4 md:p-5">
        <MonthChart
          caption="每月费用"
          empty="所选月份没有费用"
          months={months}
          series={[
            { label: word[0] ?? '', colour: 'jade', amounts: computeMonthTotals(booked, months) },
            { label: word[1] ?? '', colour: 'copper', amounts: computeMonthTotals(rest, months) },
          ]}
        />
      </section>
      <Numbers lines={lines} months={months} side={side} total={costs.total} />
      <p className="text-sm text-mute">{COST_RULE_TEXT}</p>
    </div>
  )
}

const CELL = 'px-3 py-2.5 text-right whitespace-nowrap'
const FIRST = 'sticky left-0 bg-white px-3 py-2.5 text-left font-medium md:px-5'

function Numbers({
  lines,
  months,
  side,
  total,
}: {
  lines: readonly MonthlyCostRow[]
  months: readonly string[]
  side: CostGrouping
  total: ProjectCosts['total']
}) {
  const shown = (amount: MonthlyCostRow['total']) => (amount === 0 ? <span className="text-placeholder">—</span> : formatMoney(amount))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard
    <section aria-label="费用表" tabIndex={0} className="panel overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">每月费用，{costGroupings[side]}</caption>
        <thead className="border-b border-line text-mute">
          <tr>
            <th scope="col" className={`${FIRST} font-normal`}>
              {side === 'project' ? '项目' : '设备'}
            </th>
            {months.map((month) => (
              <th key={month} scope="col" className={`num font-normal ${CELL}`}>
                {month}
              </th>
            ))}
            <th scope="col" className={`font-normal ${CELL} md:pr-5`}>
              合计
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line-soft">
          {lines.map(({ id, name, amounts, total: sum }) => (
            <tr key={id}>
              <th scope="row" className={`${FIRST} max-w-40 min-w-28 break-words ${id === null ? 'text-mute' : ''}`}>
                {name}
              </th>
              {months.map((month, at) => (
                <td key={month} className={`num ${CELL}`}>
                  {shown(amounts[at] ?? sum)}
                </td>
              ))}
              <td className={`num font-semibold ${CELL} md:pr-5`}>{shown(sum)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-line">
          <tr>
            <th scope="row" className={FIRST}>
              合计
            </th>
            {computeMonthTotals(lines, months).map((amount, at) => (
              <td key={months[at]} className={`num ${CELL}`}>
                {shown(amount)}
              </td>
            ))}
            <td className={`num font-semibold ${CELL} md:pr-5`}>{formatMoney(total)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
