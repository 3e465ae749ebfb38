import { useQuery } from '@tanstack/react-query'
import { createApiClient } from '#contract/platform/core/client.ts'
import { addressEndpoints } from '#contract/sites/address/api.ts'
import { onClientEvent } from '#storefront/platform/sessions/events.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { queryClient } from '#storefront/platform/sessions/session.ts'

export const addressApi = createApiClient(addressEndpoints, sendOrHoldUntilLogin)

/** Invalidates the queries that show an address: the lists, single addresses, and order previews. */
export const ADDRESS_QUERY_KEY = ['address'] as const

// An address names its project.
onClientEvent('projectChanged', () => void queryClient.invalidateQueries({ queryKey: ADDRESS_QUERY_KEY }))

/** The enterprise's addresses, the default one first. */
export const useAddresses = () => useQuery({ queryKey: [...ADDRESS_QUERY_KEY, 'list'], queryFn: () => addressApi.list({}) })

export const useAddress = (id: string) => useQuery({ queryKey: [...ADDRESS_QUERY_KEY, id], queryFn: () => addressApi.detail({ id }) })
