import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { CREDIT_AGREEMENT_ID } from '#contract/content/content/api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { readWaitingOrder } from '#storefront/platform/components/waiting-order-storage.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useRouter } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { creditOverviewAndDrawdownApi } from './credit-api.ts'

interface Props {
  /** The current version, which is shown and accepted. */
  version: string
}

function AgreementLink({ version }: Props) {
  return (
    <Link
      to="/article_detail_new"
      search={{ categoryId: String(CREDIT_AGREEMENT_ID), version }}
      target="_blank"
      className="font-medium text-jade underline"
    >
      《赊销协议》
    </Link>
  )
}

/** The main account accepts the credit agreement before the first hold. A sub-account sees who can accept it. */
export function AcceptCreditAgreementPanel({ version }: Props) {
  const { allowed: isMain, reason } = usePermission('main')
  if (!isMain && reason === undefined) return null
  return (
    <section aria-label="赊销协议" className="rounded-panel border border-copper bg-copper-tint p-4 md:px-6">
      <div className="flex gap-2.5">
        <CircleAlert className="mt-0.5 size-4.5 shrink-0 text-copper" aria-hidden />
        <div className="min-w-0 flex-1">
          <p className="font-medium">额度已批，同意赊销协议后即可使用赊销支付</p>
          {isMain ? (
            <Accept key={version} version={version} />
          ) : (
            <p className="mt-1 text-sm">
              需要由企业主账号登录后同意
              <AgreementLink version={version} />
              ，子账号不能代为同意。
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

function Accept({ version }: Props) {
  const [agreed, setAgreed] = useState(false)
  const queries = useQueryClient()
  const router = useRouter()
  const accept = useApiMutation(() => creditOverviewAndDrawdownApi.acceptAgreement({ agree: true, version }), {
    invalidates: [['credit']],
    onSuccess: () => {
      showNotice('已同意赊销协议，可以使用赊销支付了')
      // Somebody who came from an order goes on with it.
      const order = readWaitingOrder()
      if (order !== undefined) router.history.replace(order)
    },
    // The agreement may have been replaced meanwhile. Then the new text is shown, and the checkbox must be checked again.
    onError: () => queries.invalidateQueries({ queryKey: ['credit'] }),
  })
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
      <div className="flex items-center">
        <Checkbox label="我已阅读并同意赊销协议" value={agreed ? 'all' : 'none'} onChange={setAgreed}>
          <span>我已阅读并同意</span>
        </Checkbox>
        <span className="ml-2">
          <AgreementLink version={version} />
        </span>
      </div>
      <Button blocked={agreed ? undefined : '请阅读并勾选协议'} busy={accept.isPending} onClick={() => accept.mutate(undefined)}>
        同意协议
      </Button>
    </div>
  )
}
