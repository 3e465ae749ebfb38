import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { MessageForm } from '#console/platform/components/message-form.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type ConsoleQuotation, QUOTATION_TEXT_LENGTH_MAX } from '#contract/orders/quotations/shapes.ts'
import { formatShanghaiTimeToMinute, formatShanghaiTimeToSecond } from '#ui/format.ts'
import { invalidatedByQuotation, quotationApi } from './quotations-api.ts'

/** Marks what the buyer has written as read, for whoever may answer. The page goes on to show what was new when it was opened. */
function useReadMark({ enterpriseId, id, messages, readUpTo }: ConsoleQuotation): void {
  const queries = useQueryClient()
  const { allowed } = usePermission(getCallWithAccessRule('quotation/mark-read'))
  const upTo = messages.findLast(({ from }) => from === 'buyer')?.no ?? 0
  useEffect(() => {
    if (!allowed || upTo <= readUpTo) return
    // Without it they only stay marked as unread.
    quotationApi.markRead({ enterpriseId, id, upTo }).then(
      () => queries.invalidateQueries({ queryKey: ['quotation', 'list'] }),
      () => undefined,
    )
  }, [allowed, enterpriseId, id, queries, readUpTo, upTo])
}

/** 无需回复: for words like thanks. It counts what is on the screen; after a later message of the buyer it is refused. */
function NoAnswerButton({ opened: { enterpriseId, id, messages } }: { opened: ConsoleQuotation }) {
  const upTo = messages.at(-1)?.no ?? 1
  const end = useApiMutation(() => quotationApi.needNoAnswer({ enterpriseId, id, upTo }), {
    invalidates: invalidatedByQuotation,
    successMessage: '已移出待回复',
  })
  return (
    <Button size="small" loading={end.isPending} onClick={() => end.mutate(undefined)}>
      无需回复
    </Button>
  )
}

/** The messages between buyer and staff, the newest last, and a field for the next one. */
export function QuotationConversation({ opened }: { opened: ConsoleQuotation }) {
  const { enterpriseId, id, messages, actions, readUpTo, unansweredSince } = opened
  useReadMark(opened)
  return (
    <Panel title="留言">
      {unansweredSince !== null && (
        <div className="quotation-waits">
          <span>
            <Tag tone="wait">待回复</Tag> 买家自 <span className="num">{formatShanghaiTimeToMinute(unansweredSince)}</span>{' '}
            起等待回复；留言、报价或不予报价后不再等待
          </span>
          {actions.includes('sendMessage') && <NoAnswerButton opened={opened} />}
        </div>
      )}
      {messages.length === 0 && <p className="mute">还没有留言</p>}
      <ol className="quotation-talk">
        {messages.map(({ no, from, by, text: body, at }) => (
          <li key={no} className={from === 'staff' ? 'ours' : ''}>
            <small>
              {from === 'buyer' && no > readUpTo && <Tag tone="wait">未读</Tag>} {by} ·{' '}
              <span className="num">{formatShanghaiTimeToSecond(at)}</span>
            </small>
            <p>{body}</p>
          </li>
        ))}
      </ol>
      {actions.includes('sendMessage') && (
        <MessageForm
          className="quotation-say"
          lengthMax={QUOTATION_TEXT_LENGTH_MAX}
          send={(text) => quotationApi.sendMessage({ enterpriseId, id, text })}
          invalidates={invalidatedByQuotation}
        />
      )}
    </Panel>
  )
}
