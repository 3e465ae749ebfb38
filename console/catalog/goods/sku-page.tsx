import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { EnterpriseSelect } from '#console/people/enterprises/company-select.tsx'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { GoodsCell } from '#console/platform/components/goods-picture.tsx'
import { type Column, countColumn, customColumn, EMPTY_CELL, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryContent, QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import type { ConsoleSkuBrief } from '#contract/catalog/goods/console-api.ts'
import { consolePriceEndpoints } from '#contract/catalog/pricing/console-api.ts'
import type { VisiblePriceStep } from '#contract/catalog/pricing/visible-price-steps.ts'
import { consoleBatchEndpoints } from '#contract/orders/batches/api.ts'
import { memberLevels } from '#contract/people/verification/verification-status.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount } from '#ui/format.ts'
import { batchApi, enterpriseSkuPricesQuery, invalidatedBySku, skuQuery } from './skus-api.ts'
import './skus.css'

function One({ skuId }: { skuId: string }) {
  const found = useQuery(skuQuery(skuId))
  return (
    <QueryPage title="价格与库存" from={found}>
      {(sku) => (
        <>
          <Head sku={sku} />
          <Prices sku={sku} />
          <Stock sku={sku} />
          {sku.warehouses.length > 0 && <StockByWarehouse rows={sku.warehouses} />}
        </>
      )}
    </QueryPage>
  )
}

function Head({ sku: { skuCode, onShelf, shopPaused } }: { sku: ConsoleSkuBrief }) {
  return (
    <PageHead
      title={
        <>
          <span className="num">{skuCode}</span>
          <span className="tags">
            <Tag tone={onShelf ? 'good' : 'over'}>{onShelf ? '在售' : '已下架'}</Tag>
            {shopPaused && <Tag tone="bad">店铺暂停营业</Tag>}
          </span>
        </>
      }
    />
  )
}

const withLabel = (label: string | null) => (label === null ? '全站价' : label)
const createPriceColumns = (unit: string): Column<VisiblePriceStep>[] => [
  customColumn({ title: '数量', width: 140, value: ({ from }) => <span className="num">{`${formatCount(from)} ${unit}起`}</span> }),
  moneyColumn({ title: '现金价', value: ({ salePrice }) => salePrice, width: 120 }),
  customColumn({ title: '现金价依据', width: 140, value: ({ saleLabel }) => withLabel(saleLabel) }),
  moneyColumn({ title: '赊销价', value: ({ creditPrice }) => creditPrice, width: 120 }),
  customColumn({
    title: '赊销价依据',
    width: 140,
    value: ({ creditPrice, creditLabel }) => (creditPrice === null ? EMPTY_CELL : withLabel(creditLabel)),
  }),
]

/** Both prices: as the chosen company pays them now, or those of the whole mall. */
function Prices({ sku }: { sku: ConsoleSkuBrief }) {
  const { enterpriseId } = useSearch({ strict: false })
  const navigate = useNavigate()
  const may = usePermission(consolePriceEndpoints.forEnterprise).allowed
  const chosen = may ? enterpriseId : undefined
  const company = useQuery({ ...enterpriseSkuPricesQuery(sku.skuId, chosen ?? ''), enabled: chosen !== undefined })
  const columns = createPriceColumns(sku.unit)
  const choose = (next: string | undefined) =>
    void navigate({ to: '/sku', search: { skuId: sku.skuId, ...(next === undefined ? {} : { enterpriseId: next }) }, replace: true })
  const name = company.data && formatEnterpriseName({ name: company.data.enterpriseName })
  const table = (steps: readonly VisiblePriceStep[]) => (
    <DataTable columns={columns} rows={steps} rowKey={({ from }) => String(from)} width={660} />
  )
  const picker = (
    <EnterpriseSelect
      label="企业"
      placeholder="选择企业，看它的价格"
      allowClear
      knownName={name}
      {...(chosen === undefined ? {} : { value: chosen })}
      onChange={choose}
    />
  )
  return (
    <Panel title={company.data ? `${name}的价格（${memberLevels[company.data.memberLevel]}）` : '全站价'} extra={may && picker} flush>
      {chosen === undefined ? (
        table(sku.steps)
      ) : (
        <QueryContent from={company} waiting={<TableSkeleton columns={columns} count={sku.steps.length} width={660} />}>
          {({ steps }) => table(steps)}
        </QueryContent>
      )}
    </Panel>
  )
}

function Stock({ sku }: { sku: ConsoleSkuBrief }) {
  const { image, goodsName, skuId, skuCode, skuProps, stock, reserved, minimum, step, unit, replacement } = sku
  const units = (count: number) => <span className="num">{`${formatCount(count)} ${unit}`}</span>
  const available = stock < minimum ? <Tag tone="bad">售罄</Tag> : units(stock)
  const movements = (
    <Link to="/stock" search={{ skuId, code: skuCode }}>
      库存流水
    </Link>
  )
  return (
    <Panel title="库存" extra={movements}>
      <FactList
        facts={[
          ['商品', <GoodsCell key="goods" image={image} name={goodsName} about={formatSkuProps(skuProps)} />],
          ['可售', available],
          ['订单已占', units(reserved)],
          ['批次管理', <Batching key="batched" sku={sku} />],
          ['起订与倍数', `${formatCount(minimum)} ${unit}起，每次加 ${formatCount(step)} ${unit}`],
          ...(replacement === null
            ? []
            : [['替代规格', <span key="by" className="num">{`${replacement.skuCode} ${replacement.goodsName}`}</span>] as const]),
        ]}
      />
    </Panel>
  )
}

type WarehouseOfSku = ConsoleSkuBrief['warehouses'][number]

const warehouseColumns: Column<WarehouseOfSku>[] = [
  customColumn({
    title: '仓库',
    value: ({ warehouseId, name }) => (
      <Link to="/warehouse" search={{ warehouseId }}>
        {name}
      </Link>
    ),
  }),
  countColumn({ title: '现存', value: ({ units }) => units }),
  countColumn({ title: '已预留', value: ({ reserved }) => reserved }),
  countColumn({ title: '可用', value: ({ available }) => available }),
  customColumn({ title: '货位', width: 112, value: ({ bin }) => <span className="num">{bin || EMPTY_CELL}</span> }),
]

/** What lies in each warehouse, and what orders are planned to take from it. */
const StockByWarehouse = ({ rows }: { rows: readonly WarehouseOfSku[] }) => (
  <Panel title="各仓库存" flush>
    <DataTable columns={warehouseColumns} rows={rows} rowKey={({ warehouseId }) => warehouseId} width={560} />
  </Panel>
)

/** Whether the SKU has batches, with the switch for who keeps the stock. */
function Batching({ sku: { skuId, skuCode, batched, batchedVersion: rowVersion } }: { sku: ConsoleSkuBrief }) {
  const { allowed } = usePermission(consoleBatchEndpoints.setBatched)
  const mayList = usePermission(consoleBatchEndpoints.list).allowed
  const confirm = useConfirm()
  const set = useApiMutation(batchApi.setBatched, {
    invalidates: invalidatedBySku,
    successMessage: batched ? '已停用批次管理' : '已启用批次管理',
  })
  const content = batched
    ? '之后入库不再填写批号和保质期至，发货不再按批次。'
    : '现有库存记为无批号的批次；之后入库须填写批号和保质期至，发货先取最早到期的。'
  const change = () =>
    confirm({
      title: `${batched ? '停用' : '启用'} ${skuCode} 的批次管理？`,
      content,
      okText: batched ? '停用' : '启用',
      run: () => set.mutateAsync({ skuId, batched: !batched, rowVersion }),
    })
  return (
    <span className="panel-actions">
      {batched && mayList ? (
        <Link to="/batches" search={{ keyword: skuCode }}>
          查看批次
        </Link>
      ) : (
        <span>{batched ? '已启用' : '未启用'}</span>
      )}
      {allowed && (
        <Button size="small" onClick={change}>
          {batched ? '停用' : '启用'}
        </Button>
      )}
    </span>
  )
}

/** One SKU for staff who answer buyers: both prices as a company pays them, and the stock. */
export const Page = createRecordPage(
  { title: '价格与库存', by: ['skuId'], what: '商品规格', choose: <Link to="/skus">到商品规格选择</Link> },
  One,
)
