import { Id } from '../../contract/fields.ts'
import type { PriceChangeRow } from '../../contract/pricing/console-shapes.ts'
import { type Column, column, countColumn, instantColumn } from '../kit/list/columns.tsx'
import { pick } from '../kit/list/filters.ts'
import { ListPage } from '../kit/list/list-page.tsx'
import { ListPicker } from './list-picker.tsx'
import { sayBoth } from './price-view.ts'
import { priceApi } from './prices-api.ts'

const fields = { listId: pick('价目表', Id), skuId: pick('规格', Id) }
const NOTHING = { dataList: [], total: 0 }

const columns: Column<PriceChangeRow>[] = [
  instantColumn({ title: '时间', of: ({ at }) => at }),
  column({ title: '规格编码', width: 150, of: ({ code }) => <span className="num">{code}</span> }),
  column({ title: '价目', of: ({ listName }) => listName ?? '全站' }),
  countColumn({ title: '起订数量', of: ({ from }) => from }),
  column({ title: '原价（现金 / 赊销）', of: ({ was }) => <span className="num">{sayBoth(was)}</span> }),
  column({ title: '新价（现金 / 赊销）', of: ({ is }) => <span className="num">{sayBoth(is)}</span> }),
  column({ title: '操作人', width: 96, of: ({ by }) => by }),
  column({ title: '文件', of: ({ fileName }) => fileName ?? '手工' }),
]

/** 价格变动: what a price was and became, who did it and when. */
export function Page() {
  return (
    <ListPage
      title="价格变动"
      queryKey={['price', 'history']}
      fields={fields}
      list={async ({ skuId, listId, ...paging }, options) => {
        if (skuId !== undefined) return priceApi.history({ skuId, ...paging }, options)
        return listId === undefined ? NOTHING : priceApi.history({ listId, ...paging }, options)
      }}
      columns={columns}
      rowKey={({ id }) => id}
      width={1040}
      empty="还没有变动"
      pickers={{ listId: ListPicker, skuId: () => null }}
    />
  )
}
