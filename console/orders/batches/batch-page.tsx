import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { type Column, customColumn, EMPTY_CELL, instantColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { stockMovementKinds } from '#contract/catalog/inventory/api.ts'
import { type Batch, type BatchMovement, batchStates } from '#contract/orders/batches/api.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount } from '#ui/format.ts'
import { batchApi, batchQuery, batchTones, formatDaysLeft } from './batches-api.ts'

const TITLE = '批次详情'

const columns: Column<BatchMovement>[] = [
  instantColumn({ title: '时间', value: ({ at }) => at }),
  customColumn({ title: '类型', width: 96, value: ({ kind }) => <Tag tone="way">{stockMovementKinds[kind].label}</Tag> }),
  numberColumn({ title: '数量', width: 88, value: ({ change }) => (change > 0 ? `+${formatCount(change)}` : formatCount(change)) }),
  customColumn({ title: '仓库', width: 112, value: ({ warehouseName }) => warehouseName }),
  customColumn({
    title: '订单',
    value: ({ parcel }) =>
      parcel === null ? (
        EMPTY_CELL
      ) : (
        <div className="two-lines">
          <Link to="/order" search={{ enterpriseId: parcel.enterpriseId, orderNo: parcel.orderNo }} className="num">
            {parcel.orderNo}
          </Link>
          <small>
            {formatEnterpriseName({ name: parcel.enterpriseName })} · 包裹 {parcel.parcelNo}
          </small>
        </div>
      ),
  }),
  customColumn({ title: '原因', value: ({ reason }) => reason }),
  customColumn({ title: '经手人', width: 112, value: ({ by }) => by }),
]

function One({ batchId }: { batchId: string }) {
  const found = useQuery(batchQuery(batchId))
  return (
    <QueryPage title={TITLE} from={found}>
      {(batch) => (
        <>
          <PageHead
            title={
              <>
                批次 <span className="num">{batch.batchNo || '无批号'}</span>
                {batch.bestBefore !== null && (
                  <span className="tags">
                    <Tag tone={batchTones[batch.state]}>{batchStates[batch.state].label}</Tag>
                  </span>
                )}
              </>
            }
          />
          <Facts batch={batch} />
          <PagedListPanel
            key={batchId}
            title="流水"
            keep={(input) => exportApi.batchMovements({ ...input, batchId })}
            queryKey={['batch', 'movements', batchId]}
            load={(paging) => batchApi.movements({ ...paging, batchId })}
            columns={columns}
            rowKey={({ at, change, reason }) => `${at.toISOString()} ${change} ${reason}`}
            width={960}
            empty="还没有流水：这些是启用批次管理时的库存"
          />
        </>
      )}
    </QueryPage>
  )
}

const Facts = ({ batch: { skuId, goodsName, skuCode, skuProps, unit, bestBefore, daysLeft, madeOn, units } }: { batch: Batch }) => (
  <Panel title="概况">
    <FactList
      facts={[
        [
          '商品',
          <Link key="sku" to="/sku" search={{ skuId }}>
            {goodsName} <span className="num">{skuCode}</span> {formatSkuProps(skuProps)}
          </Link>,
        ],
        ['保质期至', bestBefore === null || daysLeft === null ? EMPTY_CELL : `${bestBefore}，${formatDaysLeft(daysLeft)}`],
        ['生产日期', madeOn ?? EMPTY_CELL],
        ['在库', `${formatCount(units)} ${unit}`],
      ]}
    />
  </Panel>
)

/** One batch: where it came from, which orders and companies it went to, and what came back. */
export const Page = createRecordPage(
  { title: TITLE, by: ['batchId'], what: '批次', choose: <Link to="/batches">到批次列表选择</Link> },
  One,
)
