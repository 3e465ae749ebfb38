import { useQuery } from '@tanstack/react-query'
import { contactEndpoints } from '#contract/people/channels/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const contactApi = createApiClient(contactEndpoints, sendOrHoldUntilLogin)

export const CONTACT_QUERY_KEY = ['contact'] as const

/** How the person is reached besides the messages in the mall. */
export const useContact = () => useQuery({ queryKey: CONTACT_QUERY_KEY, queryFn: () => contactApi.mine({}) })
