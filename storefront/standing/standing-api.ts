import { queryOptions } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { standing } from '../../contract/standing/api.ts'
import { send } from '../session/send.ts'

export const standingApi = connect(standing, send)

/** What is read anew when a list changes. */
export const STANDING_KEY = ['standing'] as const

export const listsQuery = queryOptions({ queryKey: [...STANDING_KEY, 'lists'], queryFn: () => standingApi.list({}) })

export const listQuery = (id: string) =>
  queryOptions({ queryKey: [...STANDING_KEY, 'list', id], queryFn: () => standingApi.detail({ id }) })

export const suggestQuery = queryOptions({ queryKey: [...STANDING_KEY, 'suggest'], queryFn: () => standingApi.suggest({}) })
