import { consoleContract } from './console-api.ts'
import { storefrontContract } from './storefront-api.ts'

/** The whole contract, group by group. The server mounts it; OpenAPI, the permission matrix and the fuzz tests are generated from it. */
export const contract = { ...storefrontContract, ...consoleContract } as const
