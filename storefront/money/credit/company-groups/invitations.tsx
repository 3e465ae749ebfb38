import { useState } from 'react'
import type { CompanyGroupInvitation } from '#contract/billing/company-groups/shapes.ts'
import { type Fen, formatMoney, ZERO_FEN } from '#contract/platform/core/money.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog, Modal } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { PaymentPasswordInput } from '#storefront/platform/components/pay-password-input.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { handleRefusalAtPaymentPassword, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { companyGroupApi, invalidatedByCompanyGroup } from './group-api.ts'

/** The invitations to groups, each with what joining means. The main account answers. */
export const CompanyGroupInvitations = ({ invitations }: { invitations: readonly CompanyGroupInvitation[] }) =>
  invitations.map((invitation) => <Invitation key={invitation.parentId} invitation={invitation} />)

function Invitation({ invitation }: { invitation: CompanyGroupInvitation }) {
  const { parentId, name, parentName, broughtLimit } = invitation
  const isMain = usePermission('main').allowed
  const [asking, setAsking] = useState<'accept' | 'decline'>()
  const close = () => setAsking(undefined)
  const decline = useApiMutation(() => companyGroupApi.decline({ parentId }), {
    invalidates: invalidatedByCompanyGroup,
    onSuccess: () => showNotice('已谢绝邀请'),
  })
  return (
    <section aria-label="集团邀请" className="panel p-4 md:p-5">
      <h2 className="text-md font-semibold break-words">
        {parentName} 邀请贵公司加入集团「{name}」
      </h2>
      <ul className="mt-3 list-disc pl-5 text-sm text-mute">
        <li>
          贵公司现有的固定额度 <b className="num">{formatMoney(broughtLimit)}</b> 成为集团额度的份额，之后由母公司在集团额度内调整
        </li>
        <li>母公司可以看到贵公司的份额、已用额度，各月账单的合计，以及采购按月、按商品分类的合计；看不到订单和资料</li>
        <li>份额收回、已用额度还清后可以退出，退出后需要额度时由商城另行授予</li>
      </ul>
      {isMain ? (
        <div className="mt-4 flex gap-2">
          <Button onClick={() => setAsking('accept')}>接受邀请</Button>
          <Button look="line" onClick={() => setAsking('decline')}>
            谢绝
          </Button>
        </div>
      ) : (
        <p className="mt-4 text-sm">由企业主账号确认。</p>
      )}
      <Modal open={asking === 'accept'} onClose={close} title={`加入集团「${name}」`}>
        <Accept parentId={parentId} onDone={close} />
      </Modal>
      <ConfirmDialog
        open={asking === 'decline'}
        onClose={close}
        title="谢绝邀请"
        text={`谢绝后，需要加入集团「${name}」时须重新邀请。`}
        confirm="谢绝"
        busy={decline.isPending}
        onConfirm={() => {
          decline.mutate(undefined)
          close()
        }}
      />
    </section>
  )
}

function Accept({ parentId, onDone }: { parentId: string; onDone: () => void }) {
  const accept = useApiMutation((payPwd: string) => companyGroupApi.accept({ parentId, payPwd }), {
    invalidates: invalidatedByCompanyGroup,
    onError: handleRefusalAtPaymentPassword,
    onSuccess: () => {
      onDone()
      showNotice('已加入集团')
    },
  })
  return (
    <>
      <p className="mb-4 text-sm text-mute">请输入支付密码确认加入。</p>
      <PaymentPasswordInput verb="确认加入" busy={accept.isPending} error={accept.error} onPay={(payPwd) => accept.mutate(payPwd)} />
    </>
  )
}

/** 退出集团, once the share is taken back and nothing is used any more. */
export function LeaveGroupButton({ share, used }: { share: Fen; used: Fen }) {
  const isMain = usePermission('main').allowed
  const [asking, setAsking] = useState(false)
  const leave = useApiMutation((payPwd: string) => companyGroupApi.leave({ payPwd }), {
    invalidates: invalidatedByCompanyGroup,
    onError: handleRefusalAtPaymentPassword,
    onSuccess: () => {
      setAsking(false)
      showNotice('已退出集团')
    },
  })
  if (!isMain) return null
  const why = share > ZERO_FEN ? '份额由母公司收回后可退出' : used > ZERO_FEN ? `还清已用额度 ${formatMoney(used)} 后可退出` : undefined
  return (
    <div className="text-right">
      <Button look="line" size="sm" disabled={why !== undefined} onClick={() => setAsking(true)}>
        退出集团
      </Button>
      {why !== undefined && <p className="mt-1 text-xs text-mute">{why}</p>}
      <Modal open={asking} onClose={() => setAsking(false)} title="退出集团">
        <p className="mb-4 text-sm text-mute">退出后母公司不再看到贵公司的账单；需要额度时由商城另行授予。请输入支付密码确认。</p>
        <PaymentPasswordInput verb="确认退出" busy={leave.isPending} error={leave.error} onPay={(payPwd) => leave.mutate(payPwd)} />
      </Modal>
    </div>
  )
}
