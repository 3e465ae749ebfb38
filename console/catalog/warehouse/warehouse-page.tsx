import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Form, Input } from 'antd'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { type Column, countColumn, customColumn, EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { usePanelText } from '#console/platform/components/list/use-list.ts'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { PanelSearch } from '#console/platform/components/panel-search.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { BinField } from '#contract/catalog/inventory/api.ts'
import {
  consoleWarehouseEndpoints,
  type Warehouse,
  type WarehouseStockRow,
  warehouseStates,
} from '#contract/catalog/inventory/warehouses-api.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount } from '#ui/format.ts'
import { CreateOrEditWarehouseDrawer } from './warehouse-drawer.tsx'
import { invalidatedByWarehouse, warehouseApi, warehouseQuery } from './warehouses-api.ts'

const TITLE = '仓库详情'

function One({ warehouseId }: { warehouseId: string }) {
  const found = useQuery(warehouseQuery(warehouseId))
  return (
    <QueryPage title={TITLE} from={found}>
      {(warehouse) => (
        <>
          <Head warehouse={warehouse} />
          <Facts warehouse={warehouse} />
          <Stock warehouse={warehouse} />
        </>
      )}
    </QueryPage>
  )
}

function Head({ warehouse }: { warehouse: Warehouse }) {
  const editing = useDrawer<typeof warehouse>()
  const { allowed } = usePermission(consoleWarehouseEndpoints.save)
  return (
    <>
      <PageHead
        title={
          <>
            {warehouse.name}
            <span className="tags">
              <Tag tone={warehouse.open ? 'good' : 'over'}>{warehouseStates[warehouse.open ? 'open' : 'closed'].label}</Tag>
            </span>
          </>
        }
        actions={allowed && <Button onClick={() => editing.show(warehouse)}>修改</Button>}
      />
      {editing.subject && (
        <CreateOrEditWarehouseDrawer key={editing.subject.rowVersion} known={editing.subject} open={editing.open} close={editing.close} />
      )}
    </>
  )
}

/** 承运 2 天，其他省份比送达时效多 3 天 */
const formatWarehouseDays = ({ servedDays, moreDays }: Warehouse): string => {
  const served = servedDays === null ? '按送达时效' : `服务省份承运 ${servedDays} 天`
  return moreDays === 0 ? served : `${served}，其他省份比送达时效多 ${moreDays} 天`
}

const Facts = ({ warehouse }: { warehouse: Warehouse }) => {
  const { code, address, provinces, skuCount, units } = warehouse
  return (
    <Panel title="概况">
      <FactList
        facts={[
          [
            '编码',
            <span key="code" className="num">
              {code}
            </span>,
          ],
          ['地址', address || EMPTY_CELL],
          ['服务省份', provinces.join('、') || EMPTY_CELL],
          ['承运天数', formatWarehouseDays(warehouse)],
          ['在仓', `${formatCount(skuCount)} 个规格，${formatCount(units)} 件`],
        ]}
      />
    </Panel>
  )
}

const columns: Column<WarehouseStockRow>[] = [
  customColumn({
    title: '商品',
    value: ({ skuId, goodsName, skuCode, skuProps }) => (
      <div className="two-lines">
        <Link to="/sku" search={{ skuId }}>
          {goodsName}
        </Link>
        <small>
          <span className="num">{skuCode}</span> {formatSkuProps(skuProps)}
        </small>
      </div>
    ),
  }),
  customColumn({
    title: '货位',
    width: 112,
    value: ({ bin }) => <span className="num">{bin || EMPTY_CELL}</span>,
  }),
  countColumn({ title: '现存', value: ({ units }) => units }),
  countColumn({ title: '已预留', value: ({ reservedHere }) => reservedHere }),
  countColumn({ title: '可用', value: ({ availableHere }) => availableHere }),
  countColumn({ title: '全部仓库', value: ({ inHouse }) => inHouse }),
  countColumn({ title: '订单占用', value: ({ reserved }) => reserved }),
  customColumn({ title: '单位', width: 64, value: ({ unit }) => unit }),
]

function Stock({ warehouse: { warehouseId } }: { warehouse: Warehouse }) {
  const setting = useDrawer<WarehouseStockRow>()
  const [keyword, search] = usePanelText('stock', 'keyword')
  const narrowed = { warehouseId, ...(keyword !== '' && { keyword }) }
  const { allowed } = usePermission(consoleWarehouseEndpoints.setBin)
  const act: Column<WarehouseStockRow> = customColumn({
    title: '操作',
    width: 80,
    value: (row) => (
      <Button size="small" aria-label={`登记 ${row.skuCode} 的货位`} onClick={() => setting.show(row)}>
        货位
      </Button>
    ),
  })
  return (
    <>
      <PagedListPanel
        name="stock"
        title="在仓商品"
        above={
          <div className="panel-filters">
            <PanelSearch label="搜索在仓商品" placeholder="商品名称或编码" text={keyword} search={search} />
          </div>
        }
        queryKey={['warehouse', 'stock', warehouseId, keyword]}
        load={(paging) => warehouseApi.stock({ ...paging, ...narrowed })}
        keep={(input) => exportApi.warehouseStock({ ...input, ...narrowed })}
        columns={allowed ? [...columns, act] : columns}
        rowKey={({ skuId }) => skuId}
        width={900}
        empty={keyword === '' ? '仓内没有商品' : '没有这样的商品'}
      />
      {setting.subject && (
        <BinDrawer key={setting.subject.skuId} row={setting.subject} warehouseId={warehouseId} open={setting.open} close={setting.close} />
      )}
    </>
  )
}

interface BinValues extends RowVersionFormValues {
  bin?: string
}

function BinDrawer({ row, warehouseId, open, close }: { row: WarehouseStockRow; warehouseId: string; open: boolean; close: () => void }) {
  const set = useApiMutation(warehouseApi.setBin, { invalidates: invalidatedByWarehouse, successMessage: '货位已登记', close })
  const { skuId, bin, rowVersion, goodsName, skuCode } = row
  return (
    <FormDrawer<BinValues>
      title="登记货位"
      open={open}
      close={close}
      busy={set.isPending}
      initial={{ bin, rowVersion }}
      submit={({ bin: typed = '', rowVersion: seen }) => set.mutate({ warehouseId, skuId, bin: typed, rowVersion: seen })}
      submitText="保存货位"
    >
      <p className="drawer-lead">
        {goodsName} · <span className="num">{skuCode}</span>
      </p>
      <RowVersionFormItem error={set.error} />
      <Form.Item name="bin" label="货位" rules={[toFormRule(BinField)]} extra="波次拣货单按货位排序；留空表示没有固定货位">
        <Input autoFocus autoComplete="off" className="num" maxLength={20} placeholder="如 A-03-2" />
      </Form.Item>
    </FormDrawer>
  )
}

/** One warehouse, and what lies there. */
export const Page = createRecordPage(
  { title: TITLE, by: ['warehouseId'], what: '仓库', choose: <Link to="/warehouses">到仓库列表选择</Link> },
  One,
)
