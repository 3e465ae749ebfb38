import { queryOptions } from '@tanstack/react-query'
import { cart } from '../../contract/cart/api.ts'
import { connect } from '../../contract/client.ts'
import { send } from '../session/send.ts'

export const cartApi = connect(cart, send)

export const cartQuery = queryOptions({ queryKey: ['cart', 'list'], queryFn: () => cartApi.list({}) })
