import { useQuery } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { subUser } from '../../contract/organisation/api.ts'
import { send } from '../session/send.ts'

export const subUserApi = connect(subUser, send)

export const SUB_USERS_KEY = ['sub-users'] as const
export const useSubUsers = () => useQuery({ queryKey: SUB_USERS_KEY, queryFn: () => subUserApi.list({}) })
