import { licenceEndpoints } from '#contract/catalog/licences/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendEncoded } from '#storefront/platform/sessions/send.ts'

export const licenceApi = createApiClient(licenceEndpoints, sendEncoded)

/** The kinds that the company may hand in with its standing in each, and what it has handed in. */
export const enterpriseLicencesQuery = { queryKey: ['licence', 'own'] as const, queryFn: () => licenceApi.list({}), staleTime: 0 }

/** The licences that goods demand, and how it stands with them. */
export const goodsLicenceNeedsQuery = (goodsId: string) => ({
  queryKey: ['licence', 'goods', goodsId] as const,
  queryFn: () => licenceApi.ofGoods({ goodsId }),
})

/** Invalidates the queries that a licence changes: the lists, the cart, the order that waits for it. */
export const invalidatedByLicence = [['licence'], ['cart'], ['preview']] as const
