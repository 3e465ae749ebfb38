import { filesEndpoints } from '#contract/people/files/api.ts'
import { createClient } from '#contract/platform/core/client.ts'
import { sendEncoded } from '#storefront/platform/sessions/send.ts'
import { type PictureState, usePicture } from '#ui/use-picture.ts'

const filesApi = createClient({ viewFile: filesEndpoints.viewFile }, sendEncoded)

/** Fetches a picture that the company has uploaded; null fetches none. */
export const useOwnPicture = (fileId: string | null): PictureState =>
  usePicture(fileId, (options) => filesApi.viewFile({ fileId: fileId ?? '' }, options))
