import { Button } from 'antd'
import { useMemo } from 'react'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, instantColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { createListQueue } from '#console/platform/components/next-case/case-queue.ts'
import { ListDecisionProgress } from '#console/platform/components/next-case/queue-bar.tsx'
import { RowDecisionButton } from '#console/platform/components/next-case/row-decision-button.tsx'
import { useListRun } from '#console/platform/components/next-case/use-list-run.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { staffCommentFilters } from '#contract/orders/comments/console-api.ts'
import type { ConsoleComment } from '#contract/orders/comments/shapes.ts'
import { Id, OrderNo } from '#contract/platform/core/fields.ts'
import { CommentEnterpriseCell, CommentGoodsCell, CommentStatusCell, CommentTextAndRepliesCell, StarsCell } from './comment-cells.tsx'
import { AnswerCommentDrawer, CommentPicturesDrawer, HideCommentDrawer } from './comment-drawers.tsx'
import { commentApi, invalidatedByComment } from './comments-api.ts'
import './comments.css'
import { exportApi } from '#console/platform/components/list/export-api.ts'

const fields = {
  queue: tabsFilter('状态', staffCommentFilters),
  orderNo: textFilter('订单号', OrderNo, '18 位订单号'),
  enterpriseId: pickFilter('采购企业', Id),
}

const queue = createListQueue('/comments', {
  fields,
  rows: (input, options) => commentApi.list(input, options),
  by: 'queue',
  waiting: ['unanswered', 'low'],
  queryKey: ['comment', 'list'],
})

type Job = 'answer' | 'hide' | 'pictures'

/** 评论: those without a reply, the oldest first; or all, the newest first. */
export function Page() {
  const { show, subject, open, close } = useDrawer<{ job: Job; one: ConsoleComment }>()
  const { decided, ...run } = useListRun(queue)
  const unhide = useUnhide()
  const columns = useMemo(() => [...about, actions({ show, unhide })], [show, unhide])
  const drawer = (job: Job) => ({ open: open && subject?.job === job, close })
  return (
    <>
      <ListPage
        title="评论"
        note="回复所有人可见；隐藏要写明原因，作者能看到。"
        queryKey={['comment', 'list']}
        fields={fields}
        pickers={{ enterpriseId: EnterpriseFilterPicker }}
        list={(input, options) => commentApi.list(input, options)}
        exportRows={(input) => exportApi.comments(input)}
        columns={columns}
        rowKey={({ id }) => id}
        width={1160}
        above={<ListDecisionProgress {...run} />}
        empty="还没有评论"
        next="买家收货后评论商品，在这里回复或隐藏"
      />
      {subject && <AnswerCommentDrawer one={subject.one} {...drawer('answer')} decided={decided} />}
      {subject && <HideCommentDrawer one={subject.one} {...drawer('hide')} decided={decided} />}
      {subject && <CommentPicturesDrawer one={subject.one} {...drawer('pictures')} />}
    </>
  )
}

function useUnhide() {
  const confirm = useConfirm()
  const { mutateAsync } = useApiMutation(commentApi.unhide, { invalidates: invalidatedByComment, successMessage: '已恢复显示' })
  return ({ enterpriseId, id }: ConsoleComment) =>
    confirm({
      title: '恢复显示这条评论？',
      content: '商城重新显示该评论和图片，评分随之重算。',
      okText: '恢复显示',
      run: () => mutateAsync({ enterpriseId, id }),
    })
}

const about: Column<ConsoleComment>[] = [
  customColumn({ title: '商品', width: 200, value: (one) => <CommentGoodsCell one={one} /> }),
  customColumn({ title: '评分', width: 96, value: ({ stars }) => <StarsCell stars={stars} /> }),
  proseColumn({ title: '内容', value: (one) => <CommentTextAndRepliesCell one={one} /> }),
  customColumn({ title: '企业和订单', width: 200, value: (one) => <CommentEnterpriseCell one={one} /> }),
  instantColumn({ title: '时间', value: ({ at }) => at }),
  customColumn({ title: '状态', width: 80, value: (one) => <CommentStatusCell one={one} /> }),
]

interface Means {
  show: (subject: { job: Job; one: ConsoleComment }) => void
  unhide: (one: ConsoleComment) => void
}

const actions = ({ show, unhide }: Means): Column<ConsoleComment> => ({
  title: '操作',
  width: 216,
  cell: (one) => (
    <span className="row-actions">
      {one.pictures.length > 0 && (
        <Button size="small" onClick={() => show({ job: 'pictures', one })}>
          图片 {one.pictures.length}
        </Button>
      )}
      <RowDecisionButton letter="A" decide={() => show({ job: 'answer', one })}>
        {one.answer === null ? '回复' : '改回复'}
      </RowDecisionButton>
      {one.hiddenAt === null ? (
        <RowDecisionButton letter="R" danger decide={() => show({ job: 'hide', one })}>
          隐藏
        </RowDecisionButton>
      ) : (
        <Button size="small" onClick={() => unhide(one)}>
          恢复显示
        </Button>
      )}
    </span>
  ),
})
