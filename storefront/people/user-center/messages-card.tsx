import { Card } from '#storefront/platform/components/card.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { useNewestUnreadMessages } from './centre-api.ts'

/** The latest unread messages. */
export function UnreadMessagesCard() {
  const unread = useNewestUnreadMessages()
  return (
    <Card title="未读消息" more={{ label: '全部消息', to: '/message_notice' }}>
      <QueryContent from={unread} skeleton={<Skeleton className="h-36" />}>
        {({ dataList, total }) =>
          total === 0 ? (
            <p className="py-6 text-center text-sm text-mute">没有未读消息</p>
          ) : (
            <>
              <ul className="divide-y divide-line-soft">
                {dataList.map(({ id, kind, title, messageContent, at }) => (
                  <li key={id} className="py-2 first:pt-0">
                    <Link
                      to={kind === 'system' ? '/message_sys' : '/message_notice'}
                      search={kind === 'notice' ? { tab: 'notice' } : {}}
                      className="finger block hover:text-jade"
                    >
                      <span className="flex items-baseline justify-between gap-3">
                        <span className="font-medium">{title}</span>
                        <time dateTime={at.toISOString()} className="num shrink-0 text-xs text-mute">
                          {formatShanghaiTimeToMinute(at)}
                        </time>
                      </span>
                      <span className="line-clamp-1 text-sm text-mute">{kind === 'notice' ? '公告，点击查看全文' : messageContent}</span>
                    </Link>
                  </li>
                ))}
              </ul>
              {total > dataList.length && <p className="mt-2 text-xs text-mute">共 {total} 条未读</p>}
            </>
          )
        }
      </QueryContent>
    </Card>
  )
}
