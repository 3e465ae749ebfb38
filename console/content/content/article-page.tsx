import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { PageHead } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { ArticleVersionNote, agreementPublishers, type ConsoleArticle } from '#contract/content/content/article-api.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { ArticleEditor } from './article-editor.tsx'
import { ArticleVersions, TextDiff } from './article-versions.tsx'
import { articleApi, articleQuery, invalidatedByArticle } from './content-api.ts'
import './content.css'

const TITLE = '编辑文章'

function One({ id }: { id: string }) {
  const article = useQuery(articleQuery(id))
  return (
    <QueryPage title={TITLE} from={article}>
      {(found) => <Article key={found.id} article={found} />}
    </QueryPage>
  )
}

/**
 * The version of an article that is in the editor, and the one that a save replaces. What somebody else saves comes into the editor by
 * itself only while nothing is typed there.
 */
function useEditedVersion(article: ConsoleArticle, dirty: boolean) {
  const [edited, setEdited] = useState(article)
  const [rev, setRev] = useState(article.rev)
  const [own, setOwn] = useState(article.rev)
  const adopt = () => {
    setEdited(article)
    setRev(article.rev)
  }
  if (article.rev !== edited.rev && (!dirty || article.rev === own)) adopt()
  const changed = article.rev > rev && article.rev !== own
  return { edited, rev, changed, adopt, keepMine: () => setRev(article.rev), setOwn }
}

function Article({ article }: { article: ConsoleArticle }) {
  // Publishing would lose input that is typed and not saved.
  const [dirty, setDirty] = useState(false)
  const { edited, rev, changed, adopt, keepMine, setOwn } = useEditedVersion(article, dirty)
  return (
    <>
      <PageHead
        title={
          <>
            {article.title}
            <span className="tags">
              {article.publishedNo === null ? <Tag tone="over">未发布</Tag> : <Tag tone="good">已发布</Tag>}
              {article.hasDraft && <Tag tone="wait">有草稿</Tag>}
            </span>
          </>
        }
        note={`${article.kind === 'agreement' ? '协议' : article.categoryName} · ${article.updatedBy ?? '随系统'} ${formatShanghaiTimeToMinute(article.updatedAt)} 修改`}
        actions={<ArticleActions article={article} dirty={dirty} />}
      />
      {article.kind === 'agreement' && (
        <Alert
          type="info"
          showIcon
          role="status"
          className="notice"
          title="正文须有一行“版本：…”。发布后新的同意按新版本记录；已经同意的企业仍以当时的版本为准，旧版本永久可查。协议由管理员发布。"
        />
      )}
      {changed && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="notice"
          title={`${article.updatedBy ?? '其他人'} ${formatShanghaiTimeToMinute(article.updatedAt)} 保存了这篇文章，您填写的还没有保存`}
          description={
            <>
              <TextDiff from={edited.written.text} to={article.written.text} changesOnly />
              <div className="row-actions">
                <Button size="small" onClick={keepMine}>
                  保留我写的
                </Button>
                <Button size="small" onClick={adopt}>
                  换成新内容
                </Button>
              </div>
            </>
          }
        />
      )}
      {/* The key is the version, so that the editor is filled again with another one. */}
      <ArticleEditor key={edited.rev} article={edited} rev={rev} onDirtyChange={setDirty} onSaved={setOwn} />
      <ArticleVersions article={article} />
    </>
  )
}

function ArticleActions({ article: { id, rev, kind, hasDraft, publishedNo }, dirty }: { article: ConsoleArticle; dirty: boolean }) {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const publishing = useDrawer<true>()
  const { allowed: admin } = usePermission({ needs: agreementPublishers })
  const discard = useApiMutation(articleApi.discard, {
    invalidates: invalidatedByArticle,
    successMessage: '已放弃草稿',
    // What was typed and not saved goes with the draft.
    afterSuccess: () => publishedNo === null && navigate({ to: '/articles', ignoreBlocker: true }),
  })
  const withdraw = useApiMutation(articleApi.withdraw, { invalidates: invalidatedByArticle, successMessage: '已撤下，读者看不到了' })
  const whyNot = whyNotPublish({ dirty, hasDraft, needsAdmin: kind === 'agreement' && !admin })
  return (
    <>
      {publishedNo !== null && kind === 'help' && (
        <Button
          onClick={() =>
            confirm({
              title: '撤下这篇文章？',
              content: '读者不再看到它，内容留作草稿。',
              okText: '撤下',
              grave: true,
              run: () => withdraw.mutateAsync({ id, rev }),
            })
          }
        >
          撤下
        </Button>
      )}
      {hasDraft && (
        <Button
          onClick={() =>
            confirm({
              title: '放弃草稿？',
              content: '回到读者现在看到的版本；从未发布过的文章会被删除。',
              okText: '放弃',
              grave: true,
              run: () => discard.mutateAsync({ id, rev }),
            })
          }
        >
          放弃草稿
        </Button>
      )}
      <Button type="primary" {...toDisabledProps(whyNot)} onClick={() => publishing.show(true)}>
        发布
      </Button>
      <PublishDrawer id={id} rev={rev} open={publishing.open} close={publishing.close} />
    </>
  )
}

function whyNotPublish({ dirty, hasDraft, needsAdmin }: { dirty: boolean; hasDraft: boolean; needsAdmin: boolean }): string | undefined {
  if (needsAdmin) return '协议由管理员发布'
  if (dirty) return '请先保存草稿'
  return hasDraft ? undefined : '没有可以发布的草稿'
}

function PublishDrawer({ id, rev, open, close }: { id: string; rev: number; open: boolean; close: () => void }) {
  const publish = useApiMutation(articleApi.publish, { invalidates: invalidatedByArticle, successMessage: '已发布', close })
  return (
    <FormDrawer<{ note?: string }>
      title="发布"
      open={open}
      close={close}
      busy={publish.isPending}
      initial={{}}
      submitText="发布"
      submit={({ note = '' }) => publish.mutate({ id, rev, note })}
    >
      <p className="drawer-note">草稿成为新的版本，读者立即看到。以前的版本保留，可以随时恢复。</p>
      <Form.Item name="note" label="改了什么（可不填，只给同事看）" rules={[toFormRule(ArticleVersionNote)]}>
        <Input.TextArea rows={3} showCount maxLength={100} autoFocus />
      </Form.Item>
    </FormDrawer>
  )
}

/** One article or agreement: the editor on the left, the preview on the right, all versions below. */
export const Page = createRecordPage({ title: TITLE, by: ['id'], what: '文章', choose: <Link to="/articles">到文章列表选择</Link> }, One)
