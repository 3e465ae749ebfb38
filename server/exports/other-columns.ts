// What exported lists of after-sales, favourites, companies and SKUs are made of.
import { afterSaleLifecycle, afterSaleTypes } from '../../contract/after-sale/after-sale-lifecycle.ts'
import type { AfterSaleRow, ConsoleAfterSaleRow } from '../../contract/after-sale/shapes.ts'
import { joinSkuProps } from '../../contract/catalog/shapes.ts'
import type { Favourite } from '../../contract/favourites/api.ts'
import type { ConsoleEnterpriseRow, ConsoleSkuRow } from '../../contract/staff/api.ts'
import { told } from '../printing/public.ts'

const caseColumns = <Row extends AfterSaleRow>() => [
  told<Row>('售后单号', 22, 'text', ({ afterSaleNo }) => afterSaleNo),
  told<Row>('订单号', 22, 'text', ({ orderNo }) => orderNo),
  told<Row>('类型', 12, 'text', ({ type }) => afterSaleTypes[type].label),
  told<Row>('状态', 12, 'text', ({ state }) => afterSaleLifecycle.states[state].label),
  told<Row>('申请时间', 20, 'instant', ({ createdAt }) => createdAt),
]

export const afterSaleColumns = caseColumns<AfterSaleRow>()

export const consoleAfterSaleColumns = [
  ...caseColumns<ConsoleAfterSaleRow>(),
  told<ConsoleAfterSaleRow>('企业', 34, 'text', ({ enterpriseName, enterpriseId }) => enterpriseName ?? enterpriseId),
]

export const favouriteColumns = [
  told<Favourite>('商品', 34, 'text', ({ name }) => name),
  told<Favourite>('型号', 28, 'text', ({ spec }) => spec),
  told<Favourite>('收藏时间', 20, 'instant', ({ addedAt }) => addedAt),
  told<Favourite>('状态', 10, 'text', ({ card }) => (card === null ? '已下架' : '在售')),
  told<Favourite>('现金价起', 14, 'money', ({ card }) => card?.salePrice ?? null),
  told<Favourite>('赊销价起', 14, 'money', ({ card }) => card?.creditPrice ?? null),
]

export const enterpriseColumns = [
  told<ConsoleEnterpriseRow>('企业', 34, 'text', ({ name, agentName, ownerMobile }) => name ?? agentName ?? ownerMobile),
  told<ConsoleEnterpriseRow>('主账号', 16, 'text', ({ ownerMobile }) => ownerMobile),
  told<ConsoleEnterpriseRow>('状态', 8, 'text', ({ status }) => (status === 1 ? '正常' : '已冻结')),
  told<ConsoleEnterpriseRow>('固定额度', 16, 'money', ({ baseLimit }) => baseLimit),
  told<ConsoleEnterpriseRow>('已用额度', 16, 'money', ({ used }) => used),
  told<ConsoleEnterpriseRow>('注册时间', 20, 'instant', ({ createdAt }) => createdAt),
]

export const skuColumns = [
  told<ConsoleSkuRow>('商品', 34, 'text', ({ goodsName }) => goodsName),
  told<ConsoleSkuRow>('商品规格', 28, 'text', ({ skuProps }) => joinSkuProps(skuProps)),
  told<ConsoleSkuRow>('商品编码', 22, 'text', ({ code }) => code),
  told<ConsoleSkuRow>('现金价', 14, 'money', ({ salePrice }) => salePrice),
  told<ConsoleSkuRow>('赊销价', 14, 'money', ({ creditPrice }) => creditPrice),
  told<ConsoleSkuRow>('可售', 10, 'count', ({ available }) => available),
  told<ConsoleSkuRow>('已占', 10, 'count', ({ reserved }) => reserved),
  told<ConsoleSkuRow>('状态', 8, 'text', ({ onShelf }) => (onShelf ? '在售' : '已下架')),
]
