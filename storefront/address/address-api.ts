import { useQuery } from '@tanstack/react-query'
import { address } from '../../contract/address/api.ts'
import { connect } from '../../contract/client.ts'
import { on } from '../session/events.ts'
import { send } from '../session/send.ts'
import { queries } from '../session/session.ts'

export const addressApi = connect(address, send)

/** What is read anew when an address changes: the lists, single addresses, and confirmations that show one. */
export const ADDRESS_KEY = ['address'] as const

// An address says which project's site it is.
on('projectChanged', () => void queries.invalidateQueries({ queryKey: ADDRESS_KEY }))

/** The company's addresses, the default one first. */
export const useAddresses = () => useQuery({ queryKey: [...ADDRESS_KEY, 'list'], queryFn: () => addressApi.list({}) })

export const useAddress = (id: string) => useQuery({ queryKey: [...ADDRESS_KEY, id], queryFn: () => addressApi.detail({ id }) })
