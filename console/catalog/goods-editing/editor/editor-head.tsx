import { useNavigate } from '@tanstack/react-router'
import { Alert, App, Button } from 'antd'
import { goodsApi, goodsTones, invalidatedByGoods } from '#console/catalog/goods-editing/goods-api.ts'
import { GoodsVersionHistoryDrawer } from '#console/catalog/goods-editing/history/history-drawer.tsx'
import { PreviewGoodsDraftDrawer } from '#console/catalog/goods-editing/history/preview-drawer.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { PageHead } from '#console/platform/components/panel.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { goodsLifecycle } from '#contract/catalog/goods-editing/goods-lifecycle.ts'
import type { GoodsPublishingProblem } from '#contract/catalog/goods-editing/problems.ts'
import type { ConsoleGoodsDetail } from '#contract/catalog/goods-editing/shapes.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import type { DraftSnapshot, DraftStore, SaveState } from './draft-store.ts'
import { focusFieldAtPath, useDraftSnapshot } from './editor-context.ts'
import { PublishGoodsDrawer } from './publish-drawer.tsx'

interface Props {
  store: DraftStore
  detail: ConsoleGoodsDetail | undefined
  problems: readonly GoodsPublishingProblem[]
  /** From now on missing values are shown at their fields, too. */
  wantPublish: () => void
  readAnew: () => Promise<void>
}

const words: Record<SaveState, string> = {
  saved: '已保存',
  waiting: '保存中',
  saving: '保存中',
  failed: '保存失败',
  collided: '等待处理冲突',
}
const SECONDS = 5

/** Whether there is anything to publish: the page was opened with a draft, or the content was edited since. */
const isDraftThere = ({ draft, saved, rowVersion }: DraftSnapshot, detail: ConsoleGoodsDetail | undefined): boolean =>
  !detail?.published || detail.draft !== null || draft !== saved || rowVersion !== detail.rowVersion

/** The name of the goods, the state of saving, and the actions. */
export function GoodsEditorHead({ store, detail, problems, wantPublish, readAnew }: Props) {
  const snapshot = useDraftSnapshot(store)
  const { draft, goodsId, state, fault, invalid } = snapshot
  const { message } = App.useApp()
  const publishing = useDrawer<string>()
  const history = useDrawer<string>()
  const preview = useDrawer<string>()
  const goodsState = detail?.state ?? 'draft'
  const hasDraft = goodsId !== undefined && isDraftThere(snapshot, detail)
  const withSaved = async (then: (goodsId: string) => void) => {
    const done = await store.flush()
    const { goodsId: id, fault: why } = store.read()
    if (done && id !== undefined) then(id)
    else message.error({ content: why ?? '请先填写商品名称', duration: SECONDS })
  }
  const publish = () => {
    wantPublish()
    const [first] = problems
    if (!first) return withSaved(publishing.show)
    message.warning({ content: `还不能发布：还有 ${problems.length} 处没有完成`, duration: SECONDS })
    focusFieldAtPath(first.path)
  }
  return (
    <>
      <PageHead
        title={
          <>
            {draft.name || (detail ? '未命名商品' : '新建商品')}
            <span className="tags">
              <Tag tone={goodsTones[goodsState]}>{goodsLifecycle.states[goodsState].label}</Tag>
              {detail?.draft?.publishAt && <Tag tone="way">{formatShanghaiTimeToMinute(detail.draft.publishAt)} 发布</Tag>}
              {detail?.draft?.publishFailed && <Tag tone="bad">定时发布失败</Tag>}
            </span>
          </>
        }
        note={
          <span role="status" className={`goods-saving goods-saving-${state}`}>
            {goodsId === undefined && state === 'saved' ? '填写后自动保存为草稿' : words[state]}
            {state === 'failed' && fault !== undefined && `：${fault}`}
            {invalid.size > 0 && `（${invalid.size} 处填写不正确，没有保存）`}
            {state === 'failed' && (
              <Button size="small" type="link" onClick={() => void store.flush()}>
                重试
              </Button>
            )}
          </span>
        }
        actions={
          <>
            {detail && goodsId !== undefined && <Discard store={store} detail={detail} readAnew={readAnew} />}
            {detail && detail.version > 0 && <Button onClick={() => history.show(detail.goodsId)}>历史版本</Button>}
            <Button disabled={goodsId === undefined} onClick={() => void withSaved(preview.show)}>
              预览
            </Button>
            <Button type="primary" disabled={goodsState === 'archived' || !hasDraft} onClick={() => void publish()}>
              发布
            </Button>
          </>
        }
      />
      {detail?.draft?.publishFailed && (
        <Alert type="error" className="notice" title="没有按时发布" description={detail.draft.publishFailed} />
      )}
      {publishing.subject && (
        <PublishGoodsDrawer
          store={store}
          goodsId={publishing.subject}
          open={publishing.open}
          close={publishing.close}
          readAnew={readAnew}
        />
      )}
      {history.subject && (
        <GoodsVersionHistoryDrawer store={store} goodsId={history.subject} open={history.open} close={history.close} readAnew={readAnew} />
      )}
      {preview.subject && <PreviewGoodsDraftDrawer goodsId={preview.subject} open={preview.open} close={preview.close} />}
    </>
  )
}

function Discard({ store, detail, readAnew }: Pick<Props, 'store' | 'readAnew'> & { detail: ConsoleGoodsDetail }) {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const snapshot = useDraftSnapshot(store)
  const never = detail.published === null
  const discard = useApiMutation(goodsApi.discardDraft, {
    successMessage: never ? '已删除' : '已放弃草稿',
    invalidates: never ? invalidatedByGoods : [],
    afterSuccess: () => (never ? navigate({ to: '/goods' }) : readAnew()),
  })
  if (!isDraftThere(snapshot, detail)) return null
  return (
    <Button
      onClick={() =>
        confirm({
          title: never ? '删除这个从未发布的商品？' : '放弃草稿？',
          content: never ? '填写的内容全部删除，不能恢复。' : '回到买家现在看到的内容。',
          okText: never ? '删除' : '放弃',
          grave: true,
          run: async () => {
            await store.flush()
            const { goodsId = detail.goodsId, rowVersion } = store.read()
            return discard.mutateAsync({ goodsId, rowVersion })
          },
        })
      }
    >
      {never ? '删除' : '放弃草稿'}
    </Button>
  )
}
