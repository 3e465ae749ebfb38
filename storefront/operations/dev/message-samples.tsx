import { CircleCheck, LoaderCircle } from 'lucide-react'
import type { VerificationSubmission } from '#contract/people/verification/api.ts'
import { StatusMessage } from '#storefront/money/payments/status-message.tsx'
import { PassedStep, RejectedStep, StepUnderReview, VerificationStepLocked } from '#storefront/people/verification/result.tsx'
import { VerificationStepBar } from '#storefront/people/verification/verification-frame.tsx'
import { Avatar } from '#storefront/platform/components/avatar.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { CopyableText } from '#storefront/platform/components/copyable.tsx'
import { DescriptionItem } from '#storefront/platform/components/description-item.tsx'
import { QrCode } from '#storefront/platform/components/qr-code.tsx'
import { EmptyState, ErrorState, Skeleton } from '#storefront/platform/components/states.tsx'
import { ComponentSample, ComponentSampleState } from './sample.tsx'

const SUBMITTED: VerificationSubmission = {
  id: '1',
  step: 'enterprise',
  state: 'FAIL',
  expectedDay: '2026-11-24',
  reviewedAt: null,
  submittedAt: new Date('2026-11-17T02:30:00Z'),
  reasons: ['营业执照不清晰', '统一社会信用代码与执照不符'],
  opinion: '请上传原件的彩色照片',
  facts: [
    { label: '企业名称', value: '深圳市鹏岩矿业有限公司' },
    { label: '统一社会信用代码', value: '9144************6A' },
  ],
}

const AGENT: VerificationSubmission = { ...SUBMITTED, id: '2', step: 'agent', state: 'PASS', reviewedAt: new Date('2026-11-16T02:30:00Z') }

const nothing = () => {}

/** Components that show a state. */
export function MessageSamples() {
  return (
    <>
      <ComponentSample title="空、加载中、失败">
        <ComponentSampleState name="空">
          <EmptyState title="购物车还是空的" hint="去商城看看，或从常购清单加入" action={<Button look="line">去商城</Button>} />
        </ComponentSampleState>
        <ComponentSampleState name="失败，可重试">
          <ErrorState error={new Error('网络开小差了，请稍后重试')} retry={nothing} />
        </ComponentSampleState>
        <ComponentSampleState name="加载中">
          <div role="status" aria-label="加载中" className="flex w-72 flex-col gap-2">
            <Skeleton className="h-24" />
            <Skeleton />
            <Skeleton className="h-5 w-1/2" />
          </div>
        </ComponentSampleState>
        <ComponentSampleState name="等待中">
          <StatusMessage icon={LoaderCircle} spin title="等待支付" text="请用微信扫码，支付后本页自动更新。" />
        </ComponentSampleState>
        <ComponentSampleState name="完成">
          <StatusMessage icon={CircleCheck} tone="text-success" title="支付成功" text="订单已进入备货。" />
        </ComponentSampleState>
      </ComponentSample>
      <ComponentSample title="步骤">
        {[null, 4, 5, 7].map((authStatus) => (
          <ComponentSampleState key={authStatus} name={`认证状态 ${authStatus ?? '未开始'}`} wide>
            <VerificationStepBar authStatus={authStatus} />
          </ComponentSampleState>
        ))}
      </ComponentSample>
      <ComponentSample title="结果">
        <div className="grid w-full gap-4 md:grid-cols-2">
          <Results />
        </div>
      </ComponentSample>
      <ComponentSample title="说明与人物">
        <ComponentSampleState name="说明列表">
          <dl className="flex flex-col gap-2">
            <DescriptionItem name="收货人">林国栋</DescriptionItem>
            <DescriptionItem name="订单号">
              <CopyableText text="202611070000000000" what="订单号" />
            </DescriptionItem>
            <DescriptionItem name="订单备注">无</DescriptionItem>
          </dl>
        </ComponentSampleState>
        <ComponentSampleState name="头像，无图">
          <Avatar user={undefined} />
        </ComponentSampleState>
        <ComponentSampleState name="二维码">
          <QrCode text="https://example.com/#/detail?goodsId=1" label="U84 采煤截齿的链接" className="size-32" />
        </ComponentSampleState>
      </ComponentSample>
    </>
  )
}

function Results() {
  return (
    <>
      <StepUnderReview step="enterprise" latest={[{ ...SUBMITTED, state: 'WAIT' }, AGENT]} dialog={false} />
      <RejectedStep step="enterprise" submission={SUBMITTED} onAgain={nothing} dialog={false} />
      <PassedStep step="enterprise" authStatus={5} submission={undefined} />
      <VerificationStepLocked authStatus={null} />
    </>
  )
}
