import { useQuery } from '@tanstack/react-query'
import { connect } from '#contract/platform/core/client.ts'
import { addressEndpoints } from '#contract/sites/address/api.ts'
import { on } from '#storefront/platform/sessions/events.ts'
import { send } from '#storefront/platform/sessions/send.ts'
import { queries } from '#storefront/platform/sessions/session.ts'

export const addressApi = connect(addressEndpoints, send)

/** Invalidates the queries that show an address: the lists, single addresses, and order previews. */
export const ADDRESS_KEY = ['address'] as const

// An address names its project.
on('projectChanged', () => void queries.invalidateQueries({ queryKey: ADDRESS_KEY }))

/** The enterprise's addresses, the default one first. */
export const useAddresses = () => useQuery({ queryKey: [...ADDRESS_KEY, 'list'], queryFn: () => addressApi.list({}) })

export const useAddress = (id: string) => useQuery({ queryKey: [...ADDRESS_KEY, id], queryFn: () => addressApi.detail({ id }) })
