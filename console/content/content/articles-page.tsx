import { Link, useNavigate } from '@tanstack/react-router'
import { Button, Form, Input } from 'antd'
import { FilePlus2 } from 'lucide-react'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { type Column, customColumn, EMPTY_CELL, instantColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { choiceFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { articleFields, articleKinds, type ConsoleArticleRow, consoleArticleStateFilters } from '#contract/content/content/article-api.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { HelpCategorySelect } from './categories/category-select.tsx'
import { articleApi, invalidatedByArticle } from './content-api.ts'

const columns: Column<ConsoleArticleRow>[] = [
  customColumn({
    title: '标题',
    value: ({ id, title }) => (
      <Link to="/article" search={{ id }}>
        {title}
      </Link>
    ),
  }),
  customColumn({ title: '分类', width: 140, value: ({ kind, categoryName }) => (kind === 'agreement' ? '协议' : categoryName) }),
  customColumn({ title: '状态', width: 152, value: (row) => <StatusCell row={row} /> }),
  customColumn({
    title: '版本',
    width: 96,
    value: ({ label, publishedNo }) => <span className="num">{label ?? publishedNo ?? EMPTY_CELL}</span>,
  }),
  customColumn({ title: '修改人', width: 112, value: ({ updatedBy }) => updatedBy ?? '随系统' }),
  instantColumn({ title: '修改时间', value: ({ updatedAt }) => updatedAt }),
]

const StatusCell = ({ row: { publishedNo, hasDraft } }: { row: ConsoleArticleRow }) => (
  <span className="tags">
    {publishedNo === null ? <Tag tone="over">未发布</Tag> : <Tag tone="good">已发布</Tag>}
    {hasDraft && <Tag tone="wait">有草稿</Tag>}
  </span>
)

const fields = {
  kind: tabsFilter('类型', articleKinds),
  state: choiceFilter('状态', consoleArticleStateFilters),
  keyword: textFilter('关键词', Text(50), '标题或正文'),
}

/** 文章与协议: the articles of the help centre and the agreements, the last change first. */
export function Page() {
  const drawer = useDrawer<true>()
  return (
    <>
      <ListPage
        title="文章与协议"
        note="保存只存草稿，发布后读者才看到；每次发布都是新的版本，旧版本永久可查。"
        queryKey={['article']}
        fields={fields}
        list={(input, options) => articleApi.list(input, options)}
        exportRows={(input) => exportApi.articles(input)}
        columns={columns}
        rowKey={({ id }) => id}
        width={980}
        empty="还没有文章"
        next="点“新建文章”写第一篇，发布后读者才看到"
        actions={
          <>
            <Link to="/help_categories" className="button-link">
              帮助分类
            </Link>
            <Button type="primary" icon={<FilePlus2 size={15} aria-hidden />} onClick={() => drawer.show(true)}>
              新建文章
            </Button>
          </>
        }
      />
      <CreateDrawer open={drawer.open} close={drawer.close} />
    </>
  )
}

function CreateDrawer({ open, close }: { open: boolean; close: () => void }) {
  const navigate = useNavigate()
  const create = useApiMutation(articleApi.create, {
    invalidates: invalidatedByArticle,
    afterSuccess: ({ id }) => void navigate({ to: '/article', search: { id } }),
  })
  return (
    <FormDrawer<{ helpCategoryId: string; title: string }>
      title="新建帮助文章"
      open={open}
      close={close}
      busy={create.isPending}
      initial={{}}
      submitText="开始写"
      submit={(values) => create.mutate(values)}
    >
      <Form.Item name="helpCategoryId" label="分类" rules={[{ required: true, message: '请选择分类' }]}>
        <HelpCategorySelect />
      </Form.Item>
      <Form.Item name="title" label="标题" required rules={[toFormRule(articleFields.title)]}>
        <Input autoComplete="off" placeholder="用读者会问的话，如“怎样开发票”" />
      </Form.Item>
    </FormDrawer>
  )
}
