import { useQuery } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { BatchSelect } from '#console/orders/parcels/batch-select.tsx'
import { CarrierFields, type CarrierFormValues, toCarrierInput } from '#console/orders/parcels/carrier-fields.tsx'
import { keepLastCarrier, readLastCarrier } from '#console/orders/parcels/last-carrier.ts'
import { fulfilmentApi, invalidatedByParcel, shippingWarehousesQuery } from '#console/orders/parcels/parcels-api.ts'
import {
  findBatchesInWarehouse,
  ShippingWarehouseField,
  type ShippingWarehouseFormValues,
  useUnitsInChosenWarehouse,
} from '#console/orders/parcels/shipping-warehouse-field.tsx'
import { TakeOneNumberButton } from '#console/orders/waybills/take-numbers.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type BatchUnits, formatBatch } from '#contract/catalog/inventory/batches.ts'
import type { ShippingWarehouse } from '#contract/orders/fulfilment/api.ts'
import { toOurCarrierName } from '#contract/orders/fulfilment/waybill.ts'
import type { ConsoleOrderDetail, OrderLine } from '#contract/orders/orders/shapes.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount } from '#ui/format.ts'
import { getShippableUnits } from './order-view.ts'
import {
  allUnshippedQuantities,
  type BatchesToTake,
  computeBatchesToTake,
  limitToUnitsInWarehouse,
  listShippableLines,
  type ParcelQuantitiesByLineNo,
  parcelQuantityError,
  sumParcelUnitsByProgress,
  takesEverythingLeft,
  toParcelLines,
  zeroParcelQuantities,
} from './ship-view.ts'

interface Values extends CarrierFormValues, ShippingWarehouseFormValues {
  quantities: ParcelQuantitiesByLineNo
  /** The batches that the person has chosen, by line number. */
  batches?: BatchesToTake['chosen']
}

interface Props {
  order: ConsoleOrderDetail
  /** Called when everything that could be shipped has left: the next order follows. */
  decided: () => void
  open: boolean
  close: () => void
}

/**
 * The form of one parcel: the carrier, the waybill number, and the contents. By default it contains everything that is left, and travels with
 * the carrier that was used last on this device, or else with the company's last one.
 */
export function ShipParcelDrawer({ order, open, close, decided }: Props) {
  const { enterpriseId, orderNo, lines } = order
  const { data: warehouses = [] } = useQuery({ ...shippingWarehousesQuery(order), enabled: open })
  const ship = useApiMutation(fulfilmentApi.ship, {
    invalidates: invalidatedByParcel,
    successMessage: '已登记发货',
    close,
    onSuccess: (_, { carrier }) => carrier !== undefined && keepLastCarrier(toOurCarrierName(carrier)),
    afterSuccess: (_, { lines: sent }) => takesEverythingLeft(lines, sent) && decided(),
  })
  return (
    <FormDrawer<Values>
      title={`发货 · 订单 ${orderNo}`}
      open={open}
      close={close}
      busy={ship.isPending}
      initial={{ kind: 'courier', carrier: readLastCarrier() || order.lastCarrier, quantities: allUnshippedQuantities(lines) }}
      submit={({ quantities, batches: chosen = {}, warehouseId = warehouses[0]?.warehouseId, ...way }) =>
        ship.mutate({
          enterpriseId,
          orderNo,
          ...toCarrierInput(way),
          ...(warehouseId && { warehouseId }),
          lines: toParcelLines(lines, quantities, { lying: findBatchesInWarehouse(warehouses, warehouseId), chosen }),
        })
      }
      submitText="确认发货"
      wide
    >
      <p className="drawer-lead">
        {order.receiverName} {order.receiverMobile} · {order.receiverRegion} {order.receiverDetail}
      </p>
      <CarrierFields error={ship.error} />
      <TakeNumberField order={{ enterpriseId, orderNo }} proposed={warehouses[0]?.warehouseId} />
      <ShippingWarehouseField warehouses={warehouses} />
      <Contents lines={lines} warehouses={warehouses} />
    </FormDrawer>
  )
}

/** Fills the number of the chosen carrier into the form, with the shown warehouse as its sender. Our own tanker has none. */
function TakeNumberField({ order, proposed }: { order: { enterpriseId: string; orderNo: string }; proposed: string | undefined }) {
  const form = Form.useFormInstance<Values>()
  const chosen: string | undefined = Form.useWatch('warehouseId', form)
  const [kind, carrier] = [Form.useWatch('kind', form), Form.useWatch('carrier', form)]
  if (kind === 'tanker') return null
  return (
    <TakeOneNumberButton
      order={order}
      warehouseId={chosen ?? proposed}
      carrier={toOurCarrierName(carrier ?? '')}
      taken={(waybill) => form.setFieldsValue({ carrier: waybill.carrier, trackingNo: waybill.trackingNo })}
    />
  )
}

