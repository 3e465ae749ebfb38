import * as z from 'zod/mini'
import { getLinkKind } from '#contract/content/content/links.ts'
import { Id, RequiredText, RowVersion, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { normaliseSearchTerm } from './normalise-term.ts'

export const searchWordKinds = {
  synonyms: { label: '同义词' },
  hot: { label: '热词' },
  redirect: { label: '跳转' },
} as const
export type SearchWordKind = keyof typeof searchWordKinds

export const SEARCH_TERM_LENGTH_MAX = 20
/** The terms of a set of synonyms, or of a redirect. */
const TERMS_MAX = 20
/** How many sets of one kind there may be. */
export const SEARCH_WORDS_PER_KIND_MAX = 300

export const SearchWord = z.object({
  id: Id,
  kind: z.enum(keysOf(searchWordKinds)),
  terms: z.array(z.string()),
  /** The target of a redirect. Empty for the other kinds. */
  target: z.string(),
  position: z.int(),
  shown: z.boolean(),
  rowVersion: RowVersion,
})
export type SearchWord = z.output<typeof SearchWord>

/** A term must have a letter, a digit or a Chinese character, because other signs cannot be searched for. */
const Term = RequiredText(SEARCH_TERM_LENGTH_MAX, '请填写词语').check(
  z.refine((term) => /[\p{L}\p{N}]/u.test(term), '词语须含汉字、字母或数字'),
)

/** Whether a path of the mall is itself a search. A redirect to one could form a cycle. */
const isSearch = (target: string): boolean => new URLSearchParams(target.split('?')[1] ?? '').has('keyword')

export const searchWordFields = {
  terms: z.array(Term, '请填写词语').check(
    z.minLength(1, '请填写词语'),
    z.maxLength(TERMS_MAX, `最多 ${TERMS_MAX} 个词`),
    z.refine((terms) => new Set(terms.map(normaliseSearchTerm)).size === terms.length, '词语重复（不分大小写和全角半角）'),
  ),
  target: Text(300).check(
    z.refine((target) => target === '' || getLinkKind(target) === 'own', '跳转地址须为本站地址，如 /categories?categoryId=1'),
    z.refine((target) => !isSearch(target), '跳转地址不能是搜索页，请改用同义词'),
  ),
  position: z.int('排序不正确').check(z.minimum(0, '排序不正确'), z.maximum(9_999, '排序最大 9999')),
  shown: z.boolean('请选择是否启用'),
}

/** The problem of a search word as a whole, and its field; undefined: none. */
export function getSearchWordFault({ kind, terms, target }: Pick<SearchWord, 'kind' | 'terms' | 'target'>): SearchWordFault | undefined {
  if (kind === 'synonyms' && terms.length < 2) return { field: 'terms', message: '同义词至少两个' }
  if (kind === 'hot' && terms.length > 1) return { field: 'terms', message: '热词每条一个词' }
  if (kind === 'redirect' && target === '') return { field: 'target', message: '请填写跳转地址' }
  if (kind !== 'redirect' && target !== '') return { field: 'target', message: '只有跳转有地址' }
  return undefined
}

export interface SearchWordFault {
  field: 'terms' | 'target'
  message: string
}
