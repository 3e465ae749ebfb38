import { Heart } from 'lucide-react'
import type { GoodsCard } from '#contract/catalog/goods/shapes.ts'
import { fen } from '#contract/platform/core/money.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { CashAndCreditPriceBox, CreditPriceNote, Price } from '#storefront/platform/components/price-box.tsx'
import { ProductCard, ProductCardSkeleton } from '#storefront/platform/components/product-card.tsx'
import { ComponentSample, ComponentSampleState } from './sample.tsx'

const PICK: GoodsCard = {
  goodsId: '1',
  image: null,
  name: 'U84 采煤截齿',
  spec: '柄径 38 · 刀头 22 · 全长 155 mm',
  traits: [],
  unit: '支',
  categoryId: 1,
  skuId: '1',
  skuCode: 'KT-U84-22',
  salePrice: fen(3_850),
  creditPrice: fen(4_040),
  priceLabel: null,
  stock: 6_510,
  minimum: 20,
  step: 20,
  skuCount: 5,
  soldOut: false,
}
const CARDS: readonly [string, GoodsCard][] = [
  ['现货', PICK],
  ['协议价', { ...PICK, goodsId: '2', salePrice: fen(3_542), priceLabel: '协议价' }],
  ['仅限现金', { ...PICK, goodsId: '3', name: '0# 车用柴油 送油上门', unit: '升', stock: 86_400, skuCount: 1, creditPrice: null }],
  ['已售罄', { ...PICK, goodsId: '4', name: 'DZ-38 焊接齿座，名称很长时换行而不截断', stock: 0, soldOut: true }],
]
const LINE = { ...PICK, goodsName: PICK.name, skuProps: '{"规格":"22 mm YG13C 单支"}' }

/** Components that show goods and their two prices. */
export function GoodsSamples() {
  return (
    <>
      <ComponentSample title="价格">
        <ComponentSampleState name="双价牌">
          <div className="w-60">
            <CashAndCreditPriceBox salePrice={fen(3_850)} creditPrice={fen(4_040)} />
            <CreditPriceNote unit="支" salePrice={fen(3_850)} creditPrice={fen(4_040)} />
          </div>
        </ComponentSampleState>
        <ComponentSampleState name="双价牌，协议价">
          <div className="w-60">
            <CashAndCreditPriceBox salePrice={fen(3_542)} creditPrice={fen(3_717)} label="协议价" />
          </div>
        </ComponentSampleState>
        <ComponentSampleState name="双价牌，仅限现金">
          <div className="w-60">
            <CashAndCreditPriceBox salePrice={fen(123_456_789)} creditPrice={null} />
            <CreditPriceNote unit="升" salePrice={fen(720)} creditPrice={null} />
          </div>
        </ComponentSampleState>
        <ComponentSampleState name="金额">
          <div className="flex items-baseline gap-4">
            <Price amount={fen(3_850)} kind="sale" size="sm" />
            <Price amount={fen(4_040)} kind="credit" />
            <Price amount={fen(2_940_000)} kind="plain" size="lg" />
          </div>
        </ComponentSampleState>
      </ComponentSample>
      <ComponentSample title="商品卡片">
        <div className="grid w-full grid-cols-2 gap-2.5 md:grid-cols-4 md:gap-4 xl:grid-cols-5">
          {CARDS.map(([name, goods]) => (
            <ComponentSampleState key={name} name={name}>
              <ProductCard
                goods={goods}
                corner={
                  <button type="button" aria-label={`收藏 ${goods.name}`} className="grid size-9 place-items-center rounded-full bg-white">
                    <Heart className="size-4.5" aria-hidden />
                  </button>
                }
                actions={goods.soldOut ? <Button look="line">到货通知</Button> : <Button>加入购物车</Button>}
              />
            </ComponentSampleState>
          ))}
          <ComponentSampleState name="加载中">
            <ProductCardSkeleton />
          </ComponentSampleState>
        </div>
      </ComponentSample>
      <ComponentSample title="商品行">
        <ComponentSampleState name="普通">
          <GoodsLine goods={{ ...LINE, materialCode: '1000204' }} />
        </ComponentSampleState>
        <ComponentSampleState name="小">
          <GoodsLine goods={LINE} size="sm" />
        </ComponentSampleState>
        <ComponentSampleState name="失效">
          <GoodsLine goods={LINE} dim>
            <p className="text-sm text-danger">已下架</p>
          </GoodsLine>
        </ComponentSampleState>
      </ComponentSample>
    </>
  )
}
