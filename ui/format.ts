import { type BasisPoints, insertThousandsSeparators } from '#contract/platform/core/money.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'

/** Formats basis points: 494 → '+4.9%', one decimal, rounded half up. */
export function formatSurchargePercent(basisPoints: BasisPoints): string {
  const tenths = Math.floor((basisPoints + 5) / 10)
  return `+${Math.floor(tenths / 10)}.${tenths % 10}%`
}

/** 8420 → '8,420' */
export const formatCount = (value: number): string => insertThousandsSeparators(String(value))

const KILOBYTE = 1_024
const MEGABYTE = KILOBYTE * KILOBYTE

/** The size of a file: 348 KB, 2.4 MB. */
export function formatFileSize(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.ceil(bytes / KILOBYTE)} KB`
  const tenths = Math.round((bytes * 10) / MEGABYTE)
  return `${Math.floor(tenths / 10)}.${tenths % 10} MB`
}

/** 2026-11-21 14:03 in Asia/Shanghai, whatever the time zone of the machine is. */
export const formatShanghaiTimeToMinute = (at: Date): string => formatShanghaiTime(at).slice(0, 16)
export const formatShanghaiTimeToSecond = (at: Date): string => formatShanghaiTime(at)

/** '2026-12-10' → '12月10日' */
export const formatMonthDay = (day: string): string => `${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`

/** '2026-12-10' → '2026年12月10日' */
export const formatFullDay = (day: string): string => `${day.slice(0, 4)}年${formatMonthDay(day)}`

/** '2026-11' → '2026年11月' */
export const formatFullMonth = (month: string): string => `${month.slice(0, 4)}年${Number(month.slice(5, 7))}月`

/** '截齿 / 合金系列'; for an upper category only its name. */
export const formatCategoryPath = (parent: string | null, name: string): string => (parent === null ? name : `${parent} / ${name}`)

/** Formats the time until an instant: '3天4小时', '5小时12分', '8分30秒'; empty after it has passed. */
export function formatTimeLeft(until: Date, now: Date): string {
  const seconds = Math.floor((until.getTime() - now.getTime()) / 1_000)
  if (seconds <= 0) return ''
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3_600), Math.floor((seconds % 3_600) / 60)]
  if (days > 0) return `${days}天${hours}小时`
  return hours > 0 ? `${hours}小时${minutes}分` : `${minutes}分${seconds % 60}秒`
}
