import { files } from '#contract/people/files/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'
import { type Picture, usePicture } from '#ui/use-picture.ts'

const filesApi = connect({ viewFile: files.viewFile }, send)

/** A picture that the company itself has uploaded, on its way to the screen; null fetches none. */
export const useOwnPicture = (fileId: string | null): Picture =>
  usePicture(fileId, (options) => filesApi.viewFile({ fileId: fileId ?? '' }, options))
