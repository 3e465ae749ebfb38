import { useState } from 'react'
import { Button } from '#storefront/platform/components/button.tsx'
import { Card } from '#storefront/platform/components/card.tsx'
import { ConfirmDialog, Modal } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { PaymentPasswordInput } from '#storefront/platform/components/pay-password-input.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { handleRefusalAtPaymentPassword, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { statementApi, useDebtOverview } from './repay-api.ts'

const REFRESH = [['statement']] as const

/** 自动还款: what is due is paid from the wallet automatically, if the main account enables it. */
export function AutoRepayCard() {
  const owed = useDebtOverview()
  return (
    <Card title="自动还款">
      <QueryContent from={owed} skeleton={<Skeleton className="h-24" />}>
        {({ autoRepay }) => (
          <>
            <p className="text-sm text-mute">
              到期日及逾期后的每天，自动用钱包余额还到期账款（含逾期利息），余额不足时还到余额为止并提醒您充值。
            </p>
            <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
              <span className="flex items-center gap-2">
                <span aria-hidden className={`size-2.5 rounded-full ${autoRepay ? 'bg-success' : 'bg-placeholder'}`} />
                {autoRepay ? '已开通' : '未开通'}
              </span>
              <Switch on={autoRepay} />
            </div>
          </>
        )}
      </QueryContent>
    </Card>
  )
}

function Switch({ on }: { on: boolean }) {
  const { allowed, reason } = usePermission('main')
  const [asking, setAsking] = useState(false)
  if (reason !== undefined) return <span className="text-sm text-mute">由企业主账号设置</span>
  if (!allowed) return null
  return (
    <>
      <Button look="line" size="sm" onClick={() => setAsking(true)}>
        {on ? '关闭自动还款' : '开通自动还款'}
      </Button>
      {on ? <TurnOff open={asking} onClose={() => setAsking(false)} /> : <TurnOn open={asking} onClose={() => setAsking(false)} />}
    </>
  )
}

interface OpenWindow {
  open: boolean
  onClose: () => void
}

function TurnOn({ open, onClose }: OpenWindow) {
  const enable = useApiMutation((payPwd: string) => statementApi.enableAutoRepay({ payPwd }), {
    invalidates: REFRESH,
    onError: handleRefusalAtPaymentPassword,
    onSuccess: () => {
      onClose()
      showNotice('已开通自动还款')
    },
  })
  return (
    <Modal open={open} onClose={onClose} title="开通自动还款">
      <p className="mb-4 text-sm text-mute">开通后系统会在到期日从现金钱包扣款还账，可随时关闭。请输入支付密码确认。</p>
      <PaymentPasswordInput verb="确认开通" busy={enable.isPending} error={enable.error} onPay={(payPwd) => enable.mutate(payPwd)} />
    </Modal>
  )
}

function TurnOff({ open, onClose }: OpenWindow) {
  const disable = useApiMutation(() => statementApi.disableAutoRepay({}), {
    invalidates: REFRESH,
    onSuccess: () => {
      onClose()
      showNotice('已关闭自动还款，请在到期前自行还款')
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="提示"
      text="关闭后到期账款不再自动从钱包扣还，请记得在还款日前还款。"
      confirm="关闭自动还款"
      busy={disable.isPending}
      onConfirm={() => disable.mutate(undefined)}
    />
  )
}
