import * as z from 'zod/mini'
import { getLinkKind } from '#contract/content/content/links.ts'
import { IMAGE_BYTES_MAX } from '#contract/people/files/api.ts'
import { defineEndpoints, readEndpoint, uploadEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, NullOutput, RequiredText, RowVersion, RowVersionIfAny, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Banner, bannerTones } from './banner-shapes.ts'

export const bannerStates = {
  now: { label: '展示中' },
  later: { label: '未开始' },
  over: { label: '已结束' },
  off: { label: '已停用' },
} as const
/** How many days before its last day a banner that is shown counts as ending, today included. */
export const BANNER_ENDING_DAYS = 3
export const ConsoleBanner = z.object({
  ...Banner.shape,
  dateFrom: Day,
  dateTo: z.nullable(Day),
  shown: z.boolean(),
  position: z.int(),
  state: z.enum(keysOf(bannerStates)),
  /** It is shown today, and for at most `BANNER_ENDING_DAYS` days. */
  ending: z.boolean(),
  rowVersion: RowVersion,
})
export type ConsoleBanner = z.output<typeof ConsoleBanner>

export const bannerFields = {
  title: RequiredText(30, '请填写标题'),
  note: Text(60),
  target: Text(300).check(
    z.refine((target) => target === '' || getLinkKind(target) !== undefined, '链接须为本站地址（如 /shop）或 https:// 网址'),
  ),
  tone: z.enum(keysOf(bannerTones), '请选择底色'),
  dateFrom: Day,
  dateTo: z.nullable(Day),
  shown: z.boolean('请选择是否启用'),
  position: z.int('排序不正确').check(z.minimum(0, '排序不正确'), z.maximum(9_999, '排序最大 9999')),
}
const seen = z.strictObject({ id: Id, rowVersion: RowVersion })

export const consoleBannerEndpoints = defineEndpoints('/console-api/api/banner', {
  list: readEndpoint({
    path: 'list',
    summary: '首页横幅及其起止',
    needs: { staff: 'banner' },
    input: EmptyInput,
    output: z.array(ConsoleBanner),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '新增或修改首页横幅（新横幅的版本为 0）',
    needs: { staff: 'banner' },
    audits: 'row',
    input: z.strictObject({ id: z.optional(Id), ...bannerFields, rowVersion: RowVersionIfAny }).check(
      z.refine(({ dateFrom, dateTo }) => dateTo === null || dateTo >= dateFrom, {
        message: '结束日期不能早于开始日期',
        path: ['dateTo'],
      }),
    ),
    output: z.object({ id: Id }),
    refusals: ['BANNER_NOT_FOUND', 'BANNER_FULL', 'ROW_CHANGED'],
  }),
  setPicture: uploadEndpoint({
    path: 'set-picture',
    summary: '给横幅配图：重新编码，去除元数据',
    needs: { staff: 'banner' },
    audits: 'row',
    input: seen,
    output: z.object({ pictureId: Id }),
    refusals: ['BANNER_NOT_FOUND', 'ROW_CHANGED', 'NOT_AN_IMAGE', 'IMAGE_TOO_LARGE'],
    fileLimit: { bytesMax: IMAGE_BYTES_MAX, tooLarge: 'IMAGE_TOO_LARGE' },
  }),
  removePicture: writeEndpoint({
    path: 'remove-picture',
    summary: '去掉横幅的图片',
    needs: { staff: 'banner' },
    audits: 'row',
    input: seen,
    output: NullOutput,
    refusals: ['BANNER_NOT_FOUND', 'ROW_CHANGED'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除首页横幅',
    needs: { staff: 'banner' },
    audits: 'row',
    input: seen,
    output: NullOutput,
    refusals: ['BANNER_NOT_FOUND', 'ROW_CHANGED'],
  }),
})
