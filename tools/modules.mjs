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
  seats: ['cart', 'favourites', 'identity', 'messaging', 'ordering', 'organisation', 'sessions', 'sms'],
  materials: ['catalog'],
  'quick-order': ['catalog', 'materials'],
  favourites: ['catalog'],
  cart: ['catalog', 'inventory', 'materials'],
  wallet: ['ledger', 'organisation'],
  statements: ['ledger', 'wallet'],
  credit: ['ledger', 'organisation', 'content', 'statements'],
  gateway: [],
  payment: ['credit', 'ledger', 'statements', 'wallet'],
  ordering: ['catalog', 'identity', 'inventory', 'materials', 'messaging', 'organisation', 'payment', 'credit', 'staff'],
  standing: ['catalog', 'materials', 'ordering'],
  checkout: ['address', 'cart', 'catalog', 'credit', 'inventory', 'ledger', 'materials', 'ordering', 'wallet'],
  receipts: ['gateway', 'ledger', 'ordering', 'organisation', 'payment', 'statements', 'wallet'],
  fulfilment: ['credit', 'inventory', 'ledger', 'ordering', 'payment'],
  receivables: ['credit', 'files', 'fulfilment', 'identity', 'ledger', 'messaging', 'organisation', 'staff', 'statements'],
  'after-sale': ['catalog', 'files', 'fulfilment', 'identity', 'inventory', 'messaging', 'ordering', 'organisation', 'payment', 'staff'],
  bills: ['fulfilment', 'ledger'],
  approval: ['credit', 'identity', 'ordering', 'organisation'],
  verification: ['content', 'credit', 'files', 'messaging', 'organisation', 'sms', 'staff'],
  reporting: ['credit', 'identity', 'ledger', 'organisation', 'staff'],
  jobs: ['after-sale', 'catalog', 'files', 'gateway', 'identity', 'ordering', 'receipts', 'receivables', 'sessions', 'sms', 'verification'],
}

/** Foundations of the mall's screens, each on those before it, and its features. */
export const storefrontFoundations = ['session', 'parts', 'shell']
export const storefrontFeatures = {
  address: ['user-center'],
  standing: [],
  catalog: ['standing'],
  cart: ['standing'],
  content: ['catalog'],
  identity: [],
  messaging: ['user-center'],
  home: ['catalog', 'identity', 'quick-order'],
  wallet: ['user-center'],
  credit: ['identity', 'user-center'],
  'user-center': ['identity'],
  settings: ['identity', 'user-center'],
  verification: ['identity', 'user-center'],
  organisation: ['identity', 'user-center'],
  approval: ['user-center'],
  checkout: ['address', 'cart'],
  ordering: ['cart', 'checkout', 'user-center'],
  'quick-order': ['cart', 'standing'],
  'shopping-list': ['cart', 'standing', 'user-center'],
  favourites: ['catalog', 'user-center'],
  materials: ['user-center'],
}
