import { QUOTATION_TEXT_LENGTH_MAX, type QuotationDetail } from '#contract/orders/quotations/shapes.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { TextAreaField } from '#storefront/platform/components/field.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToSecond } from '#ui/format.ts'
import { invalidatedByQuotation, quotationApi } from './quotation-api.ts'

/** The messages between buyer and staff, the newest last, and a field for the next one. */
export function QuotationConversation({ opened: { id, messages, actions } }: { opened: QuotationDetail }) {
  const open = actions.includes('sendMessage')
  if (messages.length === 0 && !open) return null
  return (
    <section aria-labelledby="talk" className="panel p-4 md:p-5">
      <h2 id="talk" className="mb-3 text-md md:text-lg">
        留言
      </h2>
      <ol className="flex flex-col gap-3">
        {messages.map(({ from, by, text, at }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added and have no id
          <li key={place} className={`w-fit max-w-[85%] ${from === 'buyer' ? 'ml-auto' : ''}`}>
            <p className="text-xs text-mute">
              {by} · <span className="num">{formatShanghaiTimeToSecond(at)}</span>
            </p>
            <p className={`mt-1 rounded-panel px-3 py-2 break-words whitespace-pre-wrap ${from === 'buyer' ? 'bg-jade-tint' : 'bg-paper'}`}>
              {text}
            </p>
          </li>
        ))}
      </ol>
      {open && <NewMessage id={id} divided={messages.length > 0} />}
    </section>
  )
}

function NewMessage({ id, divided }: { id: string; divided: boolean }) {
  const [text, setText, sent] = usePersistedState(`message about quotation ${id}`, () => '')
  const send = useApiMutation((message: string) => quotationApi.sendMessage({ id, text: message.trim() }), {
    clearStoredForm: sent,
    fields: ['text'],
    invalidates: invalidatedByQuotation,
    // What has been written since is the next message.
    onSuccess: (_, message) => setText((now) => (now === message ? '' : now)),
  })
  return (
    <form
      className={divided ? 'mt-4 border-t border-line-soft pt-3' : ''}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') send.mutate(text)
      }}
    >
      <TextAreaField
        label="给客服留言"
        rows={2}
        maxLength={QUOTATION_TEXT_LENGTH_MAX}
        value={text}
        error={send.errorsByField.text}
        onChange={({ target }) => {
          send.clearError()
          setText(target.value)
        }}
        hint={`最多 ${QUOTATION_TEXT_LENGTH_MAX} 字`}
      />
      <div className="flex justify-end">
        <Button type="submit" look="line" busy={send.isPending} disabled={text.trim() === ''}>
          发送
        </Button>
      </div>
    </form>
  )
}
