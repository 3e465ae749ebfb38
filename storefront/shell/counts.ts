import { useQuery } from '@tanstack/react-query'
import { cartCount } from '../../contract/cart/count-api.ts'
import { connect } from '../../contract/client.ts'
import { unread as unreadCall } from '../../contract/messaging/unread-api.ts'
import { send } from '../session/send.ts'
import { useLoggedIn } from '../session/use-session.ts'

const cartCountApi = connect(cartCount, send)
const unreadApi = connect(unreadCall, send)

const EVERY_MS = 60_000
const meta = { quiet: true } as const

/** The numbers on the header's badges; 0 while they are not known, and for guests. */
export function useCounts(): { cart: number; unread: number } {
  const enabled = useLoggedIn()
  const cartCount = useQuery({ queryKey: ['cart', 'count'], queryFn: () => cartCountApi.count({}), enabled, meta })
  const unread = useQuery({
    queryKey: ['message', 'count'],
    queryFn: () => unreadApi.countNotRead({}),
    enabled,
    meta,
    refetchInterval: EVERY_MS,
  })
  return { cart: cartCount.data?.count ?? 0, unread: unread.data?.count ?? 0 }
}
