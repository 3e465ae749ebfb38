import { filesEndpoints } from '#contract/people/files/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { type PictureLoadState, useAuthenticatedPicture } from '#ui/use-picture.ts'

const filesApi = createApiClient({ viewFile: filesEndpoints.viewFile }, sendOrHoldUntilLogin)

/** Fetches a picture that the company has uploaded; null fetches none. */
export const useEnterprisePicture = (fileId: string | null): PictureLoadState =>
  useAuthenticatedPicture(fileId, (options) => filesApi.viewFile({ fileId: fileId ?? '' }, options))
