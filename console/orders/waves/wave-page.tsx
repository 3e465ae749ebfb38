import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { type ChosenRows, PrintWaveDeliveryNotesButtons, RowCheckboxCell, useChosenRows } from '#console/orders/parcels/delivery-notes.tsx'
import { PrintAllLabelsButton } from '#console/orders/waybills/print-labels.tsx'
import { TakeNumbersButton } from '#console/orders/waybills/take-numbers.tsx'
import { EnterpriseLink } from '#console/people/enterprises/enterprise-link.tsx'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { ChoiceTabs } from '#console/platform/components/list/choice-tabs.tsx'
import { type Column, countColumn, customColumn, EMPTY_CELL, proseColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { usePanelChoice } from '#console/platform/components/list/use-list.ts'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import { type Wave, type WaveOrder, waveOrderStatuses } from '#contract/orders/waves/shapes.ts'
import { isWaveOpen, waveLifecycle } from '#contract/orders/waves/wave-lifecycle.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatCount } from '#ui/format.ts'
import './waves.css'
import { invalidatedByWave, waveApi, waveOrderTones, waveQuery, waveTones } from './waves-api.ts'

const TITLE = '波次详情'
const statusChoices = keysOf(waveOrderStatuses).map((value) => ({ value, label: waveOrderStatuses[value].label }))

function One({ id }: { id: string }) {
  const found = useQuery(waveQuery(id))
  const chosen = useChosenRows<WaveOrder>(({ orderNo }) => orderNo)
  return (
    <QueryPage title={TITLE} from={found}>
      {(wave) => (
        <>
          <Head wave={wave} chosen={chosen.rows} />
          <Facts wave={wave} />
          <Orders wave={wave} chosen={chosen} />
        </>
      )}
    </QueryPage>
  )
}

/** Reads the numbers of the orders that wait in a wave, by place. */
const readLabels = async (id: string) =>
  (await waveApi.packing({ id })).orders.flatMap(({ enterpriseId, waybill }) => (waybill ? [{ enterpriseId, id: waybill.id }] : []))

function Head({ wave, chosen }: { wave: Wave; chosen: readonly WaveOrder[] }) {
  const { id, waveNo, state, shipped, orders, dropped, carrier, warehouseId } = wave
  const notes = chosen.filter(({ status }) => status === 'shipped')
  const waiting = chosen.filter(({ status }) => status === 'waiting')
  const readWaiting = async () => (waiting.length > 0 ? waiting : (await waveApi.packing({ id })).orders)
  return (
    <PageHead
      title={
        <>
          <span className="num">{waveNo}</span>
          <span className="tags">
            <Tag tone={waveTones[state]}>{waveLifecycle.states[state].label}</Tag>
          </span>
        </>
      }
      actions={
        <>
          <PrintWaveDeliveryNotesButtons id={id} shipped={shipped} orderNos={notes.map(({ orderNo }) => orderNo)} />
          {isWaveOpen(wave.state) && (
            <>
              <Actions wave={wave} />
              <TakeNumbersButton
                carrier={carrier}
                count={waiting.length || orders - shipped - dropped}
                readOrders={async () => (await readWaiting()).map(({ enterpriseId, orderNo }) => ({ enterpriseId, orderNo }))}
                warehouseId={warehouseId}
              />
              <PrintAllLabelsButton read={() => readLabels(id)} />
              <Link to="/wave_pick_list" search={{ id }} className="button-link">
                拣货单
              </Link>
              <Link to="/packing" search={{ id }} className="button-link button-primary">
                扫描装箱
              </Link>
            </>
          )}
        </>
      }
    />
  )
}

/** The steps of a wave that is open. Closing and cancelling ask first, because its orders leave it. */
function Actions({ wave: { id, state, shipped } }: { wave: Wave }) {
  const confirm = useConfirm()
  const { allowed } = usePermission(consoleWaveEndpoints.close)
  const picked = useApiMutation(waveApi.markPicked, { invalidates: invalidatedByWave, successMessage: '已登记拣完' })
  const close = useApiMutation(waveApi.close, { invalidates: invalidatedByWave, successMessage: '波次已关闭' })
  const cancel = useApiMutation(waveApi.cancel, { invalidates: invalidatedByWave, successMessage: '波次已取消' })
  if (!allowed) return null
  const end = shipped > 0 ? ({ word: '关闭', run: close } as const) : ({ word: '取消', run: cancel } as const)
  const ask = () =>
    confirm({
      title: `${end.word}这个波次？`,
      content: '没有发出的订单回到待发货，可编入其他波次。',
      okText: `${end.word}波次`,
      grave: true,
      run: () => end.run.mutateAsync({ id }),
    })
  return (
    <>
      <Button danger aria-keyshortcuts="R" onClick={ask}>
        {end.word}波次
      </Button>
      {state === 'OPEN' && (
        <Button aria-keyshortcuts="A" loading={picked.isPending} onClick={() => picked.mutate({ id })}>
          已拣完
        </Button>
      )}
    </>
  )
}

const Facts = ({ wave: { about, warehouseName, carrier, orders, shipped, dropped, units, madeBy, madeAt } }: { wave: Wave }) => (
  <Panel title="概况">
    <FactList
      facts={[
        ['条件', about],
        ['仓库', warehouseName],
        ['承运公司', carrier || '装箱时选择'],
        ['进度', <span key="at" className="num">{`${shipped} / ${orders - dropped} 单已发`}</span>],
        ['已退出', <span key="out" className="num">{`${dropped} 单`}</span>],
        [
          '编入件数',
          <span key="units" className="num">
            {formatCount(units)}
          </span>,
        ],
        ['创建', <AuthorAndTime key="by" name={madeBy} at={madeAt} />],
      ]}
    />
  </Panel>
)

/** The number of the order, with a checkbox: of one that has left to choose its delivery note, of one that waits to take its number. */
const orderNoColumn = (chosen: ChosenRows<WaveOrder>): Column<WaveOrder> =>
  customColumn({
    title: '订单号',
    width: 208,
    value: (row) => (
      <RowCheckboxCell
        label={`订单 ${row.orderNo}`}
        checked={chosen.has(row)}
        reason={row.status === 'dropped' ? '已退出波次' : undefined}
        choose={(yes) => chosen.set([row], yes)}
      >
        <Link to="/order" search={{ enterpriseId: row.enterpriseId, orderNo: row.orderNo }} className="num">
          {row.orderNo}
        </Link>
      </RowCheckboxCell>
    ),
  })

const placeColumn: Column<WaveOrder> = countColumn({ title: '格位', value: ({ place }) => place, width: 64 })

const about: Column<WaveOrder>[] = [
  customColumn({
    title: '采购企业',
    value: (row) => (
      <div className="two-lines">
        <EnterpriseLink row={row} />
        <small>{row.receiverRegion}</small>
      </div>
    ),
  }),
  customColumn({ title: '商品', value: ({ firstGoods }) => firstGoods }),
  countColumn({ title: '件数', value: ({ units }) => units, width: 72 }),
  customColumn({ title: '面单号', width: 152, value: ({ trackingNo }) => <span className="num">{trackingNo || EMPTY_CELL}</span> }),
  customColumn({
    title: '状态',
    width: 88,
    value: ({ status }) => <Tag tone={waveOrderTones[status]}>{waveOrderStatuses[status].label}</Tag>,
  }),
  proseColumn({ title: '说明', width: 152, value: ({ note }) => note || EMPTY_CELL }),
]

function Orders({ wave, chosen }: { wave: Wave; chosen: ChosenRows<WaveOrder> }) {
  const { id } = wave
  const [status, choose] = usePanelChoice('orders', 'status', { values: keysOf(waveOrderStatuses) })
  const narrowed = { id, ...(status && { status }) }
  const shown = [placeColumn, orderNoColumn(chosen), ...about]
  const { allowed } = usePermission(consoleWaveEndpoints.removeOrder)
  const remove = useApiMutation(waveApi.removeOrder, { invalidates: invalidatedByWave, successMessage: '已移出' })
  const out: Column<WaveOrder> = customColumn({
    title: '操作',
    width: 80,
    value: ({ enterpriseId, orderNo, status }) =>
      status === 'waiting' ? (
        <Button
          size="small"
          aria-label={`移出 ${orderNo}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate({ id, enterpriseId, orderNo })}
        >
          移出
        </Button>
      ) : (
        EMPTY_CELL
      ),
  })
  return (
    <PagedListPanel
      name="orders"
      title="订单"
      above={<ChoiceTabs label="订单状态" choices={statusChoices} none="全部" value={status} change={choose} />}
      queryKey={['wave', 'orders', id, status]}
      load={(paging) => waveApi.orders({ ...paging, ...narrowed })}
      keep={(input) => exportApi.waveOrders({ ...input, ...narrowed })}
      columns={isWaveOpen(wave.state) && allowed ? [...shown, out] : shown}
      rowKey={({ orderNo }) => orderNo}
      width={1160}
      empty={status === undefined ? '没有订单' : '没有这样的订单'}
    />
  )
}

/** One wave: how far it is, its orders, and what can be done with it. */
export const Page = createRecordPage({ title: TITLE, by: ['id'], what: '波次', choose: <Link to="/waves">到波次列表选择</Link> }, One)
