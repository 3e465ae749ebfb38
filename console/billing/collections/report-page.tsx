import { type Column, customColumn, moneyColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { pickFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { PrintReportButton } from '#console/platform/components/print-report-button.tsx'
import type { CollectionPromiseReportRow } from '#contract/billing/collections/shapes.ts'
import { Id, Month } from '#contract/platform/core/fields.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { CollectionTabs } from './collection-tabs.tsx'
import { collectionApi } from './collections-api.ts'
import { CollectionOwnerFilterPicker } from './owner-picker.tsx'

const fields = {
  monthFrom: textFilter('月份', Month, '如 2026-11'),
  monthTo: textFilter('至', Month, '如 2026-12'),
  ownerId: pickFilter('负责人', Id),
}

const tallied = (
  title: string,
  of: (row: CollectionPromiseReportRow) => CollectionPromiseReportRow['kept'],
): Column<CollectionPromiseReportRow> =>
  numberColumn({
    title,
    width: 130,
    value: (row) => {
      const { count, amount } = of(row)
      return (
        <span className="two-lines">
          <b>{formatMoney(amount)}</b>
          <small>{count} 笔</small>
        </span>
      )
    },
  })

const columns: Column<CollectionPromiseReportRow>[] = [
  customColumn({ title: '月份', width: 96, value: ({ month }) => <span className="num">{month}</span> }),
  customColumn({ title: '负责人', width: 110, value: ({ ownerName }) => ownerName }),
  tallied('承诺', ({ promised }) => promised),
  tallied('已兑现', ({ kept }) => kept),
  tallied('未兑现', ({ broken }) => broken),
  tallied('待兑现', ({ waiting }) => waiting),
  tallied('已撤回', ({ withdrawn }) => withdrawn),
  moneyColumn({ title: '实际收到', value: ({ received }) => received }),
]

/** 承诺还款报表: what was promised, kept and broken, by the month of the promised day and by owner. */
export function Page() {
  return (
    <ListPage
      title="承诺还款报表"
      note="按承诺日期所在月份和负责人统计；是否兑现按该日之前实际到账的款项判定，承兑汇票不算到账。"
      queryKey={['collection', 'report']}
      fields={fields}
      pickers={{ ownerId: CollectionOwnerFilterPicker }}
      list={(input, options) => collectionApi.report(input, options)}
      exportRows={(input) => exportApi.collectionReport(input)}
      columns={columns}
      rowKey={({ month, ownerId }) => `${month} ${ownerId}`}
      width={1000}
      actions={<PrintReportButton />}
      above={<CollectionTabs />}
      empty="还没有承诺"
      next="在催收任务里登记承诺后，这里按月统计"
    />
  )
}
