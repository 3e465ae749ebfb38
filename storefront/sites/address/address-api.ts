import { useQuery } from '@tanstack/react-query'
import { createApiClient } from '#contract/platform/core/client.ts'
import { addressEndpoints } from '#contract/sites/address/api.ts'
import { ADDRESS_QUERY_KEY, addressesQuery } from '#storefront/platform/components/delivery/delivery-queries.ts'
import { onClientEvent } from '#storefront/platform/sessions/events.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { queryClient } from '#storefront/platform/sessions/session.ts'

export const addressApi = createApiClient(addressEndpoints, sendOrHoldUntilLogin)

// An address names its project.
onClientEvent('projectChanged', () => void queryClient.invalidateQueries({ queryKey: ADDRESS_QUERY_KEY }))

/** The enterprise's addresses, the default one first. */
export const useAddresses = () => useQuery({ ...addressesQuery, staleTime: 0 })

export const useAddress = (id: string) => useQuery({ queryKey: [...ADDRESS_QUERY_KEY, id], queryFn: () => addressApi.detail({ id }) })
