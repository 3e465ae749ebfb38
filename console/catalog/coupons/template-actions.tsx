import { Button } from 'antd'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleCouponEndpoints } from '#contract/catalog/coupons/console-api.ts'
import type { CouponTemplate } from '#contract/catalog/coupons/shapes.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { couponTermsLockedReason } from './coupon-view.ts'
import { couponApi, invalidatedByCoupon } from './coupons-api.ts'
import { GrantCouponDrawer } from './grant-drawer.tsx'
import { type CouponTemplateDrawerSubject, CreateOrEditCouponTemplateDrawer } from './template-drawer.tsx'

/** The actions on a template: change it while nobody has one, copy, grant, stop and resume it. */
export function CouponTemplateActions({ template }: { template: CouponTemplate }) {
  const terms = useDrawer<CouponTemplateDrawerSubject>()
  const giving = useDrawer<CouponTemplate>()
  const { reason: whyNot } = usePermission(consoleCouponEndpoints.modify)
  const fixed = whyNot ?? couponTermsLockedReason(template)
  return (
    <>
      <Button {...toDisabledProps(fixed)} onClick={() => terms.show({ kind: 'modify', known: template })}>
        修改
      </Button>
      <Button {...toDisabledProps(whyNot)} onClick={() => terms.show({ kind: 'copy', known: template })}>
        复制新建
      </Button>
      <Switch template={template} whyNot={whyNot} />
      {template.way !== 'code' && (
        <Button type="primary" disabled={whyNot !== undefined || template.state !== 'open'} onClick={() => giving.show(template)}>
          发放给企业
        </Button>
      )}
      {terms.subject && (
        <CreateOrEditCouponTemplateDrawer key={terms.subject.kind} job={terms.subject} open={terms.open} close={terms.close} />
      )}
      {giving.subject && <GrantCouponDrawer template={giving.subject} open={giving.open} close={giving.close} />}
    </>
  )
}

function Switch({ template: { templateId, name, state, rowVersion }, whyNot }: { template: CouponTemplate; whyNot: string | undefined }) {
  const confirm = useConfirm()
  const stop = useApiMutation(couponApi.stop, { invalidates: invalidatedByCoupon, successMessage: '已停止发放' })
  const resume = useApiMutation(couponApi.resume, { invalidates: invalidatedByCoupon, successMessage: '已恢复发放' })
  const openConfirm = () =>
    confirm({
      title: `停止发放“${name}”？`,
      okText: '停止发放',
      grave: true,
      content: '不再能领取、兑换和发放；已领取的在有效期内仍可使用。可以恢复。',
      run: () => stop.mutateAsync({ templateId, rowVersion }),
    })
  return state === 'stopped' ? (
    <Button disabled={whyNot !== undefined} loading={resume.isPending} onClick={() => resume.mutate({ templateId, rowVersion })}>
      恢复发放
    </Button>
  ) : (
    <Button danger {...toDisabledProps(whyNot)} onClick={openConfirm}>
      停止发放
    </Button>
  )
}
