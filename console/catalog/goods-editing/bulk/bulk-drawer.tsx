import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { goodsBulkEditLifecycle } from '#contract/catalog/goods-bulk/bulk-lifecycle.ts'
import type { consoleGoodsBulkEditEndpoints } from '#contract/catalog/goods-bulk/console-api.ts'
import { GOODS_BULK_EDIT_GOODS_MAX } from '#contract/catalog/goods-bulk/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { goodsBulkEditApi } from './bulk-api.ts'
import { GoodsBulkEditChangeFields } from './change-fields.tsx'
import {
  defaultGoodsBulkEditFormValues,
  formatGoodsBulkEditChange,
  type GoodsBulkEditFormValues,
  toGoodsBulkEditChange,
} from './change-view.ts'
import { GoodsBulkEditProgressDrawer } from './result-drawer.tsx'
import './bulk.css'

/** The goods to change: the selected ones, or all that match the filters of the list. */
export type GoodsBulkEditScope = Pick<InputOf<typeof consoleGoodsBulkEditEndpoints.try>, 'goodsIds' | 'filter'>

interface Props {
  open: boolean
  close: () => void
  scope: GoodsBulkEditScope
  /** Called after the goods were changed, to clear the selection. */
  done: () => void
}

/** 批量修改: the change, then its trial result for each product, then the final result, which can be undone for a day. */
export function BulkEditGoodsDrawer({ open, close, scope, done }: Props) {
  const [id, setId] = useState<string>()
  const tried = useApiMutation(goodsBulkEditApi.try, { invalidates: [['goodsBulk']], afterSuccess: (bulk) => setId(bulk.id) })
  const end = () => {
    close()
    setId(undefined)
  }
  if (id !== undefined) return <GoodsBulkEditProgressDrawer id={id} open={open} close={end} again={() => setId(undefined)} done={done} />
  const { goodsIds } = scope
  return (
    <FormDrawer<GoodsBulkEditFormValues>
      title="批量修改"
      open={open}
      close={end}
      busy={tried.isPending}
      initial={defaultGoodsBulkEditFormValues}
      submitText="试算"
      submit={(values) => tried.mutate({ ...scope, change: toGoodsBulkEditChange(values) })}
    >
      <p className="drawer-note">
        {goodsIds ? `已选择 ${formatCount(goodsIds.length)} 个商品。` : '没有选择商品：修改符合当前筛选条件的全部商品。'}
        一次最多 {formatCount(GOODS_BULK_EDIT_GOODS_MAX)} 个。先试算核对，确认后才写入；一天内可以撤销。
      </p>
      <GoodsBulkEditChangeFields />
      <Recent show={setId} />
    </FormDrawer>
  )
}

const RECENT = 5

/** The latest bulk edits, with their results and the action to undo them. */
function Recent({ show }: { show: (id: string) => void }) {
  const recent = useQuery({ queryKey: ['goodsBulk', 'list'], queryFn: () => goodsBulkEditApi.list({ pageSize: RECENT }) })
  if (!recent.data || recent.data.total === 0) return null
  return (
    <section className="goods-bulk-recent">
      <h3>最近的批量修改</h3>
      <ul>
        {recent.data.dataList.map(({ id, change, state, by, createdAt, goodsCount }) => (
          <li key={id}>
            <span>
              {formatGoodsBulkEditChange(change)}
              <br />
              <small className="mute">
                {formatShanghaiTimeToMinute(createdAt)} {by} · {formatCount(goodsCount)} 个商品 ·{' '}
                {goodsBulkEditLifecycle.states[state].label}
              </small>
            </span>
            <Button size="small" aria-label={`查看 ${formatShanghaiTimeToMinute(createdAt)} 的批量修改`} onClick={() => show(id)}>
              查看
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
