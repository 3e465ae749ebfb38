import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { EnterpriseLink } from '#console/people/enterprises/enterprise-link.tsx'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { KeyFigures } from '#console/platform/components/figures.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, countColumn, customColumn, EMPTY_CELL, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { OptionFilterPicker } from '#console/platform/components/list/option-picker.tsx'
import { CaseLink } from '#console/platform/components/next-case/case-link.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { collectionTaskLifecycle } from '#contract/billing/collections/collection-lifecycle.ts'
import { consoleCollectionEndpoints } from '#contract/billing/collections/console-api.ts'
import { type CollectionTask, orderStopScopes } from '#contract/billing/collections/shapes.ts'
import { formatMoney, sum } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { AssignCollectionTasksDrawer } from './assign-drawer.tsx'
import './collections.css'
import { CollectionTabs, collectionTaskTones } from './collection-tabs.tsx'
import { collectionApi, collectionFilters, collectionQueue, collectionSummaryQuery, toCollectionListInput } from './collections-api.ts'
import { CollectionOwnerFilterPicker } from './owner-picker.tsx'

/** A filter by age, which says how many companies owe how much at each. */
function BandPicker(props: Parameters<FilterPickerComponent>[0]) {
  const summary = useQuery(collectionSummaryQuery)
  const choices = (summary.data?.bands ?? []).map(({ band, label, tasks, overdue }) => ({
    value: String(band),
    label: `${label}：${tasks} 家 ${formatMoney(overdue)}`,
  }))
  return <OptionFilterPicker {...props} choices={choices} error={summary.error} placeholder="全部账龄" other="所选账龄" />
}

/** What is overdue at each age, of all companies. */
function Bands() {
  const { data } = useQuery(collectionSummaryQuery)
  if (!data) return null
  const total = {
    label: '逾期合计',
    tasks: data.bands.reduce((count, { tasks }) => count + tasks, 0),
    overdue: sum(data.bands.map(({ overdue }) => overdue)),
  }
  return (
    <KeyFigures
      figures={[total, ...data.bands].map(({ label, tasks, overdue }) => ({
        name: label,
        value: formatMoney(overdue),
        note: `${tasks} 家企业`,
      }))}
    />
  )
}

const Promised = ({ task: { promise } }: { task: CollectionTask }) =>
  promise === null ? (
    EMPTY_CELL
  ) : (
    <span className="two-lines">
      <b className="num">{formatMoney(promise.amount)}</b>
      <small className="num">{promise.day} 前</small>
    </span>
  )

const columns: Column<CollectionTask>[] = [
  customColumn({
    title: '状态',
    width: 128,
    value: ({ state, stop }) => (
      <>
        <Tag tone={collectionTaskTones[state]}>{collectionTaskLifecycle.states[state].label}</Tag>
        {stop !== null && <Tag tone="bad">{orderStopScopes[stop].label}</Tag>}
      </>
    ),
  }),
  countColumn({ title: '逾期天数', value: ({ days }) => days }),
  moneyColumn({ title: '逾期金额', value: ({ overdue }) => overdue }),
  customColumn({ title: '待兑现承诺', width: 130, value: (task) => <Promised task={task} /> }),
  customColumn({ title: '负责人', width: 110, value: ({ ownerName }) => ownerName ?? '未分配' }),
  customColumn({
    title: '操作',
    width: 80,
    value: (task) => (
      <CaseLink queue={collectionQueue} row={task}>
        跟进
      </CaseLink>
    ),
  }),
]

/** 催收: the companies with overdue statements, by age and owner. */
export function Page() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, CollectionTask>>(new Map())
  const drawer = useDrawer<true>()
  const { reason: why } = usePermission(consoleCollectionEndpoints.assign)
  const toggle = (task: CollectionTask) => {
    const next = new Map(chosen)
    if (!next.delete(task.id)) next.set(task.id, task)
    setChosen(next)
  }
  const company = customColumn<CollectionTask>({
    title: '企业',
    value: (task) => (
      <span className="chosen-row">
        <Checkbox
          aria-label={`选择 ${formatEnterpriseName({ name: task.enterpriseName })}`}
          checked={chosen.has(task.id)}
          disabled={task.state === 'CLOSED' || why !== undefined}
          onChange={() => toggle(task)}
        />
        <EnterpriseLink row={task} />
      </span>
    ),
  })
  return (
    <>
      <ListPage
        title="催收"
        note="账单逾期后自动建立，还清后自动关闭；承诺是否兑现按实际到账判定。"
        queryKey={['collection', 'list']}
        fields={collectionFilters}
        pickers={{ ownerId: CollectionOwnerFilterPicker, band: BandPicker }}
        list={(input, options) => collectionApi.list(toCollectionListInput(input), options)}
        exportRows={(input) => exportApi.collections(toCollectionListInput(input))}
        columns={[company, ...columns]}
        rowKey={({ id }) => id}
        width={1000}
        above={
          <>
            <CollectionTabs />
            <Bands />
          </>
        }
        actions={
          <Button {...toDisabledProps(why ?? (chosen.size === 0 ? '请先选择任务' : undefined))} onClick={() => drawer.show(true)}>
            分配{chosen.size > 0 && ` ${chosen.size} 项`}
          </Button>
        }
        empty="没有逾期的企业"
        next="账单过了还款日仍未还清的企业，会在一小时内列在这里"
      />
      <AssignCollectionTasksDrawer tasks={[...chosen.values()]} open={drawer.open} close={drawer.close} done={() => setChosen(new Map())} />
    </>
  )
}
