import { send } from '#console/platform/sessions/session.ts'
import { consoleEnterpriseAccess, consoleUser } from '#contract/people/identity/console-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const userApi = connect(consoleUser, send)
export const enterpriseAccessApi = connect(consoleEnterpriseAccess, send)

export const userQuery = (userId: string) => ({
  queryKey: ['user', 'detail', userId] as const,
  queryFn: () => userApi.detail({ userId }),
})

/** Who is logged in for a company. */
export const enterpriseSessionsQuery = (enterpriseId: string) => ({
  queryKey: ['user', 'of-enterprise', enterpriseId] as const,
  queryFn: () => enterpriseAccessApi.sessions({ enterpriseId }),
})

/** What freezing or logging out moves: people and their devices, companies, and the trail of it. */
export const invalidatedByAccess = [['user'], ['enterprise'], ['audit']] as const
