import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { goodsBulkLifecycle } from '#contract/catalog/goods-bulk/bulk-lifecycle.ts'
import type { consoleGoodsBulkEndpoints } from '#contract/catalog/goods-bulk/console-api.ts'
import { GOODS_BULK_EDIT_GOODS_MAX } from '#contract/catalog/goods-bulk/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { formatCount, formatToMinute } from '#ui/format.ts'
import { goodsBulkApi } from './bulk-api.ts'
import { GoodsBulkChangeFields } from './change-fields.tsx'
import { defaultGoodsBulkFormValues, formatGoodsBulkChange, type GoodsBulkFormValues, toGoodsBulkChange } from './change-view.ts'
import { GoodsBulkProgressDrawer } from './result-drawer.tsx'
import './bulk.css'

/** The goods to change: the selected ones, or all that match the filters of the list. */
export type GoodsBulkScope = Pick<InputOf<typeof consoleGoodsBulkEndpoints.try>, 'goodsIds' | 'filter'>

interface Props {
  open: boolean
  close: () => void
  scope: GoodsBulkScope
  /** Called after the goods were changed, to clear the selection. */
  done: () => void
}

/** 批量修改: the change, then its trial result for each product, then the final result, which can be undone for a day. */
export function BulkEditGoodsDrawer({ open, close, scope, done }: Props) {
  const [id, setId] = useState<string>()
  const tried = useApiMutation(goodsBulkApi.try, { refresh: [['goodsBulk']], onward: (bulk) => setId(bulk.id) })
  const end = () => {
    close()
    setId(undefined)
  }
  if (id !== undefined) return <GoodsBulkProgressDrawer id={id} open={open} close={end} again={() => setId(undefined)} done={done} />
  const { goodsIds } = scope
  return (
    <FormDrawer<GoodsBulkFormValues>
      title="批量修改"
      open={open}
      close={end}
      busy={tried.isPending}
      initial={defaultGoodsBulkFormValues}
      submitText="试算"
      submit={(values) => tried.mutate({ ...scope, change: toGoodsBulkChange(values) })}
    >
      <p className="drawer-note">
        {goodsIds ? `已选择 ${formatCount(goodsIds.length)} 个商品。` : '没有选择商品：修改符合当前筛选条件的全部商品。'}
        一次最多 {formatCount(GOODS_BULK_EDIT_GOODS_MAX)} 个。先试算核对，确认后才写入；一天内可以撤销。
      </p>
      <GoodsBulkChangeFields />
      <Recent show={setId} />
    </FormDrawer>
  )
}

const RECENT = 5

/** The latest bulk edits, with their results and the action to undo them. */
function Recent({ show }: { show: (id: string) => void }) {
  const recent = useQuery({ queryKey: ['goodsBulk', 'list'], queryFn: () => goodsBulkApi.list({ pageSize: RECENT }) })
  if (!recent.data || recent.data.total === 0) return null
  return (
    <section className="goods-bulk-recent">
      <h3>最近的批量修改</h3>
      <ul>
        {recent.data.dataList.map(({ id, change, state, by, createdAt, goodsCount }) => (
          <li key={id}>
            <span>
              {formatGoodsBulkChange(change)}
              <br />
              <small className="mute">
                {formatToMinute(createdAt)} {by} · {formatCount(goodsCount)} 个商品 · {goodsBulkLifecycle.states[state].label}
              </small>
            </span>
            <Button size="small" aria-label={`查看 ${formatToMinute(createdAt)} 的批量修改`} onClick={() => show(id)}>
              查看
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
