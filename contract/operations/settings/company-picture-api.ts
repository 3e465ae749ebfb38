import * as z from 'zod/mini'
import { IMAGE_BYTES_MAX } from '#contract/people/files/api.ts'
import { defineEndpoints, downloadEndpoint, uploadEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id } from '#contract/platform/core/fields.ts'

/** A logo is public. A stamp is printed on contracts, and shown to administrators. */
export const mallCompanyPictureUses = { logo: { label: '标志' }, stamp: { label: '印章图片' } } as const
export type MallCompanyPictureUse = keyof typeof mallCompanyPictureUses

export const consoleMallCompanyPictureEndpoints = defineEndpoints('/console-api/api/company-picture', {
  upload: uploadEndpoint({
    path: 'upload',
    summary: '上传标志或印章图片：重新编码，去除元数据；一天内没有用于公司资料的自动删除',
    needs: { staff: 'setting' },
    input: z.strictObject({ use: z.enum(['logo', 'stamp'], '图片用途不正确') }),
    output: z.object({ pictureId: Id }),
    refusals: ['NOT_AN_IMAGE', 'IMAGE_TOO_LARGE', 'IMAGE_TOO_SMALL'],
    fileLimit: { bytesMax: IMAGE_BYTES_MAX, tooLarge: 'IMAGE_TOO_LARGE' },
  }),
  stamp: downloadEndpoint({
    path: 'stamp',
    summary: '印章图片',
    needs: { staff: 'setting' },
    unrecorded: 'The stamp of the mall is on each of its papers.',
    input: z.strictObject({ id: Id }),
    refusals: ['PICTURE_NOT_FOUND'],
  }),
})