function Contents({ lines, warehouses }: { lines: readonly OrderLine[]; warehouses: readonly ShippingWarehouse[] }) {
  const form = Form.useFormInstance<Values>()
  const quantities: ParcelQuantitiesByLineNo = Form.useWatch('quantities', form) ?? {}
  const lying = useUnitsInChosenWarehouse(warehouses)
  const batches = findBatchesInWarehouse(warehouses, Form.useWatch('warehouseId', form))
  const chosen: BatchesToTake['chosen'] = Form.useWatch('batches', form) ?? {}
  const taking = computeBatchesToTake(lines, quantities, { lying: batches, chosen })
  const fill = (all: ParcelQuantitiesByLineNo) => form.setFieldsValue({ quantities: all })
  // An empty parcel is an error of the whole form, not of a field. It is shown in red below the lines.
  const requireUnits = async () => {
    if (sumParcelUnitsByProgress(lines, form.getFieldValue('quantities')).leaving === 0) throw new Error()
  }
  return (
    <fieldset className="parcel-lines" aria-label="本次发出">
      <div className="parcel-head">
        <b>本次发出</b>
        <Button size="small" onClick={() => fill(allUnshippedQuantities(lines))}>
          全部发出
        </Button>
        {lying && (
          <Button size="small" onClick={() => fill(limitToUnitsInWarehouse(allUnshippedQuantities(lines), lying))}>
            按本仓库存
          </Button>
        )}
        <Button size="small" onClick={() => fill(zeroParcelQuantities(lines))}>
          清零
        </Button>
      </div>
      <ul>
        {listShippableLines(lines).map((line) => (
          <LineField
            key={line.lineNo}
            line={line}
            lying={lying?.get(line.lineNo)}
            batches={batches.get(line.lineNo) ?? []}
            taken={taking.get(line.lineNo) ?? []}
          />
        ))}
      </ul>
      <Sum {...sumParcelUnitsByProgress(lines, quantities)} />
      <Form.Item name="parcel" hidden rules={[{ validator: requireUnits }]}>
        <input type="hidden" />
      </Form.Item>
    </fieldset>
  )
}

function Sum({ leaving, staying }: { leaving: number; staying: number }) {
  if (leaving === 0)
    return (
      <p className="parcel-sum parcel-none" aria-live="polite">
        请填写要发的数量
      </p>
    )
  return (
    <p className="parcel-sum" aria-live="polite">
      本次发 <b className="num">{formatCount(leaving)}</b> 件{staying > 0 ? `，还剩 ${formatCount(staying)} 件待发` : '，订单全部发完'}
    </p>
  )
}

interface LineProps {
  line: OrderLine
  lying: number | undefined
  /** The batches of its goods in the warehouse, and what it takes of them. */
  batches: readonly BatchUnits[]
  taken: readonly BatchUnits[]
}

/** Which batches of goods a line takes. Those that end first are proposed; the person may name another one. */
function BatchField({ line, batches, taken }: Omit<LineProps, 'lying'>) {
  if (batches.length === 0) return null
  return (
    <div className="parcel-batches">
      <Form.Item name={['batches', String(line.lineNo)]}>
        <BatchSelect line={line} batches={batches} placeholder="先取最早到期的批次" />
      </Form.Item>
      <small>取 {taken.map((batch) => `${formatBatch(batch)} × ${formatCount(batch.units)}`).join('；') || '—'}</small>
    </div>
  )
}

function LineField({ line, lying, batches, taken }: LineProps) {
  const { lineNo, goodsName, skuProps, skuCode, unit } = line
  const rule = async (_: unknown, quantity: number | null) => {
    const fault = parcelQuantityError(line, quantity)
    if (fault !== undefined) throw new Error(fault)
  }
  return (
    <li>
      <div className="two-lines">
        <span>{goodsName}</span>
        <small>
          <span className="num">{skuCode}</span> · {formatSkuProps(skuProps)}
        </small>
      </div>
      <span className="parcel-left">
        待发 <b className="num">{formatCount(getShippableUnits(line))}</b> {unit}
        {lying !== undefined && (
          <>
            ，本仓 <b className="num">{formatCount(lying)}</b>
          </>
        )}
      </span>
      <Form.Item name={['quantities', String(lineNo)]} rules={[{ validator: rule }]}>
        <NumberInput aria-label={`${goodsName} ${skuCode} 本次发出`} className="num" />
      </Form.Item>
      <BatchField line={line} batches={batches} taken={taken} />
    </li>
  )
}
