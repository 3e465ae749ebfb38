import { send } from '#console/platform/sessions/session.ts'
import { goodsDocumentEndpoints } from '#contract/catalog/pictures/document-api.ts'
import { goodsPictureEndpoints } from '#contract/catalog/pictures/picture-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const pictureApi = connect(goodsPictureEndpoints, send)
export const documentApi = connect(goodsDocumentEndpoints, send)
