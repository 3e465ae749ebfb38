// Columns of the exported lists of waves.
import type { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import { waveOrderStatuses } from '#contract/orders/waves/shapes.ts'
import { waveLifecycle } from '#contract/orders/waves/wave-lifecycle.ts'
import { defineColumnsForEndpoint } from './endpoint-columns.ts'

export const waveColumns = defineColumnsForEndpoint<typeof consoleWaveEndpoints.list>(({ text, count, instant }) => [
  text('波次号', 16, ({ waveNo }) => waveNo),
  text('状态', 10, ({ state }) => waveLifecycle.states[state].label),
  text('承运公司', 16, ({ carrier }) => carrier),
  text('条件', 40, ({ about }) => about),
  count('订单', ({ orders }) => orders),
  count('已发', ({ shipped }) => shipped),
  count('已退出', ({ dropped }) => dropped),
  count('件数', ({ units }) => units),
  text('创建人', 12, ({ madeBy }) => madeBy),
  instant('创建时间', ({ madeAt }) => madeAt),
])

export const waveOrderColumns = defineColumnsForEndpoint<typeof consoleWaveEndpoints.orders>(({ text, count, instant }) => [
  count('格位', ({ place }) => place),
  text('订单号', 22, ({ orderNo }) => orderNo),
  text('采购企业', 30, ({ enterpriseName }) => enterpriseName ?? ''),
  text('收货地区', 24, ({ receiverRegion }) => receiverRegion),
  text('商品', 40, ({ firstGoods }) => firstGoods),
  count('件数', ({ units }) => units),
  text('状态', 10, ({ status }) => waveOrderStatuses[status].label),
  text('说明', 30, ({ note }) => note),
  text('装箱人', 12, ({ packedBy }) => packedBy ?? ''),
  instant('发出时间', ({ packedAt }) => packedAt),
])

export const waveCandidateColumns = defineColumnsForEndpoint<typeof consoleWaveEndpoints.candidates>(({ text, count, instant }) => [
  text('订单号', 22, ({ orderNo }) => orderNo),
  text('采购企业', 30, ({ enterpriseName }) => enterpriseName ?? ''),
  text('店铺', 20, ({ shopName }) => shopName),
  text('收货地区', 24, ({ receiverRegion }) => receiverRegion),
  text('商品', 40, ({ firstGoods }) => firstGoods),
  count('待发件数', ({ units }) => units),
  text('上次承运', 16, ({ lastCarrier }) => lastCarrier),
  instant('开始等待', ({ waitsSince }) => waitsSince),
])
