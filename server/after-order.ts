import type { FastifyInstance } from 'fastify'
import { contract } from '../contract/api.ts'
import { afterSaleHandlers, consoleAfterSaleHandlers } from './after-sale/routes.ts'
import { commentHandlers, consoleCommentHandlers } from './comments/routes.ts'
import { contractHandlers } from './contracts/routes.ts'
import type { Vault } from './files/public.ts'
import { type MountOptions, mount } from './http/mount.ts'

/** Mounts what comes after an order. */
export function mountAfterOrder(http: FastifyInstance, vault: Vault, mounting: MountOptions): void {
  mount(http, contract.afterSale, afterSaleHandlers, mounting)
  mount(http, contract.consoleAfterSale, consoleAfterSaleHandlers(vault.keys, vault), mounting)
  mount(http, contract.comment, commentHandlers(vault), mounting)
  mount(http, contract.contracts, contractHandlers(vault.keys), mounting)
  mount(http, contract.consoleComment, consoleCommentHandlers(vault), mounting)
}
