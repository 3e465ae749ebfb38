import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AccountManagerFilterPicker } from '#console/people/account-managers/manager-picker.tsx'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { GoodsCell } from '#console/platform/components/goods-picture.tsx'
import { type Column, customColumn, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { CaseLink } from '#console/platform/components/next-case/case-link.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { formatGoodsNames } from '#contract/catalog/goods/goods-names.ts'
import { afterSaleTypes } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import type { ConsoleAfterSaleRow } from '#contract/orders/after-sales/shapes.ts'
import { formatCount } from '#ui/format.ts'
import { afterSaleCaseQueue, toAfterSaleFilters } from './after-sale-queue.ts'
import { toAfterSaleStatus } from './after-sale-view.ts'
import { afterSaleApi, afterSaleQueuesQuery } from './after-sales-api.ts'

const columns: Column<ConsoleAfterSaleRow>[] = [
  customColumn({ title: '售后单', width: 208, value: (row) => <Open row={row} /> }),
  customColumn({ title: '企业', value: (row) => <Company row={row} /> }),
  customColumn({ title: '商品', value: (row) => <Goods row={row} /> }),
  customColumn({ title: '原因', width: 120, value: ({ reason }) => reason }),
  instantColumn({ title: '申请时间', value: ({ createdAt }) => createdAt }),
  instantColumn({ title: '进入该状态', value: ({ stateAt }) => stateAt }),
  moneyColumn({ title: '已退', value: ({ refunded }) => refunded, width: 112 }),
  customColumn({ title: '状态', width: 96, value: (row) => <StatusCell row={row} /> }),
]

const Open = ({ row }: { row: ConsoleAfterSaleRow }) => (
  <div className="two-lines">
    <CaseLink queue={afterSaleCaseQueue} row={row} className="num">
      {row.afterSaleNo}
    </CaseLink>
    <small>{afterSaleTypes[row.type].label}</small>
  </div>
)

const Company = ({ row: { enterpriseId, enterpriseName, orderNo } }: { row: ConsoleAfterSaleRow }) => (
  <div className="two-lines">
    <Link to="/enterprise" search={{ enterpriseId }}>
      {enterpriseName ?? '未命名企业'}
    </Link>
    <small>
      订单 <span className="num">{orderNo}</span>
    </small>
  </div>
)

const Goods = ({ row: { firstGoods, goodsKinds, image, units } }: { row: ConsoleAfterSaleRow }) => (
  <GoodsCell image={image} name={formatGoodsNames(firstGoods, goodsKinds)} about={units > 0 ? `共 ${formatCount(units)} 件` : '仅运费'} />
)

function StatusCell({ row }: { row: ConsoleAfterSaleRow }) {
  const { label, tone } = toAfterSaleStatus(row)
  return <Tag tone={tone}>{label}</Tag>
}

/** 售后: the queues with counts; or all after-sales, the newest first. */
export function Page() {
  const counts = useQuery(afterSaleQueuesQuery).data ?? []
  const fields = toAfterSaleFilters(counts)
  return (
    <ListPage
      title="售后"
      note="同意由客服，验收由仓储，退款由财务；未发商品在审核期间暂停发货。"
      queryKey={['after-sale', 'list']}
      fields={fields}
      pickers={{ enterpriseId: EnterpriseFilterPicker, manager: AccountManagerFilterPicker }}
      list={(input, options) => afterSaleApi.list(input, options)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1180}
      exportRows={(input) => exportApi.afterSales(input)}
      empty="还没有售后单"
      next="买家在订单里申请售后后，在这里审核"
    />
  )
}
