import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleBannerEndpoints } from '#contract/catalog/banners/banner-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const bannerApi = createApiClient(consoleBannerEndpoints, sendConsoleRequest)

const BANNER_QUERY_KEY = ['banner'] as const
export const invalidatedByBanner = [BANNER_QUERY_KEY] as const

/** All banners, also those that are not shown. */
export const bannersQuery = { queryKey: BANNER_QUERY_KEY, queryFn: () => bannerApi.list({}) }
