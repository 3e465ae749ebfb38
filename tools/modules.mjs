// The map of the mall: which module may use which. Read by the boundary rules, by the tidy test and by the drawing in docs/.
// A module enters another only through its public.ts, and only if the map says so; the map has no circles.

/** Foundations that every server module may use, each on those before it. */
export const foundations = ['platform', 'http']

export const serverModules = {
  sessions: [],
  sms: [],
  organisation: [],
  ledger: [],
  messaging: [],
  content: [],
  address: [],
  inventory: [],
  catalog: ['inventory'],
  identity: ['sessions', 'organisation', 'ledger'],
  staff: ['identity', 'organisation', 'sessions', 'sms'],
  files: ['content', 'organisation', 'staff'],
  access: ['content', 'files', 'identity', 'organisation', 'sessions', 'sms'],
  seats: ['cart', 'identity', 'messaging', 'ordering', 'organisation', 'sessions', 'sms'],
  cart: ['catalog', 'inventory'],
  wallet: ['ledger', 'organisation'],
  statements: ['ledger', 'wallet'],
  credit: ['ledger', 'organisation', 'content', 'statements'],
  printing: [],
  gateway: [],
  payment: ['credit', 'ledger', 'wallet'],
  ordering: ['catalog', 'identity', 'inventory', 'messaging', 'organisation', 'payment', 'credit', 'staff'],
  checkout: ['address', 'cart', 'catalog', 'credit', 'inventory', 'ledger', 'ordering', 'wallet'],
  receipts: ['gateway', 'ledger', 'ordering', 'organisation', 'payment', 'printing', 'statements', 'wallet'],
  fulfilment: ['credit', 'inventory', 'ledger', 'ordering', 'payment'],
  receivables: ['credit', 'files', 'fulfilment', 'identity', 'ledger', 'messaging', 'organisation', 'staff', 'statements'],
  bills: ['fulfilment', 'ledger'],
  documents: ['bills', 'content', 'organisation', 'printing', 'receivables', 'verification'],
  approval: ['credit', 'identity', 'ordering', 'organisation'],
  verification: ['content', 'credit', 'files', 'messaging', 'organisation', 'sms', 'staff'],
  reporting: ['credit', 'identity', 'ledger', 'organisation', 'staff'],
  finance: ['credit', 'organisation', 'payment', 'printing', 'staff', 'statements'],
  reconciliation: ['payment', 'printing', 'receipts', 'staff'],
  books: ['organisation', 'printing', 'reporting', 'staff'],
  jobs: ['books', 'catalog', 'files', 'gateway', 'identity', 'ordering', 'receipts', 'receivables', 'reconciliation', 'sessions', 'sms', 'verification'],
}

/** Foundations of the mall's screens, each on those before it, and its features. */
export const storefrontFoundations = ['session', 'parts', 'shell']
export const storefrontFeatures = {
  address: ['user-center'],
  catalog: [],
  cart: [],
  content: ['catalog'],
  identity: [],
  messaging: ['user-center'],
  home: ['catalog', 'identity'],
  wallet: ['payment', 'user-center'],
  credit: ['identity', 'user-center'],
  'user-center': ['identity'],
  settings: ['identity', 'user-center'],
  verification: ['identity', 'user-center'],
  organisation: ['identity', 'user-center'],
  approval: ['user-center'],
  checkout: ['address', 'cart'],
  payment: ['checkout', 'ordering', 'user-center'],
  ordering: ['cart', 'checkout', 'user-center'],
}
