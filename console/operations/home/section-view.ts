import {
  type ConsoleHomeSection,
  homeSectionGoodsRules,
  homeSectionKinds,
  homeSectionMemberLevels,
} from '#contract/operations/home/sections.ts'
import { memberLevels } from '#contract/people/verification/verification-status.ts'

/** The name of a section: its own title, or else its kind. */
export const homeSectionName = ({ kind, title }: Pick<ConsoleHomeSection, 'kind' | 'title'>): string =>
  title || homeSectionKinds[kind].label

/** The viewers of a section, in one line. */
export function formatHomeSectionAudience({ guests, levels }: Pick<ConsoleHomeSection, 'guests' | 'levels'>): string {
  if (guests && levels.length === homeSectionMemberLevels.length) return '所有人'
  const members = levels.length === homeSectionMemberLevels.length ? ['全部会员'] : [...levels].sort().map((level) => memberLevels[level])
  return [...(guests ? ['游客'] : []), ...members].join('、')
}

/** The content and the days of a section, in one line. */
export function formatHomeSectionContentAndDays({ kind, goodsRule, goodsIds, goodsCount, dateFrom, dateTo }: ConsoleHomeSection): string {
  const goods =
    goodsRule === null
      ? []
      : [goodsRule === 'hand' ? `手工选择 ${goodsIds.length} 个` : `${homeSectionGoodsRules[goodsRule].label}前 ${goodsCount} 个`]
  const days = dateFrom === null && dateTo === null ? [] : [`${dateFrom ?? '即日'} 至 ${dateTo ?? '长期'}`]
  return [homeSectionKinds[kind].label, ...goods, ...days].join(' · ')
}

export const homeSectionStates = {
  now: { label: '展示中', tone: 'good' },
  later: { label: '未开始', tone: 'way' },
  over: { label: '已结束', tone: 'over' },
  off: { label: '已停用', tone: 'over' },
} as const

export function toHomeSectionState(
  { shown, dateFrom, dateTo }: Pick<ConsoleHomeSection, 'shown' | 'dateFrom' | 'dateTo'>,
  today: string,
): keyof typeof homeSectionStates {
  if (!shown) return 'off'
  if (dateFrom !== null && dateFrom > today) return 'later'
  return dateTo !== null && dateTo < today ? 'over' : 'now'
}

/** Moves one entry of a list to another position. */
export function moveListEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}
