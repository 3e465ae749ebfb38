import { useQuery } from '@tanstack/react-query'
import { cartLineCountEndpoints } from '#contract/orders/cart/count-api.ts'
import { unreadMessageCountEndpoints } from '#contract/people/messaging/unread-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { useLoggedIn, useUser } from '#storefront/platform/sessions/use-session.ts'

const cartCountApi = createApiClient(cartLineCountEndpoints, sendOrHoldUntilLogin)
const unreadApi = createApiClient(unreadMessageCountEndpoints, sendOrHoldUntilLogin)

const EVERY_MS = 60_000
const meta = { quiet: true } as const

/** The numbers on the header's badges; 0 while they are unknown, and for guests. */
export function useHeaderCounts(): { cart: number; unread: number } {
  const enabled = useLoggedIn()
  const user = useUser()
  const cartCount = useQuery({ queryKey: ['cart', 'count'], queryFn: () => cartCountApi.count({}), enabled, meta })
  const unread = useQuery({
    queryKey: ['message', 'count'],
    queryFn: () => unreadApi.countNotRead({}),
    // A visit from a procurement system has no messages.
    enabled: enabled && user !== undefined && !user.inPunchOut,
    meta,
    refetchInterval: EVERY_MS,
  })
  return { cart: cartCount.data?.count ?? 0, unread: unread.data?.count ?? 0 }
}
