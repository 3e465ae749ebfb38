import { Link } from '@tanstack/react-router'
import { type Column, countColumn, customColumn, EMPTY_CELL, instantColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { dayFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import { type Wave, WaveNo } from '#contract/orders/waves/shapes.ts'
import { waveLifecycle } from '#contract/orders/waves/wave-lifecycle.ts'
import { Day, Text } from '#contract/platform/core/fields.ts'
import { waveApi, waveTones } from './waves-api.ts'
import './waves.css'

const fields = {
  state: tabsFilter('状态', waveLifecycle.states),
  waveNo: textFilter('波次号', WaveNo, '12 位波次号'),
  carrier: textFilter('承运公司', Text(30), '如 德邦快递'),
  dateFrom: dayFilter('创建日期', Day),
  dateTo: dayFilter('至', Day),
}

const columns: Column<Wave>[] = [
  customColumn({
    title: '波次号',
    width: 152,
    value: ({ id, waveNo }) => (
      <Link to="/wave" search={{ id }} className="num">
        {waveNo}
      </Link>
    ),
  }),
  customColumn({
    title: '状态',
    width: 96,
    value: ({ state }) => <Tag tone={waveTones[state]}>{waveLifecycle.states[state].label}</Tag>,
  }),
  customColumn({ title: '承运公司', width: 120, value: ({ carrier }) => carrier || EMPTY_CELL }),
  customColumn({ title: '条件', value: ({ about }) => about }),
  countColumn({ title: '订单', value: ({ orders }) => orders, width: 72 }),
  countColumn({ title: '已发', value: ({ shipped }) => shipped, width: 72 }),
  countColumn({ title: '已退出', value: ({ dropped }) => dropped, width: 80 }),
  countColumn({ title: '件数', value: ({ units }) => units, width: 80 }),
  customColumn({ title: '创建人', width: 96, value: ({ madeBy }) => madeBy }),
  instantColumn({ title: '创建时间', value: ({ madeAt }) => madeAt }),
]

/** 波次: orders that are picked together, newest first. */
export function Page() {
  const may = usePermission(consoleWaveEndpoints.create).allowed
  return (
    <ListPage
      title="波次"
      queryKey={['wave', 'list']}
      fields={fields}
      list={waveApi.list}
      columns={columns}
      rowKey={({ id }) => id}
      width={1120}
      exportRows={(input) => exportApi.waves(input)}
      actions={
        may && (
          <>
            <Link to="/waybill_import" className="button-link">
              导入运单号
            </Link>
            <Link to="/new_wave" className="button-link button-primary">
              新建波次
            </Link>
          </>
        )
      }
      empty="还没有波次"
      next="把待发货的订单编成波次，一次拣完，再逐单扫描装箱"
    />
  )
}
