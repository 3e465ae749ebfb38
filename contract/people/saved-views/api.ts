import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Mobile, NullOutput, RequiredText, Text } from '#contract/platform/core/fields.ts'

/** The most views of one list, the most of one person, and the most lists in which one person hides columns. */
export const SAVED_VIEWS_OF_LIST_MAX = 20
export const SAVED_VIEWS_OF_STAFF_MAX = 200
export const LISTS_WITH_HIDDEN_COLUMNS_MAX = 200

const FILTERS_MAX = 30
const HIDDEN_COLUMNS_MAX = 40

export const SAVED_VIEW_NAME_LENGTH_MAX = 20
export const SavedViewName = RequiredText(SAVED_VIEW_NAME_LENGTH_MAX, '请填写视图名称')

/** The path of a list's screen in the console: '/orders'. */
const ListPath = z.string('请刷新后再试').check(z.regex(/^\/[a-z0-9_]{1,60}$/, '请刷新后再试'))

/** The value of a filter. Mobile numbers are stored sealed only, so they are no part of a view. */
const FilterText = Text(200).check(z.refine((text) => !Mobile.safeParse(text).success, '视图不能保存手机号，请先去掉该条件'))

/** The filters of a list as the address has them: '{"state": "WAIT_SEND"}'. A page is no filter. */
const SavedSearch = z
  .record(z.string().check(z.regex(/^(?!pageNo$|pageSize$)[a-zA-Z][a-zA-Z0-9]{0,39}$/, '该条件不能存入视图')), FilterText)
  .check(
    z.refine((search) => Object.keys(search).length > 0, '请先设置筛选条件'),
    z.refine((search) => Object.keys(search).length <= FILTERS_MAX, `最多${FILTERS_MAX}个条件`),
  )

/** A saved view of a list: the filters that it opens with. The views of a list are in the order of the person. */
export const SavedView = z.object({ viewId: Id, list: z.string(), name: z.string(), search: z.record(z.string(), z.string()) })
export type SavedView = z.output<typeof SavedView>

/** The columns of a list that are not shown, by their titles. */
export const HiddenListColumns = z.object({ list: z.string(), titles: z.array(z.string()) })
export type HiddenListColumns = z.output<typeof HiddenListColumns>

/** Which way a view moves among those of its list. */
export const savedViewMoves = ['forward', 'back'] as const

export const consoleSavedViewEndpoints = defineEndpoints('/console-api/api/saved-view', {
  list: readEndpoint({
    path: 'list',
    summary: '本人各列表的视图和隐藏的列',
    needs: 'staff',
    input: EmptyInput,
    output: z.object({ views: z.array(SavedView), hiddenColumns: z.array(HiddenListColumns) }),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '保存本人的视图；该列表已有同名视图的，改为新的筛选条件',
    needs: 'staff',
    input: z.strictObject({ list: ListPath, name: SavedViewName, search: SavedSearch }),
    output: NullOutput,
    refusals: ['SAVED_VIEWS_OF_LIST_FULL', 'SAVED_VIEWS_OF_STAFF_FULL'],
  }),
  rename: writeEndpoint({
    path: 'rename',
    summary: '改本人视图的名称',
    needs: 'staff',
    input: z.strictObject({ viewId: Id, name: SavedViewName }),
    output: NullOutput,
    refusals: ['SAVED_VIEW_NOT_FOUND', 'SAVED_VIEW_NAME_TAKEN'],
  }),
  move: writeEndpoint({
    path: 'move',
    summary: '把本人的视图前移（forward）或后移（back）一位',
    needs: 'staff',
    input: z.strictObject({ viewId: Id, way: z.enum(savedViewMoves, '请选择前移或后移') }),
    output: NullOutput,
    refusals: ['SAVED_VIEW_NOT_FOUND'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除本人的视图',
    needs: 'staff',
    input: z.strictObject({ viewId: Id }),
    output: NullOutput,
    refusals: ['SAVED_VIEW_NOT_FOUND'],
  }),
  setHiddenColumns: writeEndpoint({
    path: 'set-hidden-columns',
    summary: '设置本人在一个列表中隐藏的列（列名）；空：全部显示',
    needs: 'staff',
    input: z.strictObject({
      list: ListPath,
      titles: z
        .array(RequiredText(20, '请刷新后再试'), '请选择列')
        .check(z.maxLength(HIDDEN_COLUMNS_MAX, `最多隐藏${HIDDEN_COLUMNS_MAX}列`)),
    }),
    output: NullOutput,
    refusals: ['LISTS_WITH_HIDDEN_COLUMNS_FULL'],
  }),
})
