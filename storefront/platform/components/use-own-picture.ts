import { filesEndpoints } from '#contract/people/files/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'
import { type Picture, usePicture } from '#ui/use-picture.ts'

const filesApi = connect({ viewFile: filesEndpoints.viewFile }, send)

/** Fetches a picture that the company has uploaded; null fetches none. */
export const useOwnPicture = (fileId: string | null): Picture =>
  usePicture(fileId, (options) => filesApi.viewFile({ fileId: fileId ?? '' }, options))
