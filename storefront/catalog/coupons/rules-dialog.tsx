import { Button } from '#storefront/platform/components/button.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'

/** The six rules of the specification, worded for buyers. */
const couponRules = [
  '优惠券仅限在发放该券的店铺内使用',
  '在有效期内，订单金额（不含运费）满足使用门槛时可用',
  '店铺券与商品券不能在同一张订单中同时使用，默认使用优惠金额较大的一张',
  '每张订单最多使用 1 张店铺券',
  '优惠券不可拆分使用，过期自动失效',
  '同一张订单中不可叠加使用多张优惠券',
]

/** 使用须知. */
export function CouponRulesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal open={open} onClose={onClose} title="使用须知">
      <ol className="flex list-decimal flex-col gap-2 pl-5">
        {couponRules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
      <p className="mt-3 text-sm text-mute">
        指定分类、指定商品的优惠券，按指定商品金额（不含运费）计算门槛。折扣券按适用商品金额打折，不超过券面的最多减免；运费券只抵运费；标明“仅限首单”的，企业没有未取消的订单时可用。
      </p>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>我知道了</Button>
      </div>
    </Modal>
  )
}
