import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { SetPriceTiersDrawer, useSetPriceTiersDrawer } from '#console/catalog/pricing/tiers-drawer.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { GoodsCell } from '#console/platform/components/goods-picture.tsx'
import {
  type Column,
  countColumn,
  customColumn,
  EMPTY_CELL,
  moneyColumn,
  numberColumn,
} from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { flagFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type ConsoleSkuRow, consoleSkuEndpoints } from '#contract/catalog/goods/console-api.ts'
import { consoleStockReceiptEndpoints } from '#contract/catalog/stock-receipts/api.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatCount } from '#ui/format.ts'
import { SetSkuBinDrawer } from './bin-drawer.tsx'
import { RecordStockCountDrawer } from './count-drawer.tsx'
import { ImportSkuBinsButton } from './import-bins-button.tsx'
import { AdjustStockDrawer, SetSkuPricesDrawer } from './sku-drawers.tsx'
import { formatCreditSurcharge } from './sku-view.ts'
import { invalidatedBySku, skuApi } from './skus-api.ts'
import './skus.css'

const fields = {
  keyword: textFilter('搜索', Text(50), '商品名称或规格编码'),
  lowStock: flagFilter('库存紧张'),
  belowMark: flagFilter('低于自设预警'),
  soldOut: flagFilter('只看售罄'),
}

type Job = 'price' | 'stock' | 'count' | 'bin'

/** All SKUs with their prices, stock and state. */
export function Page() {
  const drawer = useDrawer<{ job: Job; sku: ConsoleSkuRow }>()
  const shelf = useShelf()
  const [{ reason: whyNotPrice }, { reason: whyNotStock }] = [
    usePermission(consoleSkuEndpoints.setPrice),
    usePermission(consoleSkuEndpoints.adjustStock),
  ]
  const mayReceive = usePermission(consoleStockReceiptEndpoints.import).allowed
  const { ask, asking, ...tiers } = useSetPriceTiersDrawer()
  const { show, subject, open, close } = drawer
  const means = { show, shelf, ask, asking, whyNotPrice, whyNotStock }
  const columns = [...about, createBinColumn(means), actions(means)]
  const notes = [whyNotPrice && `改价与上下架：${whyNotPrice}`, whyNotStock && `库存：${whyNotStock}`].filter(Boolean)
  return (
    <>
      <ListPage
        title="商品规格"
        note={notes.length > 0 ? notes.join('；') : undefined}
        actions={
          <>
            {whyNotStock === undefined && <ImportSkuBinsButton />}
            {mayReceive && (
              <Link to="/stock_receipt_import" className="button-link">
                导入入库单
              </Link>
            )}
          </>
        }
        exportRows={(input) => exportApi.skus(input)}
        queryKey={['sku']}
        fields={fields}
        list={skuApi.list}
        columns={columns}
        rowKey={({ skuId }) => skuId}
        width={1180}
        empty="还没有商品"
        next="商品随目录上架后出现在这里"
      />
      {subject && <SetSkuPricesDrawer sku={subject.sku} open={open && subject.job === 'price'} close={close} />}
      {subject && <RecordStockCountDrawer sku={subject.sku} open={open && subject.job === 'count'} close={close} />}
      {tiers.subject && <SetPriceTiersDrawer subject={tiers.subject} open={tiers.open} close={tiers.close} />}
      {subject && <SetSkuBinDrawer sku={subject.sku} open={open && subject.job === 'bin'} close={close} />}
      {subject && <AdjustStockDrawer sku={subject.sku} open={open && subject.job === 'stock'} close={close} />}
    </>
  )
}

/** Puts a SKU on sale or takes it off. Taking it off needs a confirmation, because buyers lose it from their carts. */
function useShelf() {
  const confirm = useConfirm()
  const { mutate, mutateAsync } = useApiMutation(skuApi.setShelf, { invalidates: invalidatedBySku, successMessage: '已更新' })
  return ({ skuId, code, onShelf, shelfVersion: rowVersion }: ConsoleSkuRow) => {
    if (!onShelf) return mutate({ skuId, onShelf: true, rowVersion })
    confirm({
      title: `下架 ${code}？`,
      content: '商城立即不再显示该规格，购物车中的变为失效；已提交的订单照常发货。',
      okText: '下架',
      grave: true,
      run: () => mutateAsync({ skuId, onShelf: false, rowVersion }),
    })
  }
}

const about: Column<ConsoleSkuRow>[] = [
  customColumn({
    title: '商品',
    value: ({ image, goodsName, skuProps }) => <GoodsCell image={image} name={goodsName} about={formatSkuProps(skuProps)} />,
  }),
  customColumn({
    title: '规格编码',
    width: 120,
    value: ({ code, skuId }) => (
      <Link to="/sku" search={{ skuId }} className="num">
        {code}
      </Link>
    ),
  }),
  moneyColumn({ title: '现金价', value: ({ salePrice }) => salePrice, width: 96 }),
  moneyColumn({ title: '赊销价', value: ({ creditPrice }) => creditPrice, width: 96 }),
  numberColumn({
    title: '赊销加价',
    width: 88,
    value: ({ salePrice, creditPrice }) => <span className="mute">{formatCreditSurcharge(salePrice, creditPrice) ?? EMPTY_CELL}</span>,
  }),
  numberColumn({
    title: '可售',
    width: 80,
    value: ({ available }) => (available === 0 ? <Tag tone="bad">售罄</Tag> : formatCount(available)),
  }),
  countColumn({ title: '已占', width: 68, value: ({ reserved }) => reserved }),
  customColumn({
    title: '状态',
    width: 80,
    value: ({ onShelf }) => <Tag tone={onShelf ? 'good' : 'over'}>{onShelf ? '在售' : '已下架'}</Tag>,
  }),
]

interface Means {
  show: (subject: { job: Job; sku: ConsoleSkuRow }) => void
  shelf: (sku: ConsoleSkuRow) => void
  ask: (sku: ConsoleSkuRow) => void
  asking: boolean
  whyNotPrice: string | undefined
  whyNotStock: string | undefined
}

/** 货位, which is also the button that changes it. */
const createBinColumn = ({ show, whyNotStock }: Means): Column<ConsoleSkuRow> => ({
  title: '货位',
  width: 92,
  cell: (sku) => (
    <Button size="small" className="num" {...toDisabledProps(whyNotStock)} onClick={() => show({ job: 'bin', sku })}>
      {sku.bin || '登记'}
    </Button>
  ),
})

const actions = ({ show, shelf, ask, asking, whyNotPrice, whyNotStock }: Means): Column<ConsoleSkuRow> => ({
  title: '操作',
  width: 318,
  cell: (sku) => (
    <span className="row-actions">
      <Button size="small" {...toDisabledProps(whyNotPrice)} onClick={() => show({ job: 'price', sku })}>
        改价
      </Button>
      <Button size="small" {...toDisabledProps(whyNotPrice, asking)} onClick={() => ask(sku)}>
        阶梯价
      </Button>
      <Button size="small" {...toDisabledProps(whyNotStock)} onClick={() => show({ job: 'stock', sku })}>
        库存
      </Button>
      <Button size="small" {...toDisabledProps(whyNotStock)} onClick={() => show({ job: 'count', sku })}>
        盘点
      </Button>
      <Button size="small" {...toDisabledProps(whyNotPrice)} onClick={() => shelf(sku)}>
        {sku.onShelf ? '下架' : '上架'}
      </Button>
      <Link to="/stock" search={{ skuId: sku.skuId, code: sku.code }}>
        流水
      </Link>
    </span>
  ),
})
