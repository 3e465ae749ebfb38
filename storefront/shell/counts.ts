import { useQuery } from '@tanstack/react-query'
import { cart } from '../../contract/cart/api.ts'
import { connect } from '../../contract/client.ts'
import { message } from '../../contract/messaging/api.ts'
import { send } from '../session/send.ts'
import { useLoggedIn } from '../session/use-session.ts'

const cartCountApi = connect({ count: cart.count }, send)
const unreadApi = connect({ count: message.countNotRead }, send)

const EVERY_MS = 60_000

/** The numbers on the header's badges; 0 while they are not known, and for guests. */
export function useCounts(): { cart: number; unread: number } {
  const enabled = useLoggedIn()
  const cartCount = useQuery({ queryKey: ['cart', 'count'], queryFn: () => cartCountApi.count({}), enabled })
  const unread = useQuery({ queryKey: ['message', 'count'], queryFn: () => unreadApi.count({}), enabled, refetchInterval: EVERY_MS })
  return { cart: cartCount.data?.count ?? 0, unread: unread.data?.count ?? 0 }
}
