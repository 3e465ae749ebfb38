import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  EmptyInput,
  Id,
  Instant,
  NullOutput,
  pageInput,
  pageOutput,
  RequiredText,
  RowVersion,
  RowVersionIfAny,
  Text,
} from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { ArticleUrlName } from './help-api.ts'

export const articleKinds = { help: { label: '帮助文章' }, agreement: { label: '协议' } } as const
export type ArticleKind = keyof typeof articleKinds
export const consoleArticleStateFilters = {
  published: { label: '已发布' },
  draft: { label: '有草稿' },
  withdrawn: { label: '未发布' },
} as const
export type ConsoleArticleStateFilter = keyof typeof consoleArticleStateFilters

/** The text of an article. Its length fits into a request. */
export const articleFields = {
  title: RequiredText(60, '请填写标题'),
  summary: Text(120),
  keywords: Text(120),
  text: RequiredText(20_000, '请填写正文'),
}
const Rev = z.int('版次不正确').check(z.minimum(1, '版次不正确'), z.maximum(1_000_000, '版次不正确'))
const No = z.int('版次不正确').check(z.minimum(1, '版次不正确'), z.maximum(100_000, '版次不正确'))
export const ArticleVersionNote = Text(100)

const ArticleContent = z.object({ title: z.string(), summary: z.string(), keywords: z.string(), text: z.string() })
export type ArticleContent = z.output<typeof ArticleContent>

const head = {
  id: z.string(),
  kind: z.enum(keysOf(articleKinds)),
  title: z.string(),
  /** Only an article of the help centre has a category. */
  categoryId: z.nullable(Id),
  categoryName: z.nullable(z.string()),
  /** The version that readers see; null: it is not published. */
  publishedNo: z.nullable(z.int()),
  label: z.nullable(z.string()),
  publishedAt: z.nullable(Instant),
  hasDraft: z.boolean(),
  updatedAt: Instant,
  updatedBy: z.nullable(z.string()),
}
export const ConsoleArticleRow = z.object(head)
export type ConsoleArticleRow = z.output<typeof ConsoleArticleRow>
export const ArticleVersion = z.object({
  no: z.int(),
  title: z.string(),
  label: z.nullable(z.string()),
  note: z.string(),
  publishedAt: Instant,
  /** Null: it is part of the program. */
  publishedBy: z.nullable(z.string()),
})
export type ArticleVersion = z.output<typeof ArticleVersion>
export const ConsoleArticle = z.object({
  ...head,
  rev: z.int(),
  /** The text in the editor: the draft, or else the published version. */
  written: ArticleContent,
  /** The published version; null: none. */
  published: z.nullable(ArticleContent),
  versions: z.array(ArticleVersion),
})
export type ConsoleArticle = z.output<typeof ConsoleArticle>

/** Who may publish an agreement, which is a promise of the company. Help articles are published by all editors. */
export const agreementPublishers = { staff: 'agreement' } as const
const one = { id: ArticleUrlName, rev: Rev }
const moved = ['ARTICLE_NOT_FOUND', 'ROW_CHANGED'] as const
const Rev1 = z.object({ rev: z.int() })

