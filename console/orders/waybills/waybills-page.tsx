import { type ChosenRows, RowCheckboxCell, ToggleAllRowsOfPageButton, useChosenRows } from '#console/orders/parcels/delivery-notes.tsx'
import { orderAndParcelColumn } from '#console/orders/parcels/parcel-columns.tsx'
import { EnterpriseLink } from '#console/people/enterprises/enterprise-link.tsx'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, EMPTY_CELL, proseColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { dayFilter, flagFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { createListQueue } from '#console/platform/components/next-case/case-queue.ts'
import { ListDecisionProgress } from '#console/platform/components/next-case/queue-bar.tsx'
import { RowDecisionButton } from '#console/platform/components/next-case/row-decision-button.tsx'
import { useListRun } from '#console/platform/components/next-case/use-list-run.ts'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { TrackingNumberField } from '#contract/orders/fulfilment/waybill.ts'
import { consoleWaybillEndpoints, WAYBILL_UNCONFIRMED_MINUTES, type Waybill, waybillFates } from '#contract/orders/waybills/api.ts'
import { waybillLifecycle } from '#contract/orders/waybills/waybill-lifecycle.ts'
import { Day, OrderNo, Text } from '#contract/platform/core/fields.ts'
import { CancelWaybillDrawer, GiveUpWaybillDrawer } from './give-back-drawers.tsx'
import { PrintLabelsButton } from './print-labels.tsx'
import { waybillApi, waybillTones } from './waybills-api.ts'

const fields = {
  state: tabsFilter('状态', waybillLifecycle.states),
  unanswered: flagFilter(`待确认超过 ${WAYBILL_UNCONFIRMED_MINUTES} 分钟`),
  orderNo: textFilter('订单号', OrderNo, '18 位订单号'),
  trackingNo: textFilter('运单号', TrackingNumberField, '完整的运单号'),
  carrier: textFilter('承运公司', Text(30), '如 德邦快递'),
  dateFrom: dayFilter('取号日期', Day),
  dateTo: dayFilter('至', Day),
}

/** The waybills that the carrier has not answered about for long. */
const queue = createListQueue('/waybills', {
  fields,
  rows: (input, options) => waybillApi.list(input, options),
  by: 'unanswered',
  waiting: ['1'],
  queryKey: ['waybill', 'list'],
})

/** Whether a number can still be given back: it is ours, and no parcel has left with it. */
const isReturnable = ({ state, fate }: Waybill): boolean => (state === 'TAKEN' || state === 'RETURNING') && fate !== 'sent'

/** Whether it is not known what became of it, so that it can be given up. */
const isUnconfirmed = ({ state }: Waybill): boolean => state === 'ASKED' || state === 'RETURNING'

interface Acts {
  cancel: (waybill: Waybill) => void
  giveUp: (waybill: Waybill) => void
}

const toColumns = (chosen: ChosenRows<Waybill>, acts: Acts | undefined): Column<Waybill>[] => [
  customColumn({
    title: '运单号',
    width: 196,
    value: (row) => (
      <RowCheckboxCell
        label={`面单 ${row.trackingNo || row.orderNo}`}
        checked={chosen.has(row)}
        reason={row.state === 'TAKEN' || chosen.has(row) ? undefined : '没有可打印的单号'}
        choose={(yes) => chosen.set([row], yes)}
      >
        <span className="num">{row.trackingNo || EMPTY_CELL}</span>
      </RowCheckboxCell>
    ),
  }),
  customColumn({ title: '承运公司', width: 96, value: ({ carrier }) => carrier }),
  customColumn({
    title: '状态',
    width: 120,
    value: ({ state, fate, trackingNo }) => (
      <div className="two-lines">
        <span>
          <Tag tone={waybillTones[state]}>{waybillLifecycle.states[state].label}</Tag>
        </span>
        {trackingNo !== '' && state !== 'RETURNED' && <small>{waybillFates[fate].label}</small>}
      </div>
    ),
  }),
  orderAndParcelColumn(184),
  customColumn({
    title: '采购企业',
    value: (row) => (
      <div className="two-lines">
        <EnterpriseLink row={row} />
        <small>{row.receiverRegion}</small>
      </div>
    ),
  }),
  proseColumn({ title: '说明', width: 160, value: ({ reason }) => reason || EMPTY_CELL }),
  customColumn({ title: '取号', width: 136, value: ({ askedBy, askedAt }) => <AuthorAndTime name={askedBy} at={askedAt} /> }),
  customColumn({
    title: '操作',
    width: 96,
    value: (row) =>
      acts && (isReturnable(row) || isUnconfirmed(row)) ? (
        <>
          {isReturnable(row) && (
            <RowDecisionButton letter="A" danger label={`取消面单 ${row.trackingNo}`} decide={() => acts.cancel(row)}>
              取消面单
            </RowDecisionButton>
          )}
          {isUnconfirmed(row) && (
            <RowDecisionButton letter="R" danger label={`放弃面单 ${row.trackingNo || row.orderNo}`} decide={() => acts.giveUp(row)}>
              放弃
            </RowDecisionButton>
          )}
        </>
      ) : (
        EMPTY_CELL
      ),
  }),
]

/** 电子面单: the numbers that were taken, how their parcels stand, and the labels to print again. */
export function Page() {
  const chosen = useChosenRows<Waybill>(({ id }) => id)
  const { allowed } = usePermission(consoleWaybillEndpoints.giveBack)
  const drawer = useDrawer<Waybill>()
  const unconfirmed = useDrawer<Waybill>()
  const { decided, ...run } = useListRun(queue)
  // What is given back or given up is not printed any more, so it is not chosen any more.
  const drop = (waybill: Waybill) => chosen.set([waybill], false)
  return (
    <>
      <ListPage
        title="电子面单"
        note="在波次或订单里取的运单号；没有发出的可以取消，退还承运公司"
        queryKey={['waybill', 'list']}
        fields={fields}
        list={waybillApi.list}
        columns={toColumns(chosen, allowed ? { cancel: drawer.show, giveUp: unconfirmed.show } : undefined)}
        rowKey={({ id }) => id}
        width={1160}
        above={<ListDecisionProgress {...run} />}
        exportRows={(input) => exportApi.waybills(input)}
        actions={({ rows }) => (
          <>
            <ToggleAllRowsOfPageButton chosen={chosen} rows={rows.filter(({ state }) => state === 'TAKEN')} />
            <PrintLabelsButton waybills={chosen.rows.map(({ enterpriseId, id }) => ({ enterpriseId, id }))} />
          </>
        )}
        empty="还没有取过号"
        next="在波次详情里点「取号」，为待发订单一次取齐"
      />
      <CancelWaybillDrawer drawer={drawer} drop={drop} decided={decided} />
      <GiveUpWaybillDrawer drawer={unconfirmed} drop={drop} decided={decided} />
    </>
  )
}
