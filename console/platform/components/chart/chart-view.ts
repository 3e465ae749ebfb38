import { designTokens } from '#ui/tokens.ts'

/** A row of bars or a line. `null`: there is no value at this place. */
export interface ChartSeries {
  name: string
  kind: 'bar' | 'line'
  values: readonly (number | null)[]
  tone: 'jade' | 'steel' | 'copper'
  /** A line that is only compared with. */
  dashed?: true
}

export interface ChartShape {
  /** The names of the places along the axis. */
  names: readonly string[]
  series: readonly ChartSeries[]
  /** The places are few and no times: each of them is named, in several lines if it is narrow. */
  namesAll?: boolean
  /** The text of a value beside the pointer. */
  format: (value: number) => string
}

const TEN_THOUSAND = 10_000

/** A value on an axis: 12000 → '1.2万'. */
export function formatAxisValue(value: number): string {
  if (Math.abs(value) < TEN_THOUSAND) return String(value)
  const steps = Math.abs(value) < 10 * TEN_THOUSAND ? 10 : 1
  return `${Math.round((value * steps) / TEN_THOUSAND) / steps}万`
}

const FONT = { fontFamily: 'Barlow Semi Condensed, PingFang SC, Microsoft YaHei, Noto Sans CJK SC, sans-serif', fontSize: 12 }
const NARROW = 560
/** What the values on the left take of the width, about. */
const AXIS_WIDTH = 64

/** What the chart shows beside the pointer: the name of the place, and each value. */
export const formatChartPointText = ({ series, format }: ChartShape, name: string, at: number): string =>
  [
    name,
    ...series.map(({ name: own, values }) => `${own}  ${values[at] === null || values[at] === undefined ? '—' : format(values[at])}`),
  ].join('\n')

/** Whether a value has no neighbour, so that no line leads to it. */
const isAlone = (values: ChartSeries['values'], at: number): boolean =>
  typeof values[at] === 'number' && typeof values[at - 1] !== 'number' && typeof values[at + 1] !== 'number'

/** The configuration of the drawing. Nothing moves in it, and its text is no markup, so that the content security policy allows it. */
export function toChartOption(shape: ChartShape, width: number) {
  const { names, series, namesAll = false } = shape
  const slot = Math.floor((width - AXIS_WIDTH) / Math.max(1, names.length))
  const fit = namesAll ? { interval: 0, width: slot, overflow: 'break' as const } : { hideOverlap: true }
  return {
    animation: false,
    textStyle: { ...FONT, color: designTokens.mute },
    grid: { left: 8, right: 16, top: series.length > 1 ? 40 : 16, bottom: 4, containLabel: true },
    ...(series.length > 1
      ? { legend: { top: 0, left: 0, itemWidth: 14, itemHeight: 8, textStyle: { ...FONT, color: designTokens.mute } } }
      : {}),
    tooltip: {
      trigger: 'axis' as const,
      renderMode: 'richText' as const,
      confine: true,
      backgroundColor: '#fff',
      borderColor: designTokens.line,
      textStyle: { ...FONT, color: designTokens.ink, lineHeight: 20 },
      formatter: (points: unknown) => {
        const [point] = points as { dataIndex: number }[]
        return point === undefined ? '' : formatChartPointText(shape, names[point.dataIndex] ?? '', point.dataIndex)
      },
    },
    xAxis: {
      type: 'category' as const,
      data: [...names],
      axisTick: { show: false },
      axisLine: { lineStyle: { color: designTokens.line } },
      axisLabel: { ...FONT, color: designTokens.mute, ...fit },
    },
    yAxis: {
      type: 'value' as const,
      splitNumber: width < NARROW ? 3 : 5,
      splitLine: { lineStyle: { color: designTokens.line } },
      axisLabel: { ...FONT, color: designTokens.mute, formatter: formatAxisValue },
    },
    series: series.map(({ name, kind, values, tone, dashed }) => ({
      name,
      type: kind,
      data: [...values],
      color: designTokens[tone],
      barMaxWidth: 28,
      showSymbol: values.some((_, at) => isAlone(values, at)),
      symbolSize: 5,
      lineStyle: { width: dashed ? 1.2 : 2, type: dashed ? ('dashed' as const) : ('solid' as const) },
    })),
  }
}
