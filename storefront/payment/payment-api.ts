import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { payment } from '../../contract/payment/api.ts'
import { send } from '../session/send.ts'

const { channels, create, detail, cancel } = payment
export const paymentApi = connect({ channels, create, detail, cancel }, send)

export const channelsQuery = queryOptions({ queryKey: ['payment', 'channels'], queryFn: () => paymentApi.channels({}) })

export const PAYMENT_KEY: QueryKey = ['payment', 'detail']

/** What is read anew once money has come in, or once it is known that it has not. */
export const invalidatedByPayment: readonly QueryKey[] = [['order'], ['wallet'], ['credit'], ['statement'], ['bill'], ['message']]
