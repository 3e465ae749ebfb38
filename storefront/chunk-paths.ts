/**
 * The storefront's modules that share a file of the build, by the beginning of their paths. A module that is moved must be moved here too:
 * a test checks that every path matches at least one module.
 */

/** Small modules that only a few screens share, grouped by topic: goods, buying, the account, texts. */
export const CHUNK_PATHS_BY_TOPIC = {
  shelf: [
    'storefront/catalog/goods/cut-out',
    'storefront/catalog/goods/goods-list/shop-view',
    'storefront/catalog/goods/detail/stock-wait-button',
  ],
  buying: [
    'storefront/orders/cart/cart-',
    'storefront/catalog/coupons/coupon-api',
    'storefront/platform/components/shopping-lists/',
    'contract/catalog/coupons/',
    'contract/catalog/pricing/',
    'contract/orders/shopping-lists/',
  ],
  account: [
    'storefront/people/user-center/centre-',
    'contract/money/credit/',
    'contract/orders/levels/',
    'contract/orders/orders/',
    'storefront/people/identity/memberships/switch-account',
    'storefront/platform/components/credit-gauge',
  ],
  credit: [
    'storefront/money/credit/company-groups/group-api',
    'storefront/money/credit/repay/repay-',
    'storefront/money/credit/repay/written-off',
    'contract/billing/bank/',
    'contract/money/bad-debts/',
    'contract/money/payments/',
  ],
  cart: [
    'storefront/orders/cart/use-cart',
    'storefront/platform/components/delivery/',
    'storefront/platform/components/gift-line',
    'storefront/platform/components/long-list',
    'storefront/platform/components/withheld',
    'storefront/platform/sessions/use-change-shown-at-once',
    'storefront/catalog/licences/submit-licence-link',
    'contract/sites/delivery-times/',
  ],
  checkout: ['storefront/orders/checkout/checkout-', 'storefront/orders/checkout/use-trade'],
  paying: [
    'storefront/orders/checkout/payment-method-cards',
    'storefront/platform/components/radio-group',
    'storefront/sites/address/address-api',
    'storefront/sites/address/address-view',
  ],
  orders: [
    'storefront/orders/orders/order-actions',
    'storefront/orders/orders/order-card',
    'storefront/orders/orders/use-order',
    'storefront/platform/components/day/day-field',
    'storefront/platform/components/day/day-input',
    'storefront/platform/components/day/day-ranges',
  ],
  sites: [
    'storefront/sites/projects/project-api',
    'storefront/sites/projects/project-select',
    'storefront/platform/components/projects-query',
    'contract/sites/projects/',
  ],
  texts: ['ui/markdown/', 'contract/content/content/links'],
} as const

/** Components around goods, used by all screens with goods. */
export const GOODS_CHUNK_PATHS = ['storefront/catalog/goods/', 'storefront/platform/components/stepper']
/** Of these, the modules that only the product page uses. */
export const GOODS_CHUNK_EXCLUDED_PATH = 'storefront/catalog/goods/detail'

/** Our own components. */
export const COMMON_CHUNK_PATHS = ['storefront/platform/components/', 'storefront/platform/sessions/', 'ui/', 'contract/']
/** Of these, the modules that need a library which few screens load. */
export const COMMON_CHUNK_EXCLUDED_PATHS = [
  'storefront/platform/components/dialog-windows',
  'storefront/platform/components/select/',
  'storefront/platform/components/six-digit-input',
  'storefront/platform/components/shopping-lists',
]

/** The base of the shell: calls and sessions. */
export const BASE_CHUNK_PATHS = ['contract/', 'ui/', 'storefront/platform/sessions/']

/** Matches the path of a module that begins with one of these paths, below any folder. */
export const toModulePathPattern = (paths: readonly string[]): RegExp =>
  new RegExp(`[\\\\/](?:${paths.map((one) => one.replaceAll('/', '[\\\\/]')).join('|')})`)
