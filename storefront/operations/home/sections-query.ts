import { queryOptions } from '@tanstack/react-query'
import { homeEndpoints } from '#contract/operations/home/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendEncoded } from '#storefront/platform/sessions/send.ts'

const homeApi = createApiClient(homeEndpoints, sendEncoded)

/** The sections of the home page; null: the built-in arrangement. `preview`: the ticket of a preview by staff. */
export const shownHomeSectionsQuery = (preview?: string) =>
  queryOptions({
    queryKey: ['goods', 'home', preview ?? ''],
    queryFn: () => homeApi.sections(preview === undefined ? {} : { preview }),
  })
