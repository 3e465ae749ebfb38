import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { invalidatedByPayment, PAYMENT_QUERY_KEY, paymentApi } from './payment-api.ts'
import { computePaymentPollInterval } from './payment-view.ts'

/** Polls a payment until it is final: every three seconds, less often while the page is hidden, and at once when it is visible again. */
export function usePolledPayment(paymentId: string) {
  const queries = useQueryClient()
  const unseen = useRef(0)
  const payment = useQuery({
    queryKey: [...PAYMENT_QUERY_KEY, paymentId],
    queryFn: () => {
      unseen.current = document.hidden ? unseen.current + 1 : 0
      return paymentApi.detail({ paymentId })
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : computePaymentPollInterval(data, unseen.current)),
    refetchIntervalInBackground: true,
  })
  const state = payment.data?.state
  const before = useRef(state)
  useEffect(() => {
    const known = before.current
    before.current = state
    if (known === undefined || known === state || (state !== 'SETTLED' && state !== 'CLOSED')) return
    for (const queryKey of invalidatedByPayment) void queries.invalidateQueries({ queryKey })
    if (state === 'SETTLED') emitClientEvent('payNotified', { paymentId })
  }, [state, paymentId, queries])
  return payment
}
