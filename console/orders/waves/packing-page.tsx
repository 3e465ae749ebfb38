import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AutoComplete, Button, Checkbox, type InputRef } from 'antd'
import { type ComponentRef, useId, useRef } from 'react'
import { BatchSelect } from '#console/orders/parcels/batch-select.tsx'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { getOverlayContainer, getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { type Column, countColumn, customColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { ScanField, ScanNotice } from '#console/platform/components/scanner/scan-field.tsx'
import { EmptyState, QueryPage } from '#console/platform/components/states.tsx'
import { useCurrentStaff, usePermission } from '#console/platform/sessions/use-staff.ts'
import { type BatchUnits, formatBatch } from '#contract/catalog/inventory/batches.ts'
import { carrierNames } from '#contract/orders/fulfilment/waybill.ts'
import { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import type { WavePackingOrder } from '#contract/orders/waves/shapes.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { countUnitsToPack, isEmptyParcel, isParcelReadyToShip, type OpenParcel, type PackingDeskState } from './packing/open-parcel.ts'
import { computeBatchesOfParcel, listBatchesOfLine } from './packing-desk.ts'
import type { PackingDeskStore } from './packing-store.ts'
import { usePackingDesk, usePackingDeskView } from './use-packing-desk.ts'
import { wavePackingQuery } from './waves-api.ts'
import './waves.css'

const TITLE = '波次装箱'

function Packing({ id }: { id: string }) {
  const found = useQuery(wavePackingQuery(id))
  const person = useCurrentStaff()?.staffId ?? ''
  return (
    <QueryPage title={TITLE} from={found}>
      {({ wave, ...packing }) => <Desk key={person} wave={wave} person={person} packing={packing} refetch={() => void found.refetch()} />}
    </QueryPage>
  )
}

function Desk(source: Parameters<typeof usePackingDesk>[0]) {
  const { wave } = source
  const desk = usePackingDesk(source)
  const { desk: state, sending } = usePackingDeskView(desk)
  const { reason } = usePermission(consoleWaveEndpoints.ship)
  const done = wave.shipped + state.shipped
  const total = done + state.orders.length
  return (
    <>
      <PageHead
        title={TITLE}
        note={
          <>
            波次{' '}
            <Link to="/wave" search={{ id: wave.id }} className="num">
              {wave.waveNo}
            </Link>{' '}
            · 已发 <b className="num">{`${done} / ${total}`}</b> 单
          </>
        }
      />
      <Panel title="扫描">
        {reason === undefined ? <ScanBar desk={desk} state={state} /> : <p className="drawer-note">{reason}</p>}
        <ScanNotice tone={state.notice.tone}>{sending ? '正在登记发货…' : state.notice.text}</ScanNotice>
        {state.parcel?.weight?.state === 'differs' && (
          <p className="desk-ask">
            <Button type="primary" onClick={() => void desk.scan('')}>
              仍然发出
            </Button>
            <span>或再按 Enter；也可以重新称重</span>
          </p>
        )}
        {state.asked !== undefined && (
          <p className="desk-ask">
            <Button type="primary" onClick={() => void desk.scan('Y')}>
              确认合并发货
            </Button>
            <span>或键入 Y 再按 Enter；扫另一个运单号则不合并</span>
          </p>
        )}
      </Panel>
      {state.parcel ? <Parcel parcel={state.parcel} lying={state.lying} desk={desk} /> : <Waiting orders={state.orders} waveId={wave.id} />}
    </>
  )
}

/** What the field waits for. */
function formatPlaceholder({ parcel, isWeighing }: PackingDeskState): string {
  if (!parcel || !isParcelReadyToShip(parcel)) return '扫商品条码或编码；50*编码 一次计 50 件'
  return isWeighing && (parcel.weight === undefined || parcel.weight.state === 'differs') ? '称重：由秤输入，或键入千克数' : '扫运单号'
}

/** The field of the scanner, with what holds for every parcel. */
function ScanBar({ desk, state }: { desk: PackingDeskStore; state: PackingDeskState }) {
  const field = useRef<InputRef>(null)
  const carrierId = useId()
  return (
    <div className="desk-bar">
      <ScanField label="条码或运单号" placeholder={formatPlaceholder(state)} field={field} scan={(text) => void desk.scan(text)} />
      <div className="desk-carrier">
        <label htmlFor={carrierId}>承运公司</label>
        <AutoComplete
          id={carrierId}
          value={state.carrier}
          options={carrierNames.map((value) => ({ value }))}
          getPopupContainer={getParentOverlayContainer}
          onChange={desk.setCarrier}
          onSelect={() => field.current?.focus()}
          placeholder="选择或输入"
        />
      </div>
      <Checkbox checked={state.isWeighing} onChange={({ target }) => desk.setWeighing(target.checked)}>
        称重复核
      </Checkbox>
    </div>
  )
}

type Line = WavePackingOrder['lines'][number]

interface BatchChoiceProps {
  line: Line
  /** The batches of its goods in the warehouse, and what it takes of them. */
  batches: readonly BatchUnits[]
  taken: readonly BatchUnits[]
  chosen: string | undefined
  choose: (batchId: string | undefined) => void
}

/** Which batches a line takes. The packer may name another one than the proposed ones, by mouse or by keys. */
function BatchChoice({ line, batches, taken, chosen, choose }: BatchChoiceProps) {
  const field = useRef<ComponentRef<typeof BatchSelect>>(null)
  return (
    <>
      {batches.length > 1 && (
        <BatchSelect
          ref={field}
          line={line}
          batches={batches}
          className="desk-batch"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="改取其他批次"
          value={chosen}
          getPopupContainer={getOverlayContainer}
          onChange={(batchId: string | undefined) => {
            choose(batchId)
            // The next scan is of goods or of a waybill.
            field.current?.blur()
          }}
        />
      )}
      <div className="two-lines">
        {taken.map((batch) => (
          <small key={batch.batchId} className="num">
            取批次 {formatBatch(batch)} × {batch.units}
          </small>
        ))}
      </div>
    </>
  )
}

function Parcel({ parcel, lying, desk }: { parcel: OpenParcel; lying: PackingDeskState['lying']; desk: PackingDeskStore }) {
  const { order } = parcel
  const taking = computeBatchesOfParcel({ parcel, lying }, ({ units }) => units)
  const columns: Column<Line>[] = [
    customColumn({
      title: '商品',
      value: (line) => (
        <>
          <div className="two-lines">
            <span>
              <b className="num">{line.skuCode}</b> {line.goodsName}
            </span>
            <small>
              {formatSkuProps(line.skuProps)}
              {line.barcode !== '' && <span className="num"> · {line.barcode}</span>}
            </small>
          </div>
          <BatchChoice
            line={line}
            batches={listBatchesOfLine({ lying }, line)}
            taken={taking.get(line.lineNo) ?? []}
            chosen={parcel.chosen[line.lineNo]}
            choose={(batchId) => desk.chooseBatch(line.lineNo, batchId)}
          />
        </>
      ),
    }),
    countColumn({ title: '应装', value: ({ units }) => units }),
    countColumn({ title: '已扫', value: ({ lineNo }) => parcel.counted[lineNo] ?? 0 }),
    customColumn({ title: '单位', width: 64, value: ({ unit }) => unit }),
  ]
  const lacks = isEmptyParcel(parcel) ? '还没有扫描商品' : undefined
  return (
    <Panel
      title={`第 ${order.place} 单 · ${formatEnterpriseName({ name: order.enterpriseName })}`}
      extra={
        <span className="panel-actions">
          <Button onClick={desk.clear}>清空本单</Button>
          {!isParcelReadyToShip(parcel) && (
            <Button {...toDisabledProps(lacks)} onClick={desk.shipShort}>
              按已扫数量发出
            </Button>
          )}
        </span>
      }
      flush
    >
      <p className="desk-order">
        <span className="num">{order.orderNo}</span> · {order.receiverName} · {order.receiverRegion}
        {order.remark !== '' && <b> · 备注：{order.remark}</b>}
      </p>
      <DataTable columns={columns} rows={order.lines} rowKey={({ lineNo }) => String(lineNo)} width={560} />
    </Panel>
  )
}

const SHOWN = 20
const waitingColumns: Column<WavePackingOrder>[] = [
  countColumn({ title: '格位', value: ({ place }) => place, width: 72 }),
  customColumn({ title: '订单号', width: 180, value: ({ orderNo }) => <span className="num">{orderNo}</span> }),
  customColumn({ title: '采购企业', value: ({ enterpriseName }) => formatEnterpriseName({ name: enterpriseName }) }),
  customColumn({ title: '商品', value: ({ lines }) => lines.map(({ skuCode, units }) => `${skuCode}×${units}`).join(' ') }),
  countColumn({ title: '件数', value: countUnitsToPack }),
]

const Waiting = ({ orders, waveId }: { orders: PackingDeskState['orders']; waveId: string }) => (
  <Panel title={`待装箱 ${orders.length} 单`} flush>
    <DataTable
      columns={waitingColumns}
      rows={orders.slice(0, SHOWN)}
      rowKey={({ orderNo }) => orderNo}
      width={760}
      empty={
        <EmptyState
          title="这个波次没有待装箱的订单"
          action={
            <Link to="/wave" search={{ id: waveId }}>
              查看波次
            </Link>
          }
        />
      }
    />
  </Panel>
)

/** Packing of a wave with a scanner: SKU by SKU, then the waybill. No key is pressed between two orders. */
export const Page = createRecordPage({ title: TITLE, by: ['id'], what: '波次', choose: <Link to="/waves">到波次列表选择</Link> }, Packing)
