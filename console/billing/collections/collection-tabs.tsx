import { SubNavigation } from '#console/billing/finance/components/sub-navigation.tsx'
import type { TagTone } from '#console/platform/components/tag.tsx'
import type { CollectionTaskState } from '#contract/billing/collections/collection-lifecycle.ts'

/** The tabs of collections: tasks, requests about the stop-list, and the report. */
export const CollectionTabs = () => (
  <SubNavigation
    ways={[
      ['/collections', '催收任务'],
      ['/order_stops', '停单名单'],
      ['/collection_report', '承诺还款报表'],
    ]}
  />
)

export const collectionTaskTones: Record<CollectionTaskState, TagTone> = {
  OPEN: 'wait',
  PROMISED: 'way',
  BROKEN: 'bad',
  COUNSEL: 'over',
  CLOSED: 'good',
}