export const consoleArticleEndpoints = defineEndpoints('/console-api/api/article', {
  list: readEndpoint({
    path: 'list',
    summary: '帮助文章和协议，最近修改的在前',
    needs: { staff: 'article' },
    input: z.strictObject({
      ...pageInput,
      kind: z.optional(z.enum(keysOf(articleKinds))),
      state: z.optional(z.enum(keysOf(consoleArticleStateFilters))),
      keyword: z.optional(Text(50)),
    }),
    output: pageOutput(ConsoleArticleRow),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一篇文章：草稿、现行版本、历次版本',
    needs: { staff: 'article' },
    input: z.strictObject({ id: ArticleUrlName }),
    output: ConsoleArticle,
    refusals: ['ARTICLE_NOT_FOUND'],
  }),
  version: readEndpoint({
    path: 'version',
    summary: '文章的一个历史版本',
    needs: { staff: 'article' },
    input: z.strictObject({ id: ArticleUrlName, no: No }),
    output: z.object({ ...ArticleVersion.shape, ...ArticleContent.shape }),
    refusals: ['ARTICLE_NOT_FOUND'],
  }),
  create: writeEndpoint({
    path: 'create',
    summary: '新建帮助文章（草稿）',
    needs: { staff: 'article' },
    input: z.strictObject({ helpCategoryId: Id, title: articleFields.title }),
    output: z.object({ id: z.string() }),
    refusals: ['HELP_CATEGORY_NOT_FOUND'],
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '保存草稿，读者还看不到',
    needs: { staff: 'article' },
    audits: 'row',
    input: z.strictObject({ ...one, ...articleFields, helpCategoryId: z.optional(Id) }),
    output: Rev1,
    refusals: [...moved, 'HELP_CATEGORY_NOT_FOUND'],
  }),
  discard: writeEndpoint({
    path: 'discard',
    summary: '放弃草稿，回到现行版本；从未发布的文章随之删除',
    needs: { staff: 'article' },
    audits: 'row',
    input: z.strictObject(one),
    output: NullOutput,
    refusals: moved,
  }),
  publish: writeEndpoint({
    path: 'publish',
    summary: '发布草稿，成为新版本；协议由管理员发布',
    needs: { staff: 'article' },
    audits: 'row',
    input: z.strictObject({ ...one, note: ArticleVersionNote }),
    output: z.object({ no: z.int() }),
    refusals: [...moved, 'NO_DRAFT', 'AGREEMENT_BY_ADMIN', 'AGREEMENT_VERSION'],
  }),
  withdraw: writeEndpoint({
    path: 'withdraw',
    summary: '撤下帮助文章，内容留作草稿',
    needs: { staff: 'article' },
    audits: 'row',
    input: z.strictObject(one),
    output: NullOutput,
    refusals: [...moved, 'AGREEMENT_STAYS'],
  }),
  restore: writeEndpoint({
    path: 'restore',
    summary: '以历史版本的内容作为草稿',
    needs: { staff: 'article' },
    audits: 'row',
    input: z.strictObject({ ...one, no: No }),
    output: Rev1,
    refusals: moved,
  }),
})

const ConsoleHelpCategory = z.object({
  id: Id,
  name: z.string(),
  note: z.string(),
  position: z.int(),
  articles: z.int(),
  rowVersion: RowVersion,
})
export type ConsoleHelpCategory = z.output<typeof ConsoleHelpCategory>
const Position = z.int('排序不正确').check(z.minimum(0, '排序不正确'), z.maximum(9_999, '排序最大 9999'))
export const helpCategoryFields = { name: RequiredText(20, '请填写名称'), note: Text(60), position: Position }

export const consoleHelpCategoryEndpoints = defineEndpoints('/console-api/api/help-category', {
  list: readEndpoint({
    path: 'list',
    summary: '帮助分类',
    needs: { staff: 'article' },
    input: EmptyInput,
    output: z.array(ConsoleHelpCategory),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '新增或修改帮助分类（新分类的版本为 0）',
    needs: { staff: 'article' },
    audits: 'row',
    input: z.strictObject({ id: z.optional(Id), ...helpCategoryFields, rowVersion: RowVersionIfAny }),
    output: NullOutput,
    refusals: ['HELP_CATEGORY_NOT_FOUND', 'HELP_CATEGORY_EXISTS', 'HELP_CATEGORY_FULL', 'ROW_CHANGED'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除没有文章的帮助分类',
    needs: { staff: 'article' },
    audits: 'row',
    input: z.strictObject({ id: Id, rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['HELP_CATEGORY_NOT_FOUND', 'HELP_CATEGORY_IN_USE', 'ROW_CHANGED'],
  }),
})
