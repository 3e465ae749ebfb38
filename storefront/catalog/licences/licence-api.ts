import { licenceEndpoints } from '#contract/catalog/licences/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const licenceApi = createApiClient(licenceEndpoints, sendOrHoldUntilLogin)

/** The kinds that the company may submit with their status, and the submitted licences. */
export const enterpriseLicencesQuery = { queryKey: ['licence', 'own'] as const, queryFn: () => licenceApi.list({}), staleTime: 0 }

/** The licences that goods demand, and their status. */
export const goodsLicenceNeedsQuery = (goodsId: string) => ({
  queryKey: ['licence', 'goods', goodsId] as const,
  queryFn: () => licenceApi.ofGoods({ goodsId }),
})

/** Invalidates the queries that a licence changes: the lists, the cart, the order that waits for it. */
export const invalidatedByLicence = [['licence'], ['cart'], ['preview']] as const
