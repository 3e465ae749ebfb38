import { Bell, Megaphone, Pin, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import type { Message } from '#contract/people/messaging/api.ts'
import { GoodsPicture } from '#storefront/platform/components/goods-picture.tsx'
import { AmountOrWithheld } from '#storefront/platform/components/withheld.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { Markdown } from '#ui/markdown/markdown.tsx'

interface Props {
  message: Message
  /** The person has opened it. */
  onOpen: () => void
  onDelete: () => void
}

/**
 * A message. An order reminder links to its order, others link to the screen for them or are shown in full. Opening it marks it as read.
 */
export function MessageRow({ message, onOpen, onDelete }: Props) {
  const canViewOrders = usePermission('lookOrder').allowed
  const { order, target, title } = message
  if (message.kind === 'notice') return <NoticeRow message={message} onOpen={onOpen} onDelete={onDelete} />
  const face = <Face message={message} />
  return (
    <div className="flex items-start gap-1 pr-2 hover:bg-paper md:pr-3">
      {order && canViewOrders ? (
        <Link to="/my_order_detail" search={{ orderNo: order.orderNo }} onClick={onOpen} className={ROW}>
          {face}
        </Link>
      ) : target ? (
        <Link to={target.screen} search={target.search} onClick={onOpen} className={ROW}>
          {face}
        </Link>
      ) : (
        <Still read={message.read} onOpen={onOpen}>
          {face}
        </Still>
      )}
      <Remove label={`删除消息：${title}`} onClick={onDelete} />
    </div>
  )
}

const Remove = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className="mt-2.5 grid size-9 shrink-0 place-items-center rounded-control text-mute hover:text-danger"
  >
    <Trash2 className="size-4" aria-hidden />
  </button>
)

/** An announcement: its title, and its text when it is opened. */
function NoticeRow({ message: { title, messageContent, at, read, pinned }, onOpen, onDelete }: Props) {
  const [open, setOpen] = useState(false)
  const press = () => {
    if (!open) onOpen()
    setOpen(!open)
  }
  return (
    <article className="pr-2 md:pr-3">
      <div className="flex items-start gap-1">
        <button type="button" aria-expanded={open} onClick={press} className={`${ROW} hover:text-jade`}>
          <span className="relative grid size-9 shrink-0 place-items-center rounded-control bg-jade-tint text-jade">
            <Megaphone className="size-4.5" strokeWidth={1.6} aria-hidden />
            {!read && <Unread />}
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-2">
              <span className={`text-md ${read ? '' : 'font-semibold'}`}>{title}</span>
              {pinned && (
                <span className="inline-flex items-center gap-0.5 rounded-[3px] bg-copper-tint px-1.5 text-xs text-copper">
                  <Pin className="size-3" aria-hidden />
                  置顶
                </span>
              )}
            </span>
            <time dateTime={at.toISOString()} className="num text-xs text-mute">
              {formatShanghaiTimeToMinute(at)}
            </time>
          </span>
        </button>
        <Remove label={`删除公告：${title}`} onClick={onDelete} />
      </div>
      {open && (
        <div className="px-3 pb-4 md:pr-4 md:pl-17">
          <Markdown source={messageContent} />
        </div>
      )}
    </article>
  )
}

const Unread = () => (
  <span className="absolute -top-1 -right-1 size-2.5 rounded-full border-2 border-white bg-danger">
    <span className="sr-only">未读</span>
  </span>
)

const ROW = 'flex min-w-0 flex-1 gap-3 p-3 text-left md:gap-4 md:p-4'

/** A message without a link: if it is unread, a press marks it as read; otherwise it is plain text. */
function Still({ read, onOpen, children }: { read: boolean; onOpen: () => void; children: ReactNode }) {
  if (read) return <div className={ROW}>{children}</div>
  return (
    <button type="button" onClick={onOpen} className={ROW}>
      {children}
    </button>
  )
}

function Face({ message: { title, messageContent, at, read, order } }: { message: Message }) {
  return (
    <>
      <span className="relative shrink-0">
        <span className="grid size-14 place-items-center overflow-hidden rounded-control border border-line-soft bg-paper text-jade md:size-16">
          {order ? <GoodsPicture picture={order.image} alt="" sizes="64px" /> : <Bell className="size-6" strokeWidth={1.5} aria-hidden />}
        </span>
        {!read && <Unread />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="flex items-center gap-2">
            <span className={`text-md ${read ? '' : 'font-semibold'}`}>{title}</span>
            {order && (
              <span className="rounded-[3px] bg-jade-tint px-1.5 text-xs text-jade">{orderLifecycle.states[order.state].label}</span>
            )}
          </span>
          <time dateTime={at.toISOString()} className="num text-xs text-mute">
            {formatShanghaiTimeToMinute(at)}
          </time>
        </span>
        <span className="mt-0.5 block break-words text-mute">{messageContent}</span>
        {order && (
          <span className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            <span className="text-mute">{order.goodsName}</span>
            <b>
              <AmountOrWithheld of={order.amount} />
            </b>
          </span>
        )}
      </span>
    </>
  )
}
