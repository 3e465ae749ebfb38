import { Button } from 'antd'
import { formatFiguresAsOf } from '#console/operations/reports/report-view.ts'
import { formatPossiblyNegativeAmount } from '#console/platform/components/figures.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, EMPTY_CELL, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  computeMissingSales,
  consoleSalesTargetEndpoints,
  type SalesTargetFigures,
  type SalesTargetRow,
} from '#contract/operations/sales-targets/api.ts'
import { Month } from '#contract/platform/core/fields.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatCount } from '#ui/format.ts'
import { formatReachedShare, formatShopsOfFigures, SALES_TARGET_QUERY_KEY, salesTargetApi } from './sales-target-api.ts'
import { SetSalesTargetDrawer } from './set-target-drawer.tsx'

const fields = { month: textFilter('月份', Month, '如 2026-11') }

const columns: Column<SalesTargetRow>[] = [
  customColumn({
    title: '客户经理',
    width: 144,
    value: ({ name, active }) => (
      <span className="tags">
        {name}
        {!active && <Tag tone="over">不再负责客户</Tag>}
      </span>
    ),
  }),
  numberColumn({
    title: '销售额目标',
    width: 136,
    value: ({ salesTarget }) => (salesTarget === 0 ? EMPTY_CELL : formatMoney(salesTarget)),
  }),
  numberColumn({ title: '已完成', width: 136, value: ({ net }) => formatPossiblyNegativeAmount(net) }),
  numberColumn({ title: '完成率', value: ({ net, salesTarget }) => formatReachedShare(net, salesTarget) }),
  numberColumn({
    title: '还差',
    width: 136,
    value: (row) => (row.salesTarget === 0 ? EMPTY_CELL : formatMoney(computeMissingSales(row))),
  }),
  numberColumn({
    title: '新客户',
    width: 104,
    value: ({ newCompanies, newCompaniesTarget }) =>
      newCompaniesTarget === 0 ? formatCount(newCompanies) : `${formatCount(newCompanies)} / ${formatCount(newCompaniesTarget)}`,
  }),
]

const formatNote = (page: SalesTargetFigures | undefined) =>
  [
    formatFiguresAsOf(page?.asOf),
    page?.limitedToShops ? `${formatShopsOfFigures(true)}。` : '',
    '销售额与新客户按企业当日的客户经理统计，未选月份时为本月。销售报表按当前客户经理统计，换过客户经理的企业会有差异。',
  ].join('')

/** 业绩目标: what each account manager is to reach in a month, and how far he is. */
export function Page() {
  const thisMonth = toShanghaiMonth(useNow())
  const drawer = useDrawer<SalesTargetRow>()
  const { reason: why } = usePermission(consoleSalesTargetEndpoints.set)
  const actions = customColumn<SalesTargetRow>({
    title: '操作',
    width: 104,
    value: (row) => (
      <Button
        size="small"
        aria-label={`设置目标：${row.name}`}
        {...toDisabledProps(why ?? (row.month < thisMonth ? '过去的月份不能设置' : row.active ? undefined : '不再负责客户'))}
        onClick={() => drawer.show(row)}
      >
        设置目标
      </Button>
    ),
  })
  return (
    <>
      <ListPage
        title="业绩目标"
        queryKey={SALES_TARGET_QUERY_KEY}
        fields={fields}
        list={({ month = thisMonth, ...paging }, options) => salesTargetApi.list({ ...paging, month }, options)}
        note={(page) => formatNote(page)}
        exportRows={({ month = thisMonth, format }) => exportApi.salesTargets({ month, format })}
        columns={[...columns, actions]}
        rowKey={({ staffId }) => staffId}
        width={900}
        empty="还没有可作客户经理的员工"
        next="在“员工”里开通客服账号"
      />
      {drawer.subject && (
        <SetSalesTargetDrawer
          key={`${drawer.subject.staffId} ${drawer.subject.month} ${drawer.subject.rowVersion}`}
          row={drawer.subject}
          open={drawer.open}
          close={drawer.close}
        />
      )}
    </>
  )
}
