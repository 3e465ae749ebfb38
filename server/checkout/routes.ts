import type { order } from '../../contract/ordering/api.ts'
import type { Handlers } from '../http/context.ts'
import type { Keys } from '../platform/keys.ts'
import { placeOrder } from './place-order.ts'
import { preview } from './preview.ts'

export const checkoutHandlers = (keys: Keys): Handlers<Pick<typeof order, 'preview' | 'submit'>> => ({
  preview: ({ method, addressId, ...wish }, { db, caller, moment }) => preview(db, moment, { owner: caller, wish, method, addressId }),
  submit: (input, { caller, moment, write }) => write((tx) => placeOrder(tx, moment, { keys, owner: caller, input })),
})
