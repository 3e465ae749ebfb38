import { Input, Select } from 'antd'
import { useDraftField } from '#console/catalog/goods-editing/editor/editor-context.ts'
import { EditorField } from '#console/catalog/goods-editing/editor/field.tsx'
import { BrandSelect, ShopSelect, SubcategorySelect } from '#console/catalog/goods-editing/selects.tsx'
import { LicenceKindsSelect } from '#console/catalog/licences/kinds-select.tsx'
import { getOverlayContainer, getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { goodsAfterSaleRules, goodsFreightRules } from '#contract/catalog/goods/terms.ts'
import { GOODS_TAGS_MAX } from '#contract/catalog/goods-editing/content.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

interface TextProps {
  path: 'name' | 'subtitle' | 'spec' | 'unit' | 'code'
  label: string
  max: number
  required?: boolean
  placeholder?: string
  help?: string
  className?: string
  focus?: boolean
}

function TextField({ path, label, max, required = false, placeholder, help, className, focus = false }: TextProps) {
  const [value, change] = useDraftField(path)
  return (
    <EditorField path={path} label={label} required={required} help={help} {...(className === undefined ? {} : { className })}>
      {(id, marks) => (
        <Input
          id={id}
          {...marks}
          value={value}
          maxLength={max}
          autoComplete="off"
          autoFocus={focus}
          placeholder={placeholder}
          className={path === 'code' ? 'num' : ''}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </EditorField>
  )
}

const toOptions = <Key extends string>(table: Record<Key, { label: string }>): { value: Key; label: string }[] =>
  keysOf(table).map((value) => ({ value, label: table[value].label }))
const freightOptions = toOptions(goodsFreightRules)
const afterSaleOptions = toOptions(goodsAfterSaleRules)

/** The freight and the after-sale rule of the goods. */
function TermsFields() {
  const [freight, setFreight] = useDraftField('freight')
  const [afterSale, setAfterSale] = useDraftField('afterSale')
  return (
    <>
      <EditorField path="freight" label="运费" help={freight === 'free' ? '重量不计入运费' : undefined}>
        {(id, marks) => (
          <Select
            id={id}
            {...marks}
            value={freight}
            options={freightOptions}
            getPopupContainer={getParentOverlayContainer}
            onChange={setFreight}
          />
        )}
      </EditorField>
      <EditorField path="afterSale" label="售后规则" help={afterSale === 'standard' ? undefined : '对已发货的商品生效，显示在商品页'}>
        {(id, marks) => (
          <Select
            id={id}
            {...marks}
            value={afterSale}
            options={afterSaleOptions}
            getPopupContainer={getParentOverlayContainer}
            onChange={setAfterSale}
          />
        )}
      </EditorField>
    </>
  )
}

/** The name, shop and category of the goods. */
export function BasicSection({ fresh }: { fresh: boolean }) {
  const [shopId, setShop] = useDraftField('shopId')
  const [categoryId, setCategory] = useDraftField('categoryId')
  const [brandId, setBrand] = useDraftField('brandId')
  const [tags, setTags] = useDraftField('tags')
  const [licenceKindIds, setLicenceKinds] = useDraftField('licenceKindIds')
  return (
    <div className="goods-fields">
      <TextField path="name" label="商品名称" max={120} required placeholder="U84 采煤截齿" className="goods-wide" focus={fresh} />
      <EditorField path="shopId" label="店铺" required>
        {(id, marks) => (
          <ShopSelect
            id={id}
            marks={marks}
            required
            placeholder="选择店铺"
            value={shopId ?? undefined}
            change={(next) => setShop(next ?? null)}
          />
        )}
      </EditorField>
      <EditorField path="categoryId" label="分类" required help="决定要填哪些参数">
        {(id, marks) => (
          <SubcategorySelect
            id={id}
            marks={marks}
            required
            placeholder="选择二级分类"
            value={categoryId === null ? undefined : String(categoryId)}
            change={(next) => setCategory(next === undefined ? null : Number(next))}
          />
        )}
      </EditorField>
      <TextField path="unit" label="单位" max={10} required placeholder="件" />
      <EditorField path="brandId" label="品牌">
        {(id, marks) => (
          <BrandSelect
            id={id}
            marks={marks}
            placeholder="没有品牌"
            value={brandId ?? undefined}
            change={(next) => setBrand(next ?? null)}
          />
        )}
      </EditorField>
      <TextField path="code" label="商品编码" max={60} placeholder="留空则自动编码" />
      <TextField path="subtitle" label="副标题" max={200} placeholder="一句话说明用在哪里" />
      <TextField
        path="spec"
        label="主要规格"
        max={200}
        placeholder="柄径 38 · 刀头 22 · 全长 155 mm"
        help="显示在商品名称下面"
        className="goods-wide"
      />
      <EditorField path="tags" label="标签" help={tags.length >= GOODS_TAGS_MAX ? `最多 ${GOODS_TAGS_MAX} 个标签` : '输入后按回车'}>
        {(id) => (
          <Select
            id={id}
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={[',', '，', '、']}
            value={tags}
            maxCount={GOODS_TAGS_MAX}
            getPopupContainer={getOverlayContainer}
            onChange={(next: string[]) => setTags(next.map((one) => one.trim().slice(0, 20)).filter(Boolean))}
          />
        )}
      </EditorField>
      <EditorField path="licenceKindIds" label="需要的许可证" help="分类已要求的不用再选">
        {(id) => <LicenceKindsSelect id={id} value={licenceKindIds} onChange={setLicenceKinds} />}
      </EditorField>
      <TermsFields />
    </div>
  )
}
