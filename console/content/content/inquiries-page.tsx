import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { type DrawerState, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, instantColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { choiceFilter, tabsFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { createListQueue } from '#console/platform/components/next-case/case-queue.ts'
import { ListDecisionProgress } from '#console/platform/components/next-case/queue-bar.tsx'
import { RowDecisionButton } from '#console/platform/components/next-case/row-decision-button.tsx'
import { useListRun } from '#console/platform/components/next-case/use-list-run.ts'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { ConsoleInquiry } from '#contract/people/inquiry/api.ts'
import { inquiryTopics, supportInquiryLifecycle } from '#contract/people/inquiry/inquiry-lifecycle.ts'
import { inquiryApi } from './content-api.ts'
import { AnswerInquiryDrawer, CloseInquiryDrawer } from './inquiry-drawers.tsx'
import './content.css'
import { exportApi } from '#console/platform/components/list/export-api.ts'

const tones: Record<ConsoleInquiry['state'], TagTone> = { OPEN: 'wait', ANSWERED: 'good', CLOSED: 'over' }

const fields = { state: tabsFilter('状态', supportInquiryLifecycle.states), topic: choiceFilter('主题', inquiryTopics) }
const queue = createListQueue('/inquiries', {
  fields,
  rows: (input, options) => inquiryApi.list(input, options),
  waiting: ['OPEN'],
  queryKey: ['inquiry'],
})

/** 客服留言: questions of guests and members. A member gets the answer as a message, a guest by telephone. */
export function Page() {
  const { decided, ...run } = useListRun(queue)
  const answering = useDrawer<ConsoleInquiry>()
  const closing = useDrawer<ConsoleInquiry>()
  const actions = customColumn<ConsoleInquiry>({
    title: '操作',
    width: 132,
    value: (row) => <InquiryActions row={row} answering={answering} closing={closing} />,
  })
  return (
    <>
      <ListPage
        title="客服留言"
        note="会员的回复以站内消息送达；访客请电话答复，再记下要点。"
        queryKey={['inquiry']}
        fields={fields}
        list={(input, options) => inquiryApi.list(input, options)}
        exportRows={(input) => exportApi.inquiries(input)}
        columns={[...columns, actions]}
        rowKey={({ id }) => id}
        width={1120}
        above={<ListDecisionProgress {...run} />}
        empty="还没有留言"
        next="会员和访客在“联系客服”留言后，在这里回复"
      />
      {answering.subject && <AnswerInquiryDrawer inquiry={answering.subject} {...answering} onDone={decided} />}
      {closing.subject && <CloseInquiryDrawer inquiry={closing.subject} {...closing} onDone={decided} />}
    </>
  )
}

const columns: Column<ConsoleInquiry>[] = [
  customColumn({ title: '留言人', width: 200, value: (row) => <Asker row={row} /> }),
  proseColumn({ title: '内容', value: (row) => <Words row={row} /> }),
  instantColumn({ title: '时间', value: ({ at }) => at }),
  customColumn({
    title: '状态',
    width: 88,
    value: ({ state }) => <Tag tone={tones[state]}>{supportInquiryLifecycle.states[state].label}</Tag>,
  }),
]

function Asker({ row: { id, name, mobileMasked, enterpriseId, enterpriseName } }: { row: ConsoleInquiry }) {
  const open = useApiMutation(() => inquiryApi.mobile({ id }))
  return (
    <div className="two-lines">
      {enterpriseId === null ? (
        <span>{name}（访客）</span>
      ) : (
        <span>
          {name} ·{' '}
          <Link to="/enterprise" search={{ enterpriseId }}>
            {enterpriseName ?? '未命名企业'}
          </Link>
        </span>
      )}
      <small>
        <span className="num">{open.data?.mobile ?? mobileMasked}</span>
        {!open.data && (
          <Button type="link" size="small" loading={open.isPending} onClick={() => open.mutate(undefined)}>
            显示号码
          </Button>
        )}
      </small>
    </div>
  )
}

const Words = ({ row: { topic, text, answer, answeredBy } }: { row: ConsoleInquiry }) => (
  <div className="inquiry-words">
    <small>{inquiryTopics[topic].label}</small>
    <p>{text}</p>
    {answer !== null && (
      <p className="inquiry-answer">
        <b>{answeredBy}：</b>
        {answer}
      </p>
    )}
  </div>
)

type Drawer = DrawerState<ConsoleInquiry> & { show: (row: ConsoleInquiry) => void }

function InquiryActions({ row, answering, closing }: { row: ConsoleInquiry; answering: Drawer; closing: Drawer }) {
  if (row.state !== 'OPEN') return '—'
  return (
    <div className="row-actions">
      <RowDecisionButton letter="A" decide={() => answering.show(row)}>
        回复
      </RowDecisionButton>
      <RowDecisionButton letter="R" decide={() => closing.show(row)}>
        关闭
      </RowDecisionButton>
    </div>
  )
}
