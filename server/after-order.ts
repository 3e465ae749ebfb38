import type { FastifyInstance } from 'fastify'
import { contract } from '../contract/api.ts'
import { afterSaleHandlers, consoleAfterSaleHandlers } from './after-sale/routes.ts'
import { commentHandlers, consoleCommentHandlers } from './comments/routes.ts'
import { contractHandlers } from './contracts/routes.ts'
import { type MountOptions, mount } from './http/mount.ts'
import { invoiceTitleHandlers } from './invoice-titles/routes.ts'
import { consoleInvoiceHandlers, invoiceHandlers } from './invoices/routes.ts'
import type { Outside } from './outside.ts'
import type { Keys } from './platform/keys.ts'

/** What people do about an order that was paid: they send it back, praise it, want its invoice and its contract. */
export function mountAfterOrder(http: FastifyInstance, { keys, outside }: { keys: Keys; outside: Outside }, mounting: MountOptions): void {
  const vault = { keys, store: outside.files }
  mount(http, contract.afterSale, afterSaleHandlers, mounting)
  mount(http, contract.consoleAfterSale, consoleAfterSaleHandlers(keys, vault), mounting)
  mount(http, contract.comment, commentHandlers(vault), mounting)
  mount(http, contract.consoleComment, consoleCommentHandlers(vault), mounting)
  mount(http, contract.contracts, contractHandlers(keys), mounting)
  mount(http, contract.invoiceTitle, invoiceTitleHandlers(keys), mounting)
  mount(http, contract.invoice, invoiceHandlers(outside), mounting)
  mount(http, contract.consoleInvoice, consoleInvoiceHandlers(outside), mounting)
}
