import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { getShippableUnits, sumOrderUnitsByProgress } from '#console/orders/orders/order-view.ts'
import { orderQuery } from '#console/orders/orders/orders-api.ts'
import { allUnshippedQuantities, computeBatchesToTake, listShippableLines } from '#console/orders/orders/ship-view.ts'
import { shippingWarehousesQuery } from '#console/orders/parcels/parcels-api.ts'
import { findBatchesInWarehouse } from '#console/orders/parcels/shipping-warehouse-field.tsx'
import { formatEnterpriseName as nameOf } from '#console/people/enterprises/enterprise-view.ts'
import { PageHead } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { useCurrentStaff, usePermission } from '#console/platform/sessions/use-staff.ts'
import { formatBatch } from '#contract/catalog/inventory/batches.ts'
import { consoleFulfilmentEndpoints } from '#contract/orders/fulfilment/api.ts'
import type { ConsoleOrderDetail } from '#contract/orders/orders/shapes.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { Code128Barcode } from './barcode.tsx'
import './pick-list.css'
import { mallProfile } from '#ui/mall.ts'

const TITLE = '拣货单'

function PickList({ enterpriseId, orderNo }: { enterpriseId: string; orderNo: string }) {
  const found = useQuery(orderQuery({ enterpriseId, orderNo }))
  return (
    <QueryPage title={TITLE} from={found}>
      {(order) => (
        <>
          <div className="no-print">
            <PageHead
              title={TITLE}
              note="只列还没发出的商品；打印为 A4 一页或多页，表头逐页重复"
              actions={
                <Button type="primary" icon={<Printer size={15} aria-hidden />} onClick={() => window.print()}>
                  打印
                </Button>
              }
            />
          </div>
          <Sheet order={order} />
        </>
      )}
    </QueryPage>
  )
}

function Sheet({ order }: { order: ConsoleOrderDetail }) {
  const person = useCurrentStaff()
  const printed = formatShanghaiTimeToMinute(useNow())
  const lines = listShippableLines(order.lines)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the paper is wider than the screen and has to be pushed by keys too
    <article className="sheet" aria-label="拣货单" tabIndex={0}>
      <header>
        <div>
          <h2>拣货单</h2>
          <p>
            {mallProfile.name} · {order.shopName}
          </p>
        </div>
        <div className="sheet-no">
          <Code128Barcode digits={order.orderNo} />
          <p className="num">{order.orderNo}</p>
        </div>
      </header>
      <Heads order={order} />
      {lines.length === 0 ? <p className="sheet-none">这张订单的商品已全部发出。</p> : <Lines order={order} />}
      {order.remark !== '' && <p className="sheet-remark">买家备注：{order.remark}</p>}
      <footer>
        <span>拣货人</span>
        <span>复核人</span>
        <span>件数 / 重量</span>
        <span>日期</span>
      </footer>
      <p className="sheet-foot">
        {person?.name} 打印于 <span className="num">{printed}</span>
      </p>
    </article>
  )
}

function Heads({ order }: { order: ConsoleOrderDetail }) {
  const { enterpriseName, receiverName, receiverMobile, receiverRegion, receiverDetail, createdAt, parcels } = order
  return (
    <dl>
      <div>
        <dt>采购企业</dt>
        <dd>{nameOf({ name: enterpriseName })}</dd>
      </div>
      <div>
        <dt>下单时间</dt>
        <dd className="num">{formatShanghaiTimeToMinute(createdAt)}</dd>
      </div>
      <div>
        <dt>收货人</dt>
        <dd>
          {receiverName} <span className="num">{receiverMobile}</span>
        </dd>
      </div>
      <div>
        <dt>已发包裹</dt>
        <dd>{parcels.length === 0 ? '无' : `${parcels.length} 个`}</dd>
      </div>
      <div className="sheet-wide">
        <dt>收货地址</dt>
        <dd>
          {receiverRegion} {receiverDetail}
        </dd>
      </div>
    </dl>
  )
}

/** Which batches are to be taken from the proposed warehouse, by line number; nothing as long as nobody knows it, and for goods without batches. */
function useBatchesToPick(order: ConsoleOrderDetail) {
  const may = usePermission(consoleFulfilmentEndpoints.warehouses).allowed
  const { data: warehouses = [] } = useQuery({ ...shippingWarehousesQuery(order), enabled: may })
  const lying = findBatchesInWarehouse(warehouses, undefined)
  const taking = computeBatchesToTake(order.lines, allUnshippedQuantities(order.lines), { lying, chosen: {} })
  return { taking, where: warehouses.length > 1 ? `${warehouses[0]?.name} ` : '' }
}

function Lines({ order }: { order: ConsoleOrderDetail }) {
  const { lines } = order
  const { taking, where } = useBatchesToPick(order)
  return (
    <table>
      <thead>
        <tr>
          <th className="sheet-at">行</th>
          <th>编码</th>
          <th>商品与规格</th>
          <th className="sheet-units sheet-ordered">订购</th>
          <th className="sheet-units">应拣</th>
          <th className="sheet-units">单位</th>
          <th className="sheet-blank">实拣</th>
        </tr>
      </thead>
      <tbody>
        {listShippableLines(lines).map((line) => (
          <tr key={line.lineNo}>
            <td className="sheet-at num">{line.lineNo}</td>
            <td className="num sheet-code">{line.skuCode}</td>
            <td>
              {line.goodsName}
              <small>{formatSkuProps(line.skuProps)}</small>
              {taking.get(line.lineNo)?.map((batch) => (
                <small key={batch.batchId} className="num">
                  {where}取批次 {formatBatch(batch)} × {formatCount(batch.units)}
                </small>
              ))}
            </td>
            <td className="sheet-units sheet-ordered num">{formatCount(line.goodsNum)}</td>
            <td className="sheet-units num sheet-pick">{formatCount(getShippableUnits(line))}</td>
            <td className="sheet-units">{line.unit}</td>
            <td className="sheet-blank" />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td className="sheet-at" />
          <td colSpan={2}>合计 {listShippableLines(lines).length} 种</td>
          <td className="sheet-ordered" />
          <td className="sheet-units num sheet-pick">{formatCount(sumOrderUnitsByProgress(lines).left)}</td>
          <td colSpan={2} />
        </tr>
      </tfoot>
    </table>
  )
}

/** The pick list for the warehouse on A4: what is left to pick of an order. */
export const Page = createRecordPage(
  { title: TITLE, by: ['enterpriseId', 'orderNo'], what: '订单', choose: <Link to="/orders">到订单列表选择</Link> },
  PickList,
)
