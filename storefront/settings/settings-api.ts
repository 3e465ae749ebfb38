import { useQuery } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { userSecurity } from '../../contract/identity/api.ts'
import { send } from '../session/send.ts'
import { securityApi } from '../session/session.ts'

export const userSecurityApi = connect(userSecurity, send)

export const DEVICES_KEY = ['devices'] as const

/** Where the person is logged in, the latest first. Read anew whenever it is looked at. */
export const useDevices = () => useQuery({ queryKey: DEVICES_KEY, queryFn: () => securityApi.devices({}), staleTime: 0 })
