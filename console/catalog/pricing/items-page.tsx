import { Link, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo } from 'react'
import { type Column, countColumn, customColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { requiredPickFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import type { PriceListItem } from '#contract/catalog/pricing/console-shapes.ts'
import { Id, Text } from '#contract/platform/core/fields.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { PriceListPicker } from './list-picker.tsx'
import { ExportPricesButton } from './price-export.tsx'
import { priceApi } from './prices-api.ts'
import { SetPriceTiersDrawer, useSetPriceTiersDrawer } from './tiers-drawer.tsx'

const fields = { listId: requiredPickFilter('价目表', Id), keyword: textFilter('搜索', Text(50), '商品名称或规格编码') }
const NOTHING = { dataList: [], total: 0 }

const about: Column<PriceListItem>[] = [
  customColumn({ title: '规格编码', width: 160, value: ({ code }) => <span className="num">{code}</span> }),
  customColumn({
    title: '商品',
    value: ({ goodsName, skuProps }) => (
      <div className="two-lines">
        <span>{goodsName}</span>
        <small>{formatSkuProps(skuProps)}</small>
      </div>
    ),
  }),
  countColumn({ title: '起订数量', value: ({ from }) => from }),
  moneyColumn({ title: '现金价', value: ({ salePrice }) => salePrice }),
  moneyColumn({ title: '赊销价', value: ({ creditPrice }) => creditPrice }),
  moneyColumn({ title: '全站现金价', value: ({ base }) => base.salePrice }),
  moneyColumn({ title: '全站赊销价', value: ({ base }) => base.creditPrice }),
]

const actions = (ask: (item: PriceListItem) => void, asking: boolean): Column<PriceListItem> => ({
  title: '操作',
  width: 80,
  cell: (item) => (
    <Button size="small" disabled={asking} onClick={() => ask(item)}>
      修改
    </Button>
  ),
})

/** The prices of a list, next to the public prices. */
export function Page() {
  const { listId } = useSearch({ strict: false })
  const { ask, asking, subject, open, close } = useSetPriceTiersDrawer(listId)
  const columns = useMemo(() => [...about, actions(ask, asking)], [ask, asking])
  return (
    <>
      <ListPage
        title="价目表价格"
        note="成批维护用表格：导出、修改、导入；在现金价一栏填“删除”可去掉一行。"
        queryKey={['price', 'items']}
        fields={fields}
        list={async ({ listId: chosen, ...rest }, options) =>
          chosen === undefined ? NOTHING : priceApi.items({ listId: chosen, ...rest }, options)
        }
        columns={columns}
        rowKey={({ skuId, from }) => `${skuId} ${from}`}
        width={1060}
        empty={listId === undefined ? '请选择价目表' : '还没有价格'}
        next={listId === undefined ? '在上方选择，或到“价目表”打开一张' : '点“导入”上传表格，或到“商品规格”逐个设阶梯价'}
        pickers={{ listId: PriceListPicker }}
        actions={
          listId !== undefined && (
            <>
              <ExportPricesButton listId={listId} />
              <Link to="/price_history" search={{ listId }} className="button-link">
                变动记录
              </Link>
              <Link to="/price_import" search={{ listId }} className="button-link">
                导入
              </Link>
            </>
          )
        }
      />
      {subject && listId !== undefined && <SetPriceTiersDrawer subject={subject} listId={listId} open={open} close={close} />}
    </>
  )
}
