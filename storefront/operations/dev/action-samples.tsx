import { useState } from 'react'
import { Button, type ButtonKind, ButtonLink } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog, Modal } from '#storefront/platform/components/dialog.tsx'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showError, showNotice } from '#storefront/platform/components/notify.ts'
import { ShareButton } from '#storefront/platform/components/share/share-button.tsx'
import { ComponentSample, ComponentSampleState } from './sample.tsx'

const LOOKS = ['primary', 'call', 'line', 'danger', 'plain'] as const satisfies readonly ButtonKind[]

const never = () => new Promise<never>(() => {})
const nothing = () => {}

/** Buttons and their feedback. */
export function ActionSamples() {
  return (
    <>
      <ComponentSample title="按钮">
        {LOOKS.map((look) => (
          <ComponentSampleState key={look} name={look}>
            <div className="flex flex-wrap items-center gap-3">
              <Button look={look}>提交订单</Button>
              <Button look={look} disabled>
                提交订单
              </Button>
              <Button look={look} busy>
                提交订单
              </Button>
            </div>
          </ComponentSampleState>
        ))}
        <ComponentSampleState name="不可用，按下说明原因">
          <div className="flex flex-wrap items-center gap-3">
            <Button blocked="请先选择收货地址">提交订单</Button>
            <Button look="plain" blocked="没有未读消息">
              全部已读
            </Button>
          </div>
        </ComponentSampleState>
        <ComponentSampleState name="ghost，只在深色底上">
          <div className="rounded-control bg-pine p-3">
            <Button look="ghost">了解更多</Button>
          </div>
        </ComponentSampleState>
        <ComponentSampleState name="大小">
          <div className="flex flex-wrap items-center gap-3">
            <Button size="sm">小</Button>
            <Button>中</Button>
            <Button size="lg">大</Button>
          </div>
        </ComponentSampleState>
        <ComponentSampleState name="链接">
          <ButtonLink to="/shop" look="line">
            去商城
          </ButtonLink>
        </ComponentSampleState>
        <ComponentSampleState name="表单末尾">
          <FormButtons submit="保存" busy={false} onCancel={nothing} />
        </ComponentSampleState>
        <ComponentSampleState name="导出">
          <ExportButtons ask={never} />
        </ComponentSampleState>
        <ComponentSampleState name="分享">
          <ShareButton shared={{ what: 'goods', id: '1', title: 'U84 采煤截齿', path: '/detail?goodsId=1' }} />
        </ComponentSampleState>
      </ComponentSample>
      <Windows />
    </>
  )
}

function Windows() {
  const [open, setOpen] = useState<'modal' | 'wide' | 'confirm'>()
  const close = () => setOpen(undefined)
  return (
    <ComponentSample title="弹窗与提示">
      <ComponentSampleState name="弹窗">
        <div className="flex flex-wrap gap-3">
          <Button look="line" onClick={() => setOpen('modal')}>
            打开弹窗
          </Button>
          <Button look="line" onClick={() => setOpen('wide')}>
            打开宽弹窗
          </Button>
          <Button look="line" onClick={() => setOpen('confirm')}>
            打开确认
          </Button>
        </div>
      </ComponentSampleState>
      <ComponentSampleState name="提示">
        <div className="flex flex-wrap gap-3">
          <Button look="line" onClick={() => showNotice('已加入购物车')}>
            显示提示
          </Button>
          <Button look="line" onClick={() => showError('库存不足，当前可售 12 支')}>
            显示错误
          </Button>
        </div>
      </ComponentSampleState>
      <Modal open={open === 'modal' || open === 'wide'} onClose={close} title="更换地址" wide={open === 'wide'}>
        <p className="text-mute">手机上从下方升起，电脑上居中。</p>
      </Modal>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        title="删除所选商品？"
        text="删除后可重新加入购物车。"
        confirm="删除"
        onConfirm={close}
      />
    </ComponentSample>
  )
}
