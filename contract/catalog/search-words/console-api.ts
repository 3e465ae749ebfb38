import * as z from 'zod/mini'
import { GOODS_KEYWORD_LENGTH_MAX } from '#contract/catalog/goods/keyword.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, NullOutput, pageInput, pageOutput, RowVersion, RowVersionIfAny, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { getSearchWordFault, SearchWord, searchWordFields, searchWordKinds } from './shapes.ts'

/** The periods of the list of searches without a result, today included. */
export const missedSearchPeriods = {
  week: { label: '近 7 天', days: 7 },
  month: { label: '近 30 天', days: 30 },
  quarter: { label: '近 90 天', days: 90 },
} as const

export const MissedSearch = z.object({
  term: z.string(),
  times: z.int(),
  /** 'YYYY-MM-DD'. */
  lastDay: z.string(),
  /** Goods with a similar name or number were shown instead. */
  similarShown: z.boolean(),
})
export type MissedSearch = z.output<typeof MissedSearch>

const Kind = z.enum(keysOf(searchWordKinds), '请选择种类')

export const consoleSearchWordEndpoints = defineEndpoints('/console-api/api/search-word', {
  list: readEndpoint({
    path: 'list',
    summary: '一种搜索词：同义词、热词或跳转',
    needs: { staff: 'catalog' },
    input: z.strictObject({ kind: Kind }),
    output: z.array(SearchWord),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '新增或修改搜索词（新词的版本为 0）',
    needs: { staff: 'catalog' },
    audits: 'row',
    input: z
      .strictObject({
        id: z.optional(Id),
        kind: Kind,
        terms: searchWordFields.terms,
        target: z._default(searchWordFields.target, ''),
        position: z._default(searchWordFields.position, 10),
        shown: z._default(searchWordFields.shown, true),
        rowVersion: RowVersionIfAny,
      })
      .check((payload) => {
        const fault = getSearchWordFault(payload.value)
        if (fault) payload.issues.push({ code: 'custom', input: payload.value, path: [fault.field], message: fault.message })
      }),
    output: z.object({ id: Id }),
    refusals: ['SEARCH_WORD_NOT_FOUND', 'SEARCH_WORD_TAKEN', 'SEARCH_WORDS_FULL', 'ROW_CHANGED'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除搜索词',
    needs: { staff: 'catalog' },
    audits: 'row',
    input: z.strictObject({ id: Id, rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['SEARCH_WORD_NOT_FOUND', 'ROW_CHANGED'],
  }),
  missed: readEndpoint({
    path: 'missed',
    summary: '没有结果的搜索：次数多的在前，不记录谁搜索',
    needs: { staff: 'catalog' },
    input: z.strictObject({
      ...pageInput,
      /** Without one: the month. */
      period: z.optional(z.enum(keysOf(missedSearchPeriods), '请选择期间')),
      /** A part of the term. */
      keyword: z.optional(Text(GOODS_KEYWORD_LENGTH_MAX)),
    }),
    output: pageOutput(MissedSearch),
  }),
})
