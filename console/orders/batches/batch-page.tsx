import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { DayField, ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { type Column, customColumn, EMPTY_CELL, instantColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { stockMovementKinds } from '#contract/catalog/inventory/api.ts'
import { type Batch, type BatchMovement, batchStates, consoleBatchEndpoints } from '#contract/orders/batches/api.ts'
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
  const mayCorrect = usePermission(consoleBatchEndpoints.setDays).allowed
  const correcting = useDrawer<Batch>()
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
            actions={mayCorrect && batch.bestBefore !== null && <Button onClick={() => correcting.show(batch)}>更正日期</Button>}
          />
          {correcting.subject && (
            <CorrectBatchDrawer
              key={correcting.subject.rowVersion}
              batch={correcting.subject}
              open={correcting.open}
              close={correcting.close}
            />
          )}
          <Facts batch={batch} />
          <PagedListPanel
            name="movements"
            title="流水"
            keep={(input) => exportApi.batchMovements({ ...input, batchId })}
            queryKey={['batch', 'movements', batchId]}
            load={(paging) => batchApi.movements({ ...paging, batchId })}
            columns={columns}
            rowKey={({ movementId }) => movementId}
            width={960}
            empty="还没有流水：这些是启用批次管理时的库存"
          />
        </>
      )}
    </QueryPage>
  )
}

interface Correction extends RowVersionFormValues {
  bestBefore: string
  madeOn?: string
  reason: string
}

/** 更正日期: the days of a batch that a receipt has mistyped. */
function CorrectBatchDrawer({ batch, open, close }: { batch: Batch; open: boolean; close: () => void }) {
  const { skuId, batchId, batchNo, bestBefore, madeOn, goodsName, skuCode, rowVersion } = batch
  const correct = useApiMutation(batchApi.setDays, { invalidates: [['batch'], ['order']], successMessage: '批次已更正', close })
  return (
    <FormDrawer<Correction>
      title="更正批次日期"
      open={open}
      close={close}
      busy={correct.isPending}
      initial={{ bestBefore: bestBefore ?? '', madeOn: madeOn ?? '', rowVersion }}
      submit={({ madeOn: made, ...typed }) => correct.mutate(Object.assign({ skuId, batchId, madeOn: made || null }, typed))}
      submitText="确定更正"
    >
      <p className="drawer-lead">
        {goodsName} <span className="num">{skuCode}</span> · 批次 <span className="num">{batchNo}</span>
      </p>
      <RowVersionFormItem error={correct.error} />
      <DayField name="bestBefore" label="保质期至" />
      <DayField name="madeOn" label="生产日期" optional />
      <ReasonField />
      <p className="drawer-note">在库的和已发出的都按新日期；送货单再次打印时印新日期。</p>
    </FormDrawer>
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
