import { address } from './address/api.ts'
import { cart } from './cart/api.ts'
import { goods, goodsCategory } from './catalog/api.ts'
import { site } from './content/api.ts'
import { account, consoleCredit, credit } from './credit/api.ts'
import { consoleFulfilment } from './fulfilment/api.ts'
import { enterprise, security, system, user } from './identity/api.ts'
import { message } from './messaging/api.ts'
import { order } from './ordering/api.ts'
import { consoleOrder } from './ordering/console-api.ts'
import { consoleEnterprise, consoleQueue, consoleSku, staff } from './staff/api.ts'
import { consoleWallet, wallet } from './wallet/api.ts'

/** The whole contract, group by group: what the server mounts, and what OpenAPI, the matrix and the fuzz tests are made from. */
export const contract = {
  system,
  security,
  user,
  enterprise,
  site,
  goodsCategory,
  goods,
  cart,
  address,
  order,
  wallet,
  account,
  credit,
  message,
  staff,
  consoleQueue,
  consoleOrder,
  consoleFulfilment,
  consoleEnterprise,
  consoleCredit,
  consoleWallet,
  consoleSku,
} as const
