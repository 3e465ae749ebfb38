import { type ReactNode, useState } from 'react'
import { type Message, type MessageKind, messageKindLabels } from '#contract/people/messaging/api.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { useLocation, useSearch } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { messageApi, PAGE_SIZE, useMessages, useUnreadCountOfKind } from './message-api.ts'
import { MessageRow } from './message-row.tsx'

/**
 * The kind that the URL shows: /message_sys the messages of the system; /message_notice the order reminders, or with ?tab=notice the
 * announcements.
 */
function useView(): MessageKind {
  const { tab } = useSearch()
  const pathname = useLocation().pathname
  if (pathname === '/message_sys') return 'system'
  return tab === 'notice' ? 'notice' : 'order'
}

export function Page() {
  const view = useView()
  return (
    <UserCenterLayout title="我的消息" actions={<ReadAll key={view} kind={view} />}>
      <LinkTabs
        label="消息分类"
        tabs={[
          { to: '/message_notice', label: messageKindLabels.order, current: view === 'order', count: useUnreadCountOfKind('order') },
          { to: '/message_sys', label: messageKindLabels.system, current: view === 'system', count: useUnreadCountOfKind('system') },
          {
            to: '/message_notice',
            label: messageKindLabels.notice,
            search: { tab: 'notice' },
            current: view === 'notice',
            count: useUnreadCountOfKind('notice'),
          },
        ]}
      />
      <Messages key={view} kind={view} />
    </UserCenterLayout>
  )
}

/** Invalidates the badge and the counts of the kind after messages were read. */
function emitMessageRead(kind: MessageKind): void {
  if (kind === 'notice') emitClientEvent('noticeRead')
  if (kind === 'order') emitClientEvent('reminderMessageRead')
  emitClientEvent('messageRead')
}

function ReadAll({ kind }: { kind: MessageKind }) {
  const unread = useUnreadCountOfKind(kind)
  const { data } = useMessages(kind, parsePageNo(useSearch().page))
  const readAll = useApiMutation(messageApi.readAll, {
    onSuccess: ({ count }) => {
      emitMessageRead(kind)
      showNotice(`${count} 条消息已标为已读`)
    },
  })
  if (data?.total === 0) return null
  return (
    <Button
      look="line"
      size="sm"
      blocked={unread === 0 ? '没有未读消息' : undefined}
      busy={readAll.isPending}
      onClick={() => readAll.mutate({ kind })}
    >
      全部已读
    </Button>
  )
}

function Messages({ kind }: { kind: MessageKind }) {
  const pageNo = parsePageNo(useSearch().page)
  const messages = useMessages(kind, pageNo)
  const turn = usePagination(messages, { pageNo, pageSize: PAGE_SIZE })
  return (
    <QueryContent from={messages} skeleton={<Waiting />}>
      {({ dataList, total }) =>
        total === 0 ? (
          <None kind={kind} />
        ) : (
          <>
            <List rows={dataList} />
            <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
          </>
        )
      }
    </QueryContent>
  )
}

function List({ rows }: { rows: readonly Message[] }) {
  const [leaving, setLeaving] = useState<Message>()
  const read = useApiMutation(({ id }: Message) => messageApi.read({ id }), { onSuccess: (_, { kind }) => emitMessageRead(kind) })
  const remove = useApiMutation(messageApi.delete, {
    invalidates: [['message']],
    onSuccess: () => setLeaving(undefined),
  })
  const open = (message: Message) => {
    if (!message.read) read.mutate(message)
  }
  return (
    <>
      <ul className="panel divide-y divide-line-soft">
        {rows.map((message) => (
          <li key={message.id}>
            <MessageRow message={message} onOpen={() => open(message)} onDelete={() => setLeaving(message)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title="提示"
        text={`确定删除${leaving?.kind === 'notice' ? '公告' : '消息'}“${leaving?.title ?? ''}”吗？`}
        confirm="删除"
        busy={remove.isPending}
        onConfirm={() => leaving && remove.mutate({ id: leaving.id })}
      />
    </>
  )
}

const nothing: Record<MessageKind, ReactNode> = {
  order: (
    <EmptyState title="还没有订单提醒" hint="下单、发货、收货时会在这里通知您" action={<ButtonLink to="/shop">去商城选购</ButtonLink>} />
  ),
  system: (
    <EmptyState
      title="还没有系统消息"
      hint="认证、额度和账号变动会在这里通知您"
      action={
        <ButtonLink to="/setting" look="line">
          设置接收提醒
        </ButtonLink>
      }
    />
  ),
  notice: (
    <EmptyState
      title="暂无公告"
      hint="停送货安排、价格调整和活动会发布在这里"
      action={
        <ButtonLink to="/" look="line">
          回到首页
        </ButtonLink>
      }
    />
  ),
}

const None = ({ kind }: { kind: MessageKind }) => <div className="panel">{nothing[kind]}</div>

function Waiting() {
  return (
    <div className="panel flex flex-col gap-4 p-4">
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} className="h-17" />
      ))}
    </div>
  )
}
