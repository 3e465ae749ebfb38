import { connect } from '../../contract/client.ts'
import { files } from '../../contract/files/api.ts'
import { type Picture, usePicture } from '../../ui/use-picture.ts'
import { send } from '../session/send.ts'

const filesApi = connect({ viewFile: files.viewFile }, send)

/** A picture that the company itself has uploaded, on its way to the screen; null fetches none. */
export const useOwnPicture = (fileId: string | null): Picture =>
  usePicture(fileId, (options) => filesApi.viewFile({ fileId: fileId ?? '' }, options))
