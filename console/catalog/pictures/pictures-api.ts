import { sendEncoded } from '#console/platform/sessions/session.ts'
import { goodsDocumentEndpoints } from '#contract/catalog/pictures/document-api.ts'
import { goodsPictureEndpoints } from '#contract/catalog/pictures/picture-api.ts'
import { createClient } from '#contract/platform/core/client.ts'

export const pictureApi = createClient(goodsPictureEndpoints, sendEncoded)
export const documentApi = createClient(goodsDocumentEndpoints, sendEncoded)
