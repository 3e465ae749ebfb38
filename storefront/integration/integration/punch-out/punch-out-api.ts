import { queryOptions } from '@tanstack/react-query'
import { punchOutSetupEndpoints } from '#contract/integration/integration/punch-out/api.ts'
import { subAccountEndpoints } from '#contract/people/organisation/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const punchOutSetupApi = createApiClient(punchOutSetupEndpoints, sendOrHoldUntilLogin)
const subAccountApi = createApiClient({ list: subAccountEndpoints.list }, sendOrHoldUntilLogin)

/** Below the key of the whole page, which a new secret invalidates. */
const KEY = ['integration', 'punch-out'] as const
export const invalidatedByPunchOutSetup = [KEY] as const

export const punchOutOverviewQuery = queryOptions({ queryKey: KEY, queryFn: () => punchOutSetupApi.overview({}) })
export const punchOutSubAccountsQuery = queryOptions({ queryKey: ['sub-users'], queryFn: () => subAccountApi.list({}) })
