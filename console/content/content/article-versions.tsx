import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { SideDrawer } from '#console/platform/components/forms/dialog.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, instantColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { ArticleVersion, ConsoleArticle } from '#contract/content/content/article-api.ts'
import { articleApi, articleVersionQuery, invalidatedByArticle } from './content-api.ts'
import { computeLineDiff, type DiffLine } from './line-diff.ts'

/** All versions with their author, reason and changes, and a button to restore each. */
export function ArticleVersions({ article }: { article: ConsoleArticle }) {
  const drawer = useDrawer<ArticleVersion>()
  const { id, rev, publishedNo, versions, written } = article
  const deeds = customColumn<ArticleVersion>({
    title: '操作',
    width: 176,
    value: (version) => (
      <div className="row-actions">
        <Button size="small" onClick={() => drawer.show(version)}>
          对比
        </Button>
        <Restore id={id} rev={rev} version={version} />
      </div>
    ),
  })
  const name = customColumn<ArticleVersion>({
    title: '版本',
    width: 168,
    value: ({ no, label }) => (
      <span className="tags">
        <span className="num">{label ?? `第 ${no} 版`}</span>
        {no === publishedNo && <Tag tone="good">现行</Tag>}
      </span>
    ),
  })
  return (
    <Panel title="版本" flush>
      <DataTable
        columns={[name, ...columns, deeds]}
        rows={versions}
        rowKey={({ no }) => String(no)}
        width={760}
        empty={<EmptyState title="还没有发布过" next="点“发布”，读者才看到第一版" />}
      />
      <SideDrawer title={drawer.subject && `第 ${drawer.subject.no} 版与现在编辑的内容`} open={drawer.open} close={drawer.close} size={760}>
        {drawer.subject && <Diff id={id} no={drawer.subject.no} now={written.text} />}
      </SideDrawer>
    </Panel>
  )
}

const columns: Column<ArticleVersion>[] = [
  customColumn({ title: '改了什么', value: ({ note }) => note || '—' }),
  customColumn({ title: '发布人', width: 112, value: ({ publishedBy }) => publishedBy ?? '随系统' }),
  instantColumn({ title: '发布时间', value: ({ publishedAt }) => publishedAt }),
]

function Restore({ id, rev, version: { no } }: { id: string; rev: number; version: ArticleVersion }) {
  const confirm = useConfirm()
  const restore = useApiMutation(articleApi.restore, { invalidates: invalidatedByArticle, successMessage: '已作为草稿，发布后生效' })
  return (
    <Button
      size="small"
      onClick={() =>
        confirm({
          title: `以第 ${no} 版作为草稿？`,
          content: '现在的草稿会被替换；读者看到的不变，直到发布。',
          okText: '作为草稿',
          run: () => restore.mutateAsync({ id, rev, no }),
        })
      }
    >
      恢复
    </Button>
  )
}

const SIGNS = { same: ' ', gone: '−', new: '+' } as const

function DiffRow({ line: { kind, text } }: { line: DiffLine }) {
  if (kind === 'same') return text
  return kind === 'gone' ? <del>{text}</del> : <ins>{text}</ins>
}

/** What differs between two texts, line by line. `changesOnly`: without the lines that both have. */
export const TextDiff = ({ from, to, changesOnly = false }: { from: string; to: string; changesOnly?: boolean }) => (
  <ol className="diff">
    {computeLineDiff(from, to)
      .filter(({ kind }) => !changesOnly || kind !== 'same')
      .map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the text
        <li key={at} className={`diff-${line.kind}`}>
          <span aria-hidden>{SIGNS[line.kind]}</span>
          <DiffRow line={line} />
        </li>
      ))}
  </ol>
)

function Diff({ id, no, now }: { id: string; no: number; now: string }) {
  const version = useQuery(articleVersionQuery(id, no))
  return (
    <QueryContent from={version} waiting={<SkeletonBars count={12} />}>
      {({ text }) => (
        <>
          <p className="drawer-note">“−”是第 {no} 版有、现在没有的行，“+”是现在多出的行。</p>
          <TextDiff from={text} to={now} />
        </>
      )}
    </QueryContent>
  )
}
