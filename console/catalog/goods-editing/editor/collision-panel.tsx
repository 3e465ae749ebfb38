import { Button, Radio } from 'antd'
import { useState } from 'react'
import { goodsApi } from '#console/catalog/goods-editing/goods-api.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { GoodsChangedMeanwhileDetail } from '#contract/catalog/goods-editing/shapes.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { toEditorDraft } from './draft.ts'
import type { DraftStore } from './draft-store.ts'
import { type MergeDecisionsByPath, mergeDrafts, proposeMergeDecisions } from './merge.ts'

/**
 * Reports that somebody else has saved the same goods: who, when, and a choice between both versions for each field. Nothing is saved
 * before the decision.
 */
export function ResolveEditCollisionPanel({ store, collision }: { store: DraftStore; collision: GoodsChangedMeanwhileDetail }) {
  const { by, at, what, differences } = collision
  const [decisions, setDecisions] = useState<MergeDecisionsByPath>(() => proposeMergeDecisions(differences, store.read()))
  const all = (side: 'mine' | 'theirs') => setDecisions(Object.fromEntries(differences.map(({ path }) => [path, side] as const)))
  const settle = useApiMutation(async () => {
    const { goodsId } = store.read()
    if (goodsId === undefined) return
    const detail = await goodsApi.detail({ goodsId })
    const theirs = detail.draft?.content ?? detail.published
    if (theirs) store.resolve(mergeDrafts(store.read().draft, toEditorDraft(theirs), decisions), collision.rowVersion)
  })
  const name = by ?? '系统'
  return (
    <section className="panel goods-collision" aria-label="与他人的修改冲突">
      <header className="panel-head">
        <h2>
          <span role="alert">
            {name} 在 <span className="num">{formatShanghaiTimeToMinute(at)}</span> 修改了这个商品{what ? `：${what}` : ''}
          </span>
        </h2>
        <div className="panel-actions">
          <Button size="small" onClick={() => all('theirs')}>
            全部用对方的
          </Button>
          <Button size="small" onClick={() => all('mine')}>
            全部保留我的
          </Button>
        </div>
      </header>
      <div className="panel-body">
        {differences.length === 0 ? (
          <p>两边的内容相同，可以继续编辑。</p>
        ) : (
          <ul className="goods-differences">
            {differences.map(({ path, label, from, to }) => (
              <li key={path}>
                <strong>{label}</strong>
                <Radio.Group
                  aria-label={label}
                  value={decisions[path]}
                  onChange={({ target }) => setDecisions((now) => ({ ...now, [path]: target.value }))}
                  options={[
                    { value: 'mine', label: <Choice who="保留我的" text={from} /> },
                    { value: 'theirs', label: <Choice who="用对方的" text={to} /> },
                  ]}
                />
              </li>
            ))}
          </ul>
        )}
        <Button type="primary" loading={settle.isPending} onClick={() => settle.mutate(undefined)}>
          按选择保存
        </Button>
      </div>
    </section>
  )
}

const Choice = ({ who, text }: { who: string; text: string }) => (
  <span className="goods-choice">
    {who}：<span>{text}</span>
  </span>
)
