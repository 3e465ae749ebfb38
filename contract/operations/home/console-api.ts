import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, NullOutput, RowVersion, RowVersionIfAny } from '#contract/platform/core/fields.ts'
import {
  ConsoleHomeSection,
  DEFAULT_HOME_SECTION_GOODS_COUNT,
  getHomeSectionFault,
  HOME_SECTIONS_MAX,
  homeSectionFields,
} from './sections.ts'

/** The viewer of the preview: a guest, or a member of a company of a level. */
export const HomePreviewViewer = z.literal(['guest', '1', '2', '3', '4'], '请选择以谁的身份预览')
export type HomePreviewViewer = z.output<typeof HomePreviewViewer>

export const consoleHomeSectionEndpoints = defineEndpoints('/console-api/api/home-section', {
  list: readEndpoint({
    path: 'list',
    summary: '首页的全部版块，按顺序；以及顺序的版本',
    needs: { staff: 'homeSection' },
    input: EmptyInput,
    output: z.object({ sections: z.array(ConsoleHomeSection), orderVersion: RowVersion }),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '新增或修改首页的版块（新版块的版本为 0，排在最后）',
    needs: { staff: 'homeSection' },
    audits: 'row',
    input: z
      .strictObject({
        id: z.optional(Id),
        kind: homeSectionFields.kind,
        title: z._default(homeSectionFields.title, ''),
        text: z._default(homeSectionFields.text, ''),
        target: z._default(homeSectionFields.target, ''),
        goodsRule: z._default(homeSectionFields.goodsRule, null),
        goodsIds: z._default(homeSectionFields.goodsIds, []),
        goodsCount: z._default(homeSectionFields.goodsCount, DEFAULT_HOME_SECTION_GOODS_COUNT),
        dateFrom: z._default(homeSectionFields.dateFrom, null),
        dateTo: z._default(homeSectionFields.dateTo, null),
        guests: z._default(homeSectionFields.guests, true),
        levels: z._default(homeSectionFields.levels, [1, 2, 3, 4]),
        shown: z._default(homeSectionFields.shown, true),
        rowVersion: RowVersionIfAny,
      })
      .check((payload) => {
        const fault = getHomeSectionFault(payload.value)
        if (fault) payload.issues.push({ code: 'custom', input: payload.value, path: [fault.field], message: fault.message })
      }),
    output: z.object({ id: Id }),
    refusals: ['HOME_SECTION_NOT_FOUND', 'HOME_SECTIONS_FULL', 'GOODS_NOT_FOUND', 'ROW_CHANGED'],
  }),
  arrange: writeEndpoint({
    path: 'arrange',
    summary: '没有版块时，以内置版面作为开始',
    needs: { staff: 'homeSection' },
    input: EmptyInput,
    output: NullOutput,
    refusals: ['HOME_ARRANGED'],
  }),
  order: writeEndpoint({
    path: 'order',
    summary: '首页版块的顺序：全部编号',
    needs: { staff: 'homeSection' },
    input: z.strictObject({ ids: z.array(Id).check(z.maxLength(HOME_SECTIONS_MAX, '版块过多')), rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['HOME_SECTION_NOT_FOUND', 'ROW_CHANGED'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除首页的版块；删完后恢复内置版面',
    needs: { staff: 'homeSection' },
    audits: 'row',
    input: z.strictObject({ id: Id, rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['HOME_SECTION_NOT_FOUND', 'ROW_CHANGED'],
  }),
  stage: readEndpoint({
    path: 'stage',
    summary: '首页主图：图片和它展示的商品',
    needs: { staff: 'homeSection' },
    input: EmptyInput,
    output: z.object({ pictureId: z.nullable(Id), goodsId: z.nullable(Id), rowVersion: RowVersion }),
  }),
  saveStage: writeEndpoint({
    path: 'save-stage',
    summary: '修改首页主图；没有图片时首页只有文字',
    needs: { staff: 'homeSection' },
    audits: 'goods',
    input: z.strictObject({ pictureId: z.nullable(Id), goodsId: z.nullable(Id), rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['PICTURE_NOT_FOUND', 'GOODS_NOT_FOUND', 'ROW_CHANGED'],
  }),
  preview: readEndpoint({
    path: 'preview',
    summary: '某一天、以某种身份看首页的链接，一小时内有效',
    needs: { staff: 'homeSection' },
    input: z.strictObject({ day: Day, viewer: HomePreviewViewer }),
    output: z.object({ path: z.string() }),
  }),
})
