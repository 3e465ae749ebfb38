import { useQuery } from '@tanstack/react-query'
import { formatPossiblyNegativeAmount, type KeyFigure, KeyFigures } from '#console/platform/components/figures.tsx'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  computeMissingSales,
  consoleSalesTargetEndpoints,
  type SalesTargetFigures,
  type SalesTargetProgress,
} from '#contract/operations/sales-targets/api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatCount, formatFullMonth, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { formatReachedShare, formatShopsOfFigures, SALES_TARGET_QUERY_KEY, salesTargetApi } from './sales-target-api.ts'

function listFigures(progress: SalesTargetProgress & SalesTargetFigures): KeyFigure[] {
  const { month, salesTarget, net, newCompaniesTarget, newCompanies, asOf } = progress
  const left = computeMissingSales(progress)
  const companiesLeft = Math.max(0, newCompaniesTarget - newCompanies)
  const sales: KeyFigure[] =
    salesTarget === 0
      ? []
      : [
          {
            name: `${formatFullMonth(month)}销售目标`,
            value: formatMoney(salesTarget),
            note: asOf === null ? '还没有销售合计' : `截至 ${formatShanghaiTimeToMinute(asOf)}`,
          },
          { name: '已完成', value: formatPossiblyNegativeAmount(net), note: `完成 ${formatReachedShare(net, salesTarget)}` },
          left === 0
            ? { name: '还差', value: formatMoney(left), note: '已达成', tone: 'good' }
            : { name: '还差', value: formatMoney(left) },
        ]
  const companies: KeyFigure[] =
    newCompaniesTarget === 0
      ? []
      : [
          {
            name: '新客户',
            value: `${formatCount(newCompanies)} / ${formatCount(newCompaniesTarget)} 家`,
            note: companiesLeft === 0 ? '已达成' : `还差 ${formatCount(companiesLeft)} 家`,
          },
        ]
  return [...sales, ...companies]
}

/** The own target of this month on the first page, with what is reached. Who has none sees nothing. */
export function OwnSalesTargetPanel() {
  const { allowed } = usePermission(consoleSalesTargetEndpoints.mine)
  const own = useQuery({
    queryKey: [...SALES_TARGET_QUERY_KEY, 'mine'],
    queryFn: ({ signal }) => salesTargetApi.mine({}, { signal }),
    enabled: allowed,
  })
  if (!allowed) return null
  return (
    <QueryContent from={own} waiting={<SkeletonBars count={1} height={72} />}>
      {(data) =>
        data && (
          <section aria-label="我的业绩目标">
            <KeyFigures figures={listFigures(data)} />
            {data.limitedToShops && <p className="why-grey">{formatShopsOfFigures(data.limitedToShops)}</p>}
          </section>
        )
      }
    </QueryContent>
  )
}
