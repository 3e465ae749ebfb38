import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { invalidatedByGoods } from '#console/catalog/goods-editing/goods-api.ts'
import { useConfirmUnusualPrices } from '#console/catalog/pricing/unusual-prices.tsx'
import { SideDrawer } from '#console/platform/components/forms/dialog.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { ServerWorkProgress } from '#console/platform/components/work-progress.tsx'
import { type GoodsBulkEditState, goodsBulkEditLifecycle } from '#contract/catalog/goods-bulk/bulk-lifecycle.ts'
import type { GoodsBulkEdit } from '#contract/catalog/goods-bulk/shapes.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { goodsBulkEditApi, goodsBulkEditQuery, isGoodsBulkEditRunning } from './bulk-api.ts'
import { GoodsBulkEditResultRows } from './bulk-rows.tsx'
import { formatGoodsBulkEditChange } from './change-view.ts'

const tones: Record<GoodsBulkEditState, TagTone> = {
  trying: 'way',
  tried: 'wait',
  applying: 'way',
  done: 'good',
  stopped: 'over',
  undoing: 'way',
  undone: 'over',
}

interface Props {
  id: string
  open: boolean
  close: () => void
  /** Another change. */
  again: () => void
  done: () => void
}

/** Reads the lists of goods anew when the server has finished: what it has changed was not there yet when it was told to begin. */
function useRefreshAfterRun(running: boolean): void {
  const queries = useQueryClient()
  const ran = useRef(false)
  useEffect(() => {
    if (ran.current && !running) for (const queryKey of invalidatedByGoods) void queries.invalidateQueries({ queryKey })
    ran.current = running
  }, [running, queries])
}

/** One bulk edit: its progress, the result of each product, and the buttons to apply or undo it. */
export function GoodsBulkEditProgressDrawer({ id, open, close, again, done }: Props) {
  const found = useQuery(goodsBulkEditQuery(id))
  const { data: job } = found
  useRefreshAfterRun(job !== undefined && isGoodsBulkEditRunning(job))
  const key = job ? `${job.state} ${isGoodsBulkEditRunning(job) ? '' : job.doneCount}` : ''
  return (
    <SideDrawer title="批量修改" open={open} close={close} size={760} footer={job && <Actions job={job} again={again} done={done} />}>
      <QueryContent from={found} waiting={<SkeletonBars count={8} />}>
        {(shown) => (
          <>
            <Head job={shown} />
            <GoodsBulkEditResultRows key={key} job={shown} />
          </>
        )}
      </QueryContent>
    </SideDrawer>
  )
}

function Head({ job }: { job: GoodsBulkEdit }) {
  const { state, change, goodsCount, doneCount, counts, undoUntil } = job
  const { label } = goodsBulkEditLifecycle.states[state]
  const whole = state === 'undoing' ? counts.applied : goodsCount
  return (
    <>
      <p className="drawer-note">
        <Tag tone={tones[state]}>{label}</Tag> {formatGoodsBulkEditChange(change)} · {formatCount(goodsCount)} 个商品
        {undoUntil && ` · ${formatShanghaiTimeToMinute(undoUntil)} 之前可以撤销`}
      </p>
      {isGoodsBulkEditRunning(job) && (
        <ServerWorkProgress
          label={label}
          done={doneCount}
          of={whole}
          text={`${formatCount(doneCount)} / ${formatCount(whole)}`}
          note="可以关闭，服务器会继续处理"
        />
      )}
    </>
  )
}

function Actions({ job, again, done }: { job: GoodsBulkEdit; again: () => void; done: () => void }) {
  const { id, state, seen, counts, undoUntil } = job
  const confirm = useConfirm()
  const confirmPrices = useConfirmUnusualPrices()
  const invalidates = [['goodsBulk'], ...invalidatedByGoods]
  const stop = useApiMutation(goodsBulkEditApi.stop, { invalidates, successMessage: '已停止' })
  const undo = useApiMutation(goodsBulkEditApi.undo, { invalidates })
  const apply = useApiMutation(goodsBulkEditApi.apply, {
    invalidates,
    onSuccess: done,
    confirmRefusal: (refusal, input): boolean =>
      confirmPrices(refusal, {
        title: `${formatCount(counts.questions)} 个商品价格变动较大或低于成本，确认修改？`,
        okText: '确认修改',
        stay: '返回核对',
        run: () => apply.mutateAsync({ ...input, confirmed: true }),
      }),
  })
  const confirmUndo = () =>
    confirm({
      title: `撤销 ${formatCount(counts.applied)} 个商品的修改？`,
      content: '恢复为修改之前的内容，一秒内全站生效；之后又被修改过的商品保持不变并列出。',
      okText: '撤销',
      grave: true,
      run: () => undo.mutateAsync({ id }),
    })
  return (
    <div className="drawer-foot">
      {state === 'trying' || state === 'applying' ? (
        <Button loading={stop.isPending} onClick={() => stop.mutate({ id })}>
          停止
        </Button>
      ) : (
        <Button disabled={state === 'undoing'} onClick={again}>
          {state === 'tried' ? '返回修改' : '再改一次'}
        </Button>
      )}
      {undoUntil && (
        <Button danger loading={undo.isPending} onClick={confirmUndo}>
          撤销
        </Button>
      )}
      {state === 'tried' && (
        <Button
          type="primary"
          loading={apply.isPending}
          disabled={counts.changed === 0}
          onClick={() => apply.mutate({ id, seen: seen ?? '' })}
        >
          {counts.changed === 0 ? '没有可修改的商品' : `修改 ${formatCount(counts.changed)} 个商品`}
        </Button>
      )}
    </div>
  )
}
