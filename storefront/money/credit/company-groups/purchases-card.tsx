import { useQuery } from '@tanstack/react-query'
import { formatMoney, sum } from '#contract/platform/core/money.ts'
import { Card } from '#storefront/platform/components/card.tsx'
import { MonthChart } from '#storefront/platform/components/month-chart.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { companyGroupApi } from './group-api.ts'

/** 采购汇总: what the members have bought in the last twelve months, by month and by company. */
export function GroupPurchasesCard() {
  const { reason: denied } = usePermission('lookOrder')
  if (denied !== undefined) return null
  return (
    <Card title="近 12 个月采购汇总">
      <Purchases />
    </Card>
  )
}

function Purchases() {
  const purchases = useQuery({ queryKey: ['credit', 'group', 'purchases'], queryFn: () => companyGroupApi.purchases({}) })
  return (
    <QueryContent from={purchases} skeleton={<Skeleton className="h-64" />}>
      {({ asOf, months, members, totals }) => (
        <>
          <MonthChart
            empty="近 12 个月没有采购"
            caption="各成员每月采购合计"
            months={months}
            series={[{ label: '采购', colour: 'steel', amounts: totals }]}
          />
          <dl className="mt-4 divide-y divide-line-soft">
            {members.map(({ enterpriseId, name, total }) => (
              <div key={enterpriseId} className="flex items-baseline justify-between gap-4 py-2">
                <dt className="min-w-0 break-words">{name}</dt>
                <dd className="num">{formatMoney(total)}</dd>
              </div>
            ))}
            <div className="flex items-baseline justify-between gap-4 py-2 font-medium">
              <dt>合计</dt>
              <dd className="num">{formatMoney(sum(totals))}</dd>
            </div>
          </dl>
          <p className="mt-2 text-xs text-mute">
            商品金额减去退款，已扣优惠，不含运费；成员自加入的月份起列入。
            {asOf !== null && (
              <>
                {' '}
                统计至 <span className="num">{formatShanghaiTimeToMinute(asOf)}</span>
              </>
            )}
          </p>
        </>
      )}
    </QueryContent>
  )
}
