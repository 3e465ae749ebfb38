import { type WebhookEvent, webhookEvents } from '#contract/integration/integration/events.ts'
import { type Webhook, webhookFields } from '#contract/integration/integration/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { PaymentPasswordInput } from '#storefront/platform/components/pay-password-input.tsx'
import { useFormWithPaymentPassword } from '#storefront/platform/components/use-form-with-pay-password.ts'
import { invalidatedByApiKeyOrWebhook, webhookApi } from './integration-api.ts'

const groups = Map.groupBy(keysOf(webhookEvents), (event) => webhookEvents[event].group)

interface Draft {
  name: string
  url: string
  events: WebhookEvent[]
}

interface Props {
  known: Webhook | undefined
  close: () => void
  /** Gets the secret of a new webhook. */
  done: (secret: string) => void
}

/** Adds a webhook, which returns its secret, or changes one. */
async function save(id: string | undefined, given: Draft & { payPwd: string }): Promise<string | undefined> {
  if (id === undefined) return (await webhookApi.add(given, { shownOnce: true })).secret
  await webhookApi.modify({ id, ...given })
  return undefined
}

/** The form to add or change a webhook. It needs the payment password. */
export function CreateOrEditWebhookForm({ known, close, done }: Props) {
  const { draft, set, fault, next, password } = useFormWithPaymentPassword<Draft, Draft, string | undefined>({
    name: `hook ${known?.id}`,
    begin: () => ({ name: known?.name ?? '', url: known?.url ?? '', events: known?.events ?? ['order.sent'] }),
    toInput: (typed) => ({ ...typed, name: typed.name.trim() }),
    rules: webhookFields,
    invalidates: invalidatedByApiKeyOrWebhook,
    send: (given) => save(known?.id, given),
    onSuccess: (secret) => {
      if (secret !== undefined) return done(secret)
      showNotice('推送地址已保存')
      close()
    },
  })
  if (password) return <PaymentPasswordInput verb={known ? '保存' : '新增推送地址'} {...password} />
  return (
    <form onSubmit={next}>
      <TextField
        label="名称"
        required
        maxLength={30}
        placeholder="如：ERP 订单同步"
        value={draft.name}
        error={fault?.field === 'name' ? fault.message : undefined}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextField
        label="推送地址"
        required
        type="url"
        inputMode="url"
        maxLength={500}
        placeholder="https://erp.example.com/yanfeng"
        value={draft.url}
        error={fault?.field === 'name' ? undefined : fault?.message}
        hint="公网可访问的 https 地址，8 秒内返回 2xx 即为收到"
        onChange={({ target }) => set({ url: target.value })}
      />
      <Events events={draft.events} set={(events) => set({ events })} />
      <FormButtons
        submit="下一步"
        busy={false}
        disabled={draft.name.trim() === '' || draft.url.trim() === '' || draft.events.length === 0}
        onCancel={close}
      />
    </form>
  )
}

function Events({ events, set }: { events: readonly WebhookEvent[]; set: (events: WebhookEvent[]) => void }) {
  const toggle = (event: WebhookEvent, checked: boolean) =>
    set(keysOf(webhookEvents).filter((one) => (one === event ? checked : events.includes(one))))
  return (
    <fieldset className="mb-2">
      <legend className="mb-1 text-sm text-mute">
        <span className="mr-0.5 text-danger">*</span>推送事件
      </legend>
      <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        {[...groups].map(([group, own]) => (
          <div key={group} className="flex flex-col gap-2.5">
            {own.map((event) => (
              <Checkbox
                key={event}
                label={webhookEvents[event].label}
                value={events.includes(event) ? 'all' : 'none'}
                onChange={(checked) => toggle(event, checked)}
              >
                <span>
                  {webhookEvents[event].label} <span className="num text-xs text-mute">{event}</span>
                </span>
              </Checkbox>
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  )
}
