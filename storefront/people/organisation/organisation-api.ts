import { useQuery } from '@tanstack/react-query'
import { subUserEndpoints } from '#contract/people/organisation/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'

export const subUserApi = connect(subUserEndpoints, send)

export const SUB_USERS_KEY = ['sub-users'] as const
export const useSubUsers = () => useQuery({ queryKey: SUB_USERS_KEY, queryFn: () => subUserApi.list({}) })
