import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleGoodsDocumentEndpoints } from '#contract/catalog/pictures/document-api.ts'
import { consoleGoodsPictureEndpoints } from '#contract/catalog/pictures/picture-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const pictureApi = createApiClient(consoleGoodsPictureEndpoints, sendConsoleRequest)
export const goodsDocumentApi = createApiClient(consoleGoodsDocumentEndpoints, sendConsoleRequest)
