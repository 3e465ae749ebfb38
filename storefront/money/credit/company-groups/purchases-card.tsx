import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { formatMoney, sum } from '#contract/platform/core/money.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Card } from '#storefront/platform/components/card.tsx'
import { MonthChart } from '#storefront/platform/components/month-chart.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { companyGroupApi } from './group-api.ts'
import { GroupPurchasesByCategory } from './purchases-by-category.tsx'

/** 采购汇总: what the members have bought in the last twelve months, by month, by company and by category. */
export function GroupPurchasesCard() {
  const { reason: denied } = usePermission('lookOrder')
  if (denied !== undefined) return null
  return (
    <Card title="近 12 个月采购汇总">
      <Purchases />
    </Card>
  )
}

/** The workbook has both: by company and month, and by category and company. */
function DownloadButton() {
  const download = useApiMutation(() => companyGroupApi.purchasesFile({ format: 'xlsx' }), { onSuccess: saveFileToDisk })
  return (
    <Button look="line" size="sm" busy={download.isPending} busyText="下载中" onClick={() => download.mutate(undefined)}>
      <Download className="size-3.5" aria-hidden />
      下载 Excel
    </Button>
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
          <GroupPurchasesByCategory />
          <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 flex-1 basis-72 text-xs text-mute">
              商品金额减去退款，已扣优惠，不含运费；成员自加入的月份起列入。
              {asOf !== null && (
                <>
                  {' '}
                  统计至 <span className="num">{formatShanghaiTimeToMinute(asOf)}</span>
                </>
              )}
            </p>
            <DownloadButton />
          </div>
        </>
      )}
    </QueryContent>
  )
}
