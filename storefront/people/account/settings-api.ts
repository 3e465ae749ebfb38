import { useQuery } from '@tanstack/react-query'
import { userSecurityEndpoints } from '#contract/people/identity/user-security-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { loginAndRegistrationApi } from '#storefront/platform/sessions/session.ts'

export const userSecurityApi = createApiClient(userSecurityEndpoints, sendOrHoldUntilLogin)

export const DEVICES_QUERY_KEY = ['devices'] as const

/** The devices with open sessions, the latest first. They are fetched on every visit. */
export const useDevices = () => useQuery({ queryKey: DEVICES_QUERY_KEY, queryFn: () => loginAndRegistrationApi.devices({}), staleTime: 0 })
