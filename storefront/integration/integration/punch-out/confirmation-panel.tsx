import { useState } from 'react'
import { confirmationEndpointFields } from '#contract/integration/integration/punch-out/shapes.ts'
import type { Webhook } from '#contract/integration/integration/shapes.ts'
import { PauseWebhookButton, WebhookFailure, WebhookRecentResults, WebhookStateTag } from '#storefront/integration/integration/hooks.tsx'
import { invalidatedByApiKeyOrWebhook } from '#storefront/integration/integration/integration-api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { DescriptionItem } from '#storefront/platform/components/description-item.tsx'
import { ConfirmDialog, Modal } from '#storefront/platform/components/dialog.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { PaymentPasswordInput } from '#storefront/platform/components/pay-password-input.tsx'
import { useFormWithPaymentPassword } from '#storefront/platform/components/use-form-with-pay-password.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { punchOutSetupApi } from './punch-out-api.ts'

/** 订单确认: where the procurement system is told what becomes of its orders, and how that went. */
export function ConfirmationPanel({ endpoint }: { endpoint: Webhook | null }) {
  const [asking, setAsking] = useState<'save' | 'delete'>()
  const close = () => setAsking(undefined)
  const remove = useApiMutation(() => punchOutSetupApi.deleteConfirmation({}), {
    invalidates: invalidatedByApiKeyOrWebhook,
    onSuccess: () => {
      close()
      showNotice('订单确认的接收地址已删除')
    },
  })
  return (
    <section className="panel p-4 md:p-5" aria-labelledby="confirmations">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="confirmations" className="text-md font-semibold">
          订单确认
        </h2>
        {endpoint && <WebhookStateTag hook={endpoint} />}
      </div>
      {endpoint ? (
        <Endpoint endpoint={endpoint} onAsk={setAsking} />
      ) : (
        <>
          <p className="mt-1 text-sm text-mute">
            采购系统发来的订单被接单、部分发货、部分退款或取消时，自动以 cXML 的 ConfirmationRequest 告知采购系统。
          </p>
          <div className="mt-3">
            <Button size="sm" onClick={() => setAsking('save')}>
              设置接收地址
            </Button>
          </div>
        </>
      )}
      <Modal open={asking === 'save'} onClose={close} title="订单确认的接收地址" wide>
        <EndpointForm known={endpoint} close={close} />
      </Modal>
      <ConfirmDialog
        open={asking === 'delete'}
        onClose={close}
        title="提示"
        text="删除后不再向采购系统发送订单确认，待发送的也不再发送。确定删除吗？"
        confirm="删除"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
      />
    </section>
  )
}

function Endpoint({ endpoint, onAsk }: { endpoint: Webhook; onAsk: (asking: 'save' | 'delete') => void }) {
  return (
    <>
      <WebhookFailure hook={endpoint} />
      <dl className="mt-3 grid gap-1 text-sm md:grid-cols-2">
        <DescriptionItem name="接收地址">
          <span className="num break-all">{endpoint.url}</span>
        </DescriptionItem>
        <WebhookRecentResults hook={endpoint} />
      </dl>
      <div className="mt-3 flex flex-wrap gap-x-5 gap-y-2 border-t border-line-soft pt-3 text-sm">
        <Link to="/api_access" search={{ view: 'log', hook: endpoint.id }} className="finger text-jade hover:underline">
          发送记录
        </Link>
        <Button look="plain" onClick={() => onAsk('save')}>
          修改接收地址
        </Button>
        <PauseWebhookButton hook={endpoint} />
        <Button look="plain" className="text-danger" onClick={() => onAsk('delete')}>
          删除
        </Button>
      </div>
    </>
  )
}

/** The secret is no part of the draft, which stays in the browser. */
function EndpointForm({ known, close }: { known: Webhook | null; close: () => void }) {
  const [secret, setSecret] = useState('')
  const { draft, set, fault, next, password } = useFormWithPaymentPassword({
    name: 'punch-out confirmation',
    begin: () => ({ url: known?.url ?? '' }),
    toInput: ({ url }) => ({ url, secret }),
    rules: confirmationEndpointFields,
    invalidates: invalidatedByApiKeyOrWebhook,
    send: (given) => punchOutSetupApi.saveConfirmation(given),
    onSuccess: () => {
      showNotice('订单确认的接收地址已保存')
      close()
    },
  })
  if (password) return <PaymentPasswordInput verb="保存" {...password} />
  return (
    <form onSubmit={next}>
      <TextField
        label="接收地址"
        required
        type="url"
        inputMode="url"
        maxLength={500}
        placeholder="https://erp.example.com/cxml"
        value={draft.url}
        error={fault?.field === 'secret' ? undefined : fault?.message}
        hint="公网可访问的 https 地址，由采购系统提供；8 秒内以 cXML 的 Response 应答 200 即为收到"
        onChange={({ target }) => set({ url: target.value })}
      />
      <TextField
        label="密码（SharedSecret）"
        required={known === null}
        type="password"
        autoComplete="off"
        maxLength={100}
        value={secret}
        error={fault?.field === 'secret' ? fault.message : undefined}
        hint={known ? '不填则保留现有密码；换成另一域名的地址须重新填写' : '由采购系统提供，用来确认消息来自商城；加密保存，不再显示'}
        onChange={({ target }) => setSecret(target.value)}
      />
      <FormButtons submit="下一步" busy={false} disabled={draft.url.trim() === '' || (known === null && secret === '')} onCancel={close} />
    </form>
  )
}
