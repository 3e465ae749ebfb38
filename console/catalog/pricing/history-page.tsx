import { useSearch } from '@tanstack/react-router'
import { type Column, countColumn, customColumn, instantColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { requiredPickFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import type { PriceChangeRow } from '#contract/catalog/pricing/console-shapes.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { PriceListPicker } from './list-picker.tsx'
import { priceChangeColumns } from './price-view.ts'
import { priceApi } from './prices-api.ts'

const ofList = { listId: requiredPickFilter('价目表', Id) }
const NOTHING = { dataList: [], total: 0 }

const columns: Column<PriceChangeRow>[] = [
  instantColumn({ title: '时间', value: ({ at }) => at }),
  customColumn({
    title: '规格',
    value: ({ code, goodsName }) => (
      <div className="two-lines">
        <span className="num">{code}</span>
        <small>{goodsName}</small>
      </div>
    ),
  }),
  customColumn({ title: '价目', value: ({ listName }) => listName ?? '全站' }),
  countColumn({ title: '起订数量', value: ({ from }) => from }),
  ...priceChangeColumns<PriceChangeRow>(),
  customColumn({ title: '操作人', width: 96, value: ({ by }) => by }),
  customColumn({ title: '来源', value: ({ fileName }) => fileName ?? '手工' }),
]

/** 价格变动 of a list, or of one SKU in all lists: the old and the new price, the person and the time. */
export function Page() {
  const { skuId, listId, code } = useSearch({ strict: false })
  const common = { columns, rowKey: ({ id }: PriceChangeRow) => id, width: 1120 }
  if (skuId !== undefined)
    return (
      <ListPage
        {...common}
        title={`价格变动 ${code ?? ''}`}
        queryKey={['price', 'history', skuId]}
        fields={{}}
        list={(paging, options) => priceApi.history({ skuId, ...paging }, options)}
        exportRows={(input) => exportApi.priceHistory({ skuId, ...input })}
        empty="还没有变动"
        next="改价、设阶梯价或导入价格后，每次变动记在这里"
      />
    )
  return (
    <ListPage
      {...common}
      title="价格变动"
      queryKey={['price', 'history']}
      fields={ofList}
      list={async ({ listId: chosen, ...paging }, options) =>
        chosen === undefined ? NOTHING : priceApi.history({ listId: chosen, ...paging }, options)
      }
      exportRows={
        listId === undefined ? undefined : ({ listId: chosen = listId, ...input }) => exportApi.priceHistory({ listId: chosen, ...input })
      }
      empty={listId === undefined ? '请选择价目表' : '还没有变动'}
      next={listId === undefined ? '单个规格的变动请从“商品规格”的阶梯价进入' : '改价或导入价格后，每次变动记在这里'}
      pickers={{ listId: PriceListPicker }}
    />
  )
}
