import { Button, Form, Input } from 'antd'
import { useEffect, useRef } from 'react'
import { MarkdownField, MarkdownPreview } from '#console/platform/components/forms/markdown-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { Panel } from '#console/platform/components/panel.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useConfirmBeforeLeave } from '#console/platform/components/use-confirm-before-leave.ts'
import { type ArticleContent, articleFields, type ConsoleArticle } from '#contract/content/content/article-api.ts'
import { HelpCategorySelect } from './categories/category-select.tsx'
import { articleApi, invalidatedByArticle } from './content-api.ts'

interface Values extends ArticleContent {
  helpCategoryId?: string
}

const fieldNames = ['title', 'summary', 'keywords', 'text', 'helpCategoryId'] as const

interface Props {
  /** The article as it was when the editor was filled. */
  article: ConsoleArticle
  /** The version that a save replaces. */
  rev: number
  onDirtyChange: (dirty: boolean) => void
  onSaved: (rev: number) => void
}

/** The editor of an article, with a preview next to it. */
export function ArticleEditor({ article, rev, onDirtyChange, onSaved }: Props) {
  const [form] = Form.useForm<Values>()
  const { id, kind, categoryId, written } = article
  const initial: Values = { ...written, ...(categoryId === null ? {} : { helpCategoryId: categoryId }) }
  const typed = Form.useWatch([], form) ?? initial
  const dirty = fieldNames.some((name) => (typed[name] ?? '') !== (initial[name] ?? ''))
  const save = useApiMutation(
    async (input: Parameters<typeof articleApi.save>[0]) => {
      const saved = await articleApi.save(input)
      onSaved(saved.rev)
      return saved
    },
    { invalidates: invalidatedByArticle, successMessage: '草稿已保存' },
  )
  useEffect(() => onDirtyChange(dirty), [dirty, onDirtyChange])
  const abandoned = useRef(false)
  useConfirmBeforeLeave({
    isUnsaved: () => dirty && !abandoned.current,
    isSame: (search) => search.id === id,
    loss: () => '写好的内容没有保存成草稿，离开后需要重新填写。',
    abandon: () => {
      abandoned.current = true
    },
  })
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      disabled={save.isPending}
      initialValues={initial}
      scrollToFirstError={{ focus: true }}
      onFinish={(values) => save.mutate({ id, rev, ...values })}
      className="article-editor"
    >
      <Panel
        title="编辑"
        extra={
          <Button htmlType="submit" loading={save.isPending} disabled={!dirty} title={dirty ? undefined : '没有改动'}>
            保存草稿
          </Button>
        }
      >
        <Form.Item name="title" label="标题" required rules={[toFormRule(articleFields.title)]}>
          <Input autoComplete="off" maxLength={60} />
        </Form.Item>
        {kind === 'help' && <HelpFields />}
        <MarkdownField rule={articleFields.text} rows={26} />
      </Panel>
      <MarkdownPreview title={typed.title} text={typed.text} />
    </Form>
  )
}

/** Additional fields of an article of the help centre. */
function HelpFields() {
  return (
    <>
      <Form.Item name="helpCategoryId" label="分类">
        <HelpCategorySelect />
      </Form.Item>
      <Form.Item name="summary" label="摘要：列表和搜索结果里显示" rules={[toFormRule(articleFields.summary)]}>
        <Input autoComplete="off" maxLength={120} />
      </Form.Item>
      <Form.Item name="keywords" label="搜索词：读者会用、正文里没有的说法，空格分开" rules={[toFormRule(articleFields.keywords)]}>
        <Input autoComplete="off" maxLength={120} />
      </Form.Item>
    </>
  )
}
