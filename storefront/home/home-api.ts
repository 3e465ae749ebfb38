import { queryOptions } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { credit } from '../../contract/credit/api.ts'
import { order } from '../../contract/ordering/api.ts'
import { send } from '../session/send.ts'

const creditApi = connect({ overview: credit.overview }, send)
const orderApi = connect({ count: order.count }, send)

/** The credit account with its limits and what is due next. */
export const creditQuery = queryOptions({ queryKey: ['credit', 'overview'], queryFn: () => creditApi.overview({}) })

/** How many orders there are in each state. */
export const orderCountQuery = queryOptions({ queryKey: ['order', 'count'], queryFn: () => orderApi.count({}) })
