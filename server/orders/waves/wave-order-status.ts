// What has become of an order in its wave: read from the order itself, so that nothing that changes an order has to know of waves.
import { sql } from 'kysely'
import type { WaveOrderStatus } from '#contract/orders/waves/shapes.ts'
import { unitsToShipOfOrderSql } from '#server/orders/orders/public.ts'

/** The orders of a query that wait to be shipped, whether in a wave or not. The states are literals, so that every plan can use their index. */
export const isOrderWaitingToShipSql = sql<boolean>`("order".state in ('WAIT_SEND', 'PART_SENT') and "order".cancel_asked_at is null and ${unitsToShipOfOrderSql} > 0)`

/** The status of the `wave_order` of a query that joins its `order`. */
export const waveOrderStatusSql = sql<WaveOrderStatus>`(case when wave_order.outcome = 'shipped' then 'shipped'
  when wave_order.outcome is null and ${isOrderWaitingToShipSql} then 'waiting' else 'dropped' end)`
