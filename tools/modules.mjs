// The structure of the program: groups, their modules, and which module uses which. Read by the boundary rules, their test and the drawing in docs/modules.md.
import { console } from './module-maps/console.mjs'
import { contract } from './module-maps/contract.mjs'
import { server } from './module-maps/server.mjs'
import { storefront } from './module-maps/storefront.mjs'

/** The groups, bottom first: the same names on every side. A module may use modules of its own group and of the groups before it. */
export const groups = {
  platform: 'The machinery: database, HTTP, screens’ parts. It knows nothing of a mall.',
  adapters: 'Protocols and formats of the outside world. They own no business data.',
  content: 'Texts, settings and articles that staff write.',
  people: 'Persons, companies, staff: who they are, what they may do, what they hand in and what they are told.',
  money: 'The ledger, and the wallet, credit, statements and payments that post to it.',
  catalog: 'Goods, stock, prices and coupons.',
  sites: 'Where the goods are used: addresses, projects, equipment, freight.',
  orders: 'From the cart to the after-sale.',
  billing: 'Money that comes in, invoices, contracts and the papers of an order.',
  integration: 'Other programs: change feed, webhooks, keys, connections.',
  operations: 'Running the mall: jobs, checks, reports, settings of staff.',
}

/** The modules that every module of a side may use. Each may use those before it. */
export const foundations = {
  server: ['platform/core', 'platform/http'],
  contract: ['platform/core', 'platform/refusal-tables'],
  storefront: ['platform/routing', 'platform/sessions', 'platform/components', 'platform/shell'],
  console: ['platform/sessions', 'platform/components', 'platform/shell'],
}

/** Folders that have a rule of their own in .dependency-cruiser.mjs. */
export const apart = {
  server: ['platform/database', 'platform/migrations', 'platform/testing', 'platform/web'],
  contract: [],
  storefront: [],
  console: [],
}

/** The modules that each module uses, without cycles. On the server each is used through its public.ts. */
export const modules = { server, contract, storefront, console }

/** Uses of a higher group. Nothing may be added. */
export const upward = [
  // A reminder about an order carries the order's state, and the screens that show it are generated from the field's type.
  ['contract', 'people/messaging', 'orders/orders'],
]

/** What the bench copies into an older commit besides its own folder (bench/compare/checkout.ts). A rule keeps these files free of other imports. */
export const copiedWithComparison = ['bench/socket-pairs.ts', 'bench/wire-messages.ts', 'server/platform/testing/database-address.ts']
