import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { unreadNoticeCountQuery } from './notices-api.ts'
import './notices.css'

const MOST = 99

/** The link to the notices, with the number of unread ones. */
export function UnreadNoticesLink() {
  const unread = useQuery(unreadNoticeCountQuery).data?.count ?? 0
  return (
    <Link to="/notices" className="bell" aria-label={unread === 0 ? '通知' : `通知，${unread} 条未读`} title="通知">
      <BellIcon size={18} strokeWidth={1.6} aria-hidden />
      {unread > 0 && (
        <span className="bell-count num" aria-hidden>
          {unread > MOST ? `${MOST}+` : unread}
        </span>
      )}
    </Link>
  )
}
