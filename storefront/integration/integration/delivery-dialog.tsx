import { useQuery } from '@tanstack/react-query'
import { formatWebhookEvent } from '#contract/integration/integration/events.ts'
import { type WebhookDeliveryDetail, webhookDeliveryStates } from '#contract/integration/integration/shapes.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { CopyableText } from '#storefront/platform/components/copyable.tsx'
import { DescriptionItem } from '#storefront/platform/components/description-item.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute, formatShanghaiTimeToSecond } from '#ui/format.ts'
import { CodeBlock } from './code-block.tsx'
import { formatWebhookOutcome, invalidatedByApiKeyOrWebhook, webhookApi, webhookDeliveryQuery } from './integration-api.ts'

/** One delivery: its body, all tries with their responses, and a button to send it again. */
export function WebhookDeliveryDialog({ id, close }: { id: string; close: () => void }) {
  const delivery = useQuery(webhookDeliveryQuery(id))
  return (
    <Modal open onClose={close} title="推送详情" wide>
      <QueryContent from={delivery} skeleton={<Skeleton className="h-80" />}>
        {(one) => <Detail delivery={one} close={close} />}
      </QueryContent>
    </Modal>
  )
}

/** A body in lines: ours is JSON, that for a procurement system XML. */
const pretty = (body: string): string => (body.startsWith('<') ? body.replaceAll('><', '>\n<') : JSON.stringify(JSON.parse(body), null, 2))

function Detail({ delivery, close }: { delivery: WebhookDeliveryDetail; close: () => void }) {
  const { id, event, subject, state, createdAt, nextAt, body, attempts } = delivery
  const again = useApiMutation(() => webhookApi.redeliver({ id }), {
    invalidates: invalidatedByApiKeyOrWebhook,
    onSuccess: () => {
      showNotice('已安排补发，编号不变')
      close()
    },
  })
  return (
    <>
      <dl className="grid gap-1.5 text-sm">
        <DescriptionItem name="事件">
          {formatWebhookEvent(event)} <span className="num text-mute">{event}</span>
        </DescriptionItem>
        <DescriptionItem name="关于">
          <span className="num break-all">{subject}</span>
        </DescriptionItem>
        <DescriptionItem name="编号">
          <CopyableText text={id} what="推送编号" />
        </DescriptionItem>
        <DescriptionItem name="发生于">
          <span className="num">{formatShanghaiTimeToSecond(createdAt)}</span>
        </DescriptionItem>
        <DescriptionItem name="状态">
          {webhookDeliveryStates[state].label}
          {nextAt !== null && attempts.length > 0 && (
            <span className="text-mute">
              ，<span className="num">{formatShanghaiTimeToMinute(nextAt)}</span> 再试
            </span>
          )}
        </DescriptionItem>
      </dl>
      <h3 className="mt-4 mb-1 text-sm text-mute">推送内容</h3>
      <CodeBlock text={pretty(body)} what="推送内容" />
      <h3 className="mt-4 mb-1 text-sm text-mute">推送过程</h3>
      {attempts.length === 0 ? (
        <p className="text-sm">还没有推送，几秒内开始。</p>
      ) : (
        <ol className="divide-y divide-line-soft rounded-control border border-line">
          {attempts.map(({ no, at, ms, status, fault, answer }) => (
            <li key={no} className="px-3 py-2 text-sm">
              <p className="flex flex-wrap gap-x-3">
                <span className="num text-mute">
                  第 {no} 次 {formatShanghaiTimeToSecond(at)}
                </span>
                <span className={status !== null && status < 300 && fault === null ? 'text-success' : 'text-danger'}>
                  {formatWebhookOutcome({ status, fault })}
                </span>
                <span className="num text-mute">{ms} 毫秒</span>
              </p>
              {answer !== '' && <p className="num mt-1 line-clamp-4 break-all text-mute">{answer}</p>}
            </li>
          ))}
        </ol>
      )}
      <div className="mt-4 flex justify-end gap-3">
        <Button look="line" onClick={close}>
          关闭
        </Button>
        <Button busy={again.isPending} onClick={() => again.mutate(undefined)}>
          补发
        </Button>
      </div>
    </>
  )
}
