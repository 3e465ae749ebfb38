import { Button, Input } from 'antd'
import { useState } from 'react'
import { type ConsoleAfterSale, SAYING_MAX } from '../../contract/after-sale/shapes.ts'
import { second } from '../../ui/format.ts'
import { Panel } from '../kit/panel.tsx'
import { useCall } from '../kit/use-call.ts'
import { entryLabel } from './after-sale-view.ts'
import { afterSaleApi, stepMoves } from './after-sales-api.ts'

/** What was done and said, and a word to the buyer. */
export function CaseTalk({ opened: { enterpriseId, id, entries, actions } }: { opened: ConsoleAfterSale }) {
  const [text, setText] = useState('')
  const say = useCall(() => afterSaleApi.say({ enterpriseId, id, text: text.trim() }), { refresh: stepMoves, done: () => setText('') })
  return (
    <Panel title="进度和留言">
      <ol className="after-sale-talk">
        {entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added, and have no other name
          <li key={at} className={entry.verb === 'say' ? (entry.mine ? 'said ours' : 'said') : ''}>
            <small>
              {entry.by} · <span className="num">{second(entry.at)}</span>
            </small>
            {entry.verb === 'say' ? (
              <p>{entry.text}</p>
            ) : (
              <div>
                <b>{entryLabel(entry.verb)}</b> {entry.text}
              </div>
            )}
          </li>
        ))}
      </ol>
      {actions.includes('say') && (
        <form
          className="after-sale-say"
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() !== '') say.mutate(undefined)
          }}
        >
          <Input.TextArea
            aria-label="给买家留言"
            placeholder="给买家留言"
            rows={2}
            maxLength={SAYING_MAX}
            showCount
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button htmlType="submit" loading={say.isPending} disabled={text.trim() === ''}>
            发送
          </Button>
        </form>
      )}
    </Panel>
  )
}
