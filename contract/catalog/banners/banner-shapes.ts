import * as z from 'zod/mini'
import { defineEndpoints, downloadEndpoint, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id } from '#contract/platform/core/fields.ts'

export const bannerTones = { pine: { label: '墨绿' }, steel: { label: '钢蓝' }, copper: { label: '赤铜' } } as const
export const Banner = z.object({
  id: Id,
  title: z.string(),
  note: z.string(),
  /** One of our own screens or a web page. Empty: no link. */
  target: z.string(),
  tone: z.enum(['pine', 'steel', 'copper']),
  pictureId: z.nullable(Id),
})
export type Banner = z.output<typeof Banner>

export const bannerEndpoints = defineEndpoints('/system-api/api/banner', {
  list: readEndpoint({ path: 'list', summary: '首页横幅', needs: 'guest', input: EmptyInput, output: z.array(Banner), cached: true }),
  picture: downloadEndpoint({
    path: 'picture',
    summary: '首页横幅的图片',
    needs: 'guest',
    input: z.strictObject({ id: Id }),
    refusals: ['FILE_NOT_FOUND'],
    cached: true,
  }),
})
