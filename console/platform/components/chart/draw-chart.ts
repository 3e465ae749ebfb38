// The drawing library, in a chunk of its own that only screens with a chart load.
import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { type ChartShape, toChartOption } from './chart-view.ts'

use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

/** Draws a chart into an element, and again whenever its width changes. Returns how to change and how to remove it. */
export function drawChart(element: HTMLElement, first: ChartShape): { show: (shape: ChartShape) => void; dispose: () => void } {
  let shape = first
  const chart = init(element, undefined, { renderer: 'svg' })
  const draw = () => chart.setOption(toChartOption(shape, element.clientWidth), { notMerge: true })
  const observer = new ResizeObserver(() => {
    chart.resize()
    draw()
  })
  draw()
  observer.observe(element)
  return {
    show: (next) => {
      shape = next
      draw()
    },
    dispose: () => {
      observer.disconnect()
      chart.dispose()
    },
  }
}
