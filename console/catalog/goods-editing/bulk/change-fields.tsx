import { Form, Input, Radio, Select } from 'antd'
import { SubcategorySelect } from '#console/catalog/goods-editing/selects.tsx'
import { TaxClassFields } from '#console/catalog/tax-codes/tax-class-fields.tsx'
import { AmountField } from '#console/platform/components/forms/fields.tsx'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { goodsAfterSaleRules, goodsFreightRules } from '#contract/catalog/goods/terms.ts'
import {
  goodsBulkEditKinds,
  goodsBulkEditPriceDirections,
  goodsBulkEditPriceRoundings,
  goodsBulkEditPriceTargets,
  goodsBulkEditTagModes,
} from '#contract/catalog/goods-bulk/change.ts'
import { GOODS_TAGS_MAX } from '#contract/catalog/goods-editing/content.ts'
import { YuanUpTo } from '#contract/platform/core/money.ts'
import { type GoodsBulkEditFormValues, percentError, toLabelledOptions } from './change-view.ts'

const amountRule = YuanUpTo()

/** The fields of a change: first the kind of change, then its details. */
export function GoodsBulkEditChangeFields() {
  const form = Form.useFormInstance<GoodsBulkEditFormValues>()
  const kind = Form.useWatch('kind', form) ?? 'price'
  return (
    <>
      <Form.Item name="kind" label="修改什么">
        <Radio.Group options={toLabelledOptions(goodsBulkEditKinds)} />
      </Form.Item>
      {kind === 'price' && <PriceFields />}
      {kind === 'shelf' && (
        <Form.Item name="onSale" label="上架或下架">
          <Radio.Group
            options={[
              { value: 'off', label: '下架' },
              { value: 'on', label: '重新上架' },
            ]}
          />
        </Form.Item>
      )}
      {kind === 'category' && (
        <Form.Item name="categoryId" label="移到分类" required rules={[{ required: true, message: '请选择分类' }]}>
          <CategoryChoice />
        </Form.Item>
      )}
      {kind === 'freight' && (
        <Form.Item name="freight" label="运费改为" extra="包邮商品的重量不计入运费；已提交的订单不受影响">
          <Radio.Group options={toLabelledOptions(goodsFreightRules)} />
        </Form.Item>
      )}
      {kind === 'afterSale' && (
        <Form.Item name="afterSale" label="售后规则改为" extra="已提交的订单仍按下单时的规则">
          <Radio.Group options={toLabelledOptions(goodsAfterSaleRules)} />
        </Form.Item>
      )}
      {kind === 'tags' && <TagFields />}
      {kind === 'taxClass' && <TaxClassFields label="税收编码" without="沿用分类的" />}
    </>
  )
}

function PriceFields() {
  const form = Form.useFormInstance<GoodsBulkEditFormValues>()
  const by = Form.useWatch('by', form) ?? 'percent'
  const prices = Form.useWatch('prices', form) ?? 'both'
  return (
    <>
      <Form.Item name="prices" label="哪个价格">
        <Radio.Group options={toLabelledOptions(goodsBulkEditPriceTargets)} />
      </Form.Item>
      {prices !== 'surcharge' && (
        <Form.Item name="direction" label="上调或下调">
          <Radio.Group options={toLabelledOptions(goodsBulkEditPriceDirections)} />
        </Form.Item>
      )}
      <Form.Item name="by" label="方式">
        <Radio.Group
          options={[
            { value: 'percent', label: '按百分比' },
            { value: 'amount', label: '按金额' },
          ]}
        />
      </Form.Item>
      {by === 'percent' ? (
        <Form.Item
          name="percent"
          label="百分比"
          required
          rules={[
            {
              validator: async (_, text: string = '') => {
                const error = percentError(text)
                if (error !== undefined) throw new Error(error)
              },
            },
          ]}
        >
          <Input suffix="%" inputMode="decimal" autoComplete="off" className="amount-input" />
        </Form.Item>
      ) : (
        <AmountField name="amount" label="金额" rule={amountRule} />
      )}
      <Form.Item name="rounding" label="取整（四舍五入）" extra="赊销价为空的规格不支持赊销，保持不变；赊销价不能低于现金价">
        <Radio.Group options={toLabelledOptions(goodsBulkEditPriceRoundings)} />
      </Form.Item>
    </>
  )
}

function TagFields() {
  return (
    <>
      <Form.Item name="mode" label="方式">
        <Radio.Group options={toLabelledOptions(goodsBulkEditTagModes)} />
      </Form.Item>
      <Form.Item name="tags" label="标签" extra="输入后按回车；替换为空即清空">
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', '，', '、']}
          maxCount={GOODS_TAGS_MAX}
          getPopupContainer={getOverlayContainer}
        />
      </Form.Item>
    </>
  )
}

/** The form passes id, value and `onChange`. */
function CategoryChoice({ id = '', value, onChange }: { id?: string; value?: string; onChange?: (value: string | undefined) => void }) {
  return <SubcategorySelect id={id} value={value} change={(next) => onChange?.(next)} placeholder="二级分类" required />
}
