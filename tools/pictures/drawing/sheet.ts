import { roundTo } from '#tools/pictures/forms/numbers.ts'
import { computeProfileLine } from '#tools/pictures/forms/profile.ts'
import type {
  AngleDimension,
  DimensionLine,
  DrawingSheet,
  Point2D,
  ProfileCorner,
  SheetNote,
  Stroke,
  StrokeStyle,
} from '#tools/pictures/forms/solids.ts'

const wide = 720
const high = 480
const margin = 46

/** Colours of the mall: ink, mute, paper white, copper for centre lines. */
const ink = '#13201e'
const mute = '#57615f'
const copper = '#a3430b'
const type = "'Barlow Semi Condensed','PingFang SC','HarmonyOS Sans SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif"

const looks: Record<StrokeStyle, string> = {
  outline: `stroke="${ink}" stroke-width="1.6"`,
  edge: `stroke="${ink}" stroke-width=".9"`,
  hidden: `stroke="${mute}" stroke-width=".9" stroke-dasharray="6 3.5"`,
  centre: `stroke="${copper}" stroke-width=".8" stroke-dasharray="14 3 3 3"`,
  hatch: `stroke="${mute}" stroke-width=".6"`,
}

type Map = (point: Point2D) => Point2D

const turnedBy = (turn = 0, at: Point2D = [0, 0]): Map => {
  const [c, s] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  return ([x, y]) => [at[0] + c * x - s * y, at[1] + s * x + c * y]
}

/** The silhouette of a body of revolution, and its visible edges as cross lines. */
const silhouette = (profile: readonly ProfileCorner[]): { outline: Point2D[]; edges: [Point2D, Point2D][] } => {
  const right = computeProfileLine(profile)
  const left = right.toReversed().map(([x, y]): Point2D => [-x, y])
  const tall = Math.max(...right.map(([, y]) => y)) - Math.min(...right.map(([, y]) => y))
  const edges = profile.slice(1, -1).flatMap(([r, y, fillet = 0], i): [Point2D, Point2D][] => {
    const [before, after] = [profile[i], profile[i + 2]]
    if (before === undefined || after === undefined || fillet > tall * 0.03 || r < tall * 0.01) return []
    const bend = Math.atan2(after[1] - y, after[0] - r) - Math.atan2(y - before[1], r - before[0])
    const turn = Math.abs(Math.atan2(Math.sin(bend), Math.cos(bend)))
    return turn < 0.28
      ? []
      : [
          [
            [-r, y],
            [r, y],
          ],
        ]
  })
  return { outline: [...right, ...left], edges }
}

const pointsOf = (stroke: Stroke): Point2D[] => {
  if (stroke.kind === 'turned') return silhouette(stroke.profile).outline.map(turnedBy(stroke.turn, stroke.at))
  if (stroke.kind === 'path') return [...stroke.points]
  const { at, radius } = stroke
  return [
    [at[0] - radius, at[1] - radius],
    [at[0] + radius, at[1] + radius],
  ]
}

const measurePoints = ({ along, from, to, line }: DimensionLine): Point2D[] =>
  along === 'x'
    ? [
        [from[0], line],
        [to[0], line],
      ]
    : [
        [line, from[1]],
        [line, to[1]],
      ]

/** The width of text relative to the font size: a Chinese character is square, others about half of that. */
const widthOf = (text: string, px: number): number => [...text].reduce((sum, c) => sum + (c > '\u2e80' ? px : px * 0.52), 0)

const scaled = (sheet: DrawingSheet): { map: Map; scale: number } => {
  const all = [...sheet.strokes.flatMap(pointsOf), ...sheet.measures.flatMap(measurePoints), ...(sheet.notes ?? []).map((one) => one.elbow)]
  const xs = all.map(([x]) => x)
  const ys = all.map(([, y]) => y)
  const [left, right, low, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const words = Math.max(0, ...(sheet.notes ?? []).map((one) => (one.elbow[0] > right - (right - left) * 0.2 ? widthOf(one.text, 16) : 0)))
  const room = wide - 2 * margin - words
  const scale = Math.min(room / (right - left || 1), (high - 2 * margin - 14) / (top - low || 1))
  const startX = margin + (room - (right - left) * scale) / 2
  const startY = margin + (high - 2 * margin - 14 - (top - low) * scale) / 2
  return { map: ([x, y]) => [roundTo(startX + (x - left) * scale, 1), roundTo(startY + (top - y) * scale, 1)], scale }
}

const path = (points: readonly Point2D[], closed: boolean): string =>
  `M${points.map(([x, y]) => `${x} ${y}`).join('L')}${closed ? 'Z' : ''}`

const strokeOf = (stroke: Stroke, map: Map, scale: number): string => {
  const look = looks[stroke.style ?? 'outline']
  const fill = stroke.fill ? '#fff' : 'none'
  if (stroke.kind === 'circle') {
    const [x, y] = map(stroke.at)
    return `<circle cx="${x}" cy="${y}" r="${roundTo(stroke.radius * scale, 1)}" fill="${fill}" ${look}/>`
  }
  if (stroke.kind === 'path') return `<path d="${path(stroke.points.map(map), stroke.closed ?? false)}" fill="${fill}" ${look}/>`
  const turn = turnedBy(stroke.turn, stroke.at)
  const { outline, edges } = silhouette(stroke.profile)
  const place = (point: Point2D) => map(turn(point))
  const lines = edges.map((edge) => path(edge.map(place), false)).join('')
  const body = `<path d="${path(outline.map(place), true)}" fill="${fill}" ${look}/>`
  return lines ? `${body}<path d="${lines}" fill="none" ${looks.edge}/>` : body
}

const arrow = ([x, y]: Point2D, angle: number): string => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const wing = (side: number): Point2D => [roundTo(x - 9 * c - side * 2.1 * s, 1), roundTo(y - 9 * s + side * 2.1 * c, 1)]
  return path([[x, y], wing(1), wing(-1)], true)
}

const words = ([x, y]: Point2D, text: string, anchor: 'start' | 'middle' | 'end', turn = 0): string => {
  const rotate = turn === 0 ? '' : ` transform="rotate(${turn} ${x} ${y})"`
  return `<text x="${x}" y="${y}" text-anchor="${anchor}"${rotate}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`
}

interface Ink {
  lines: string[]
  heads: string[]
  words: string[]
}

/** Extension lines, the dimension line with two arrows, and the number above it. A short line has its arrows outside. */
const drawMeasure = (measure: DimensionLine, map: Map, into: Ink) => {
  const flat = measure.along === 'x'
  const [a, b] = measurePoints(measure).map(map) as [Point2D, Point2D]
  const ends = [map(measure.from), map(measure.to)] as const
  const past = (from: Point2D, to: Point2D): Point2D => {
    const sign = Math.sign(flat ? to[1] - from[1] : to[0] - from[0])
    return flat ? [to[0], roundTo(to[1] + sign * 4, 1)] : [roundTo(to[0] + sign * 4, 1), to[1]]
  }
  into.lines.push(path([ends[0], past(ends[0], a)], false), path([ends[1], past(ends[1], b)], false))
  const length = Math.hypot(b[0] - a[0], b[1] - a[1])
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0])
  const tight = length < 30
  const reach = tight ? 16 : 0
  const out = (point: Point2D, sign: number): Point2D => [
    roundTo(point[0] + sign * reach * Math.cos(angle), 1),
    roundTo(point[1] + sign * reach * Math.sin(angle), 1),
  ]
  into.lines.push(path([out(a, -1), out(b, 1)], false))
  into.heads.push(arrow(a, tight ? angle : angle + Math.PI), arrow(b, tight ? angle + Math.PI : angle))
  const middle: Point2D = [roundTo((a[0] + b[0]) / 2, 1), roundTo((a[1] + b[1]) / 2, 1)]
  const room = widthOf(measure.text, 16)
  if (flat) {
    const beside = room > length + 2 * reach
    into.words.push(
      words([beside ? roundTo(Math.max(a[0], b[0]) + reach + 4, 1) : middle[0], middle[1] - 5], measure.text, beside ? 'start' : 'middle'),
    )
  } else if (room > length - 4) {
    into.words.push(words([middle[0] - 6, middle[1] + 5], measure.text, 'end'))
  } else into.words.push(words([middle[0] - 5, middle[1]], measure.text, 'middle', -90))
}

const drawNote = (one: SheetNote, map: Map, into: Ink) => {
  const [at, elbow] = [map(one.at), map(one.elbow)]
  const long = widthOf(one.text, 16) + 6
  const end: Point2D = [roundTo(elbow[0] + long, 1), elbow[1]]
  into.lines.push(path([at, elbow, end], false))
  into.heads.push(arrow(at, Math.atan2(at[1] - elbow[1], at[0] - elbow[0])))
  into.words.push(words([elbow[0] + 3, elbow[1] - 5], one.text, 'start'))
}

const drawAngle = (one: AngleDimension, map: Map, scale: number, into: Ink) => {
  const at = (angle: number, radius = one.radius): Point2D =>
    map([one.at[0] + radius * Math.cos((angle * Math.PI) / 180), one.at[1] + radius * Math.sin((angle * Math.PI) / 180)])
  const [a, b] = [at(one.from), at(one.to)]
  const r = roundTo(one.radius * scale, 1)
  into.lines.push(`M${a[0]} ${a[1]}A${r} ${r} 0 0 0 ${b[0]} ${b[1]}`)
  const lean = (angle: number) => (-angle * Math.PI) / 180
  into.heads.push(arrow(a, lean(one.from) + Math.PI / 2), arrow(b, lean(one.to) - Math.PI / 2))
  const [x, y] = at((one.from + one.to) / 2, one.radius + 14 / scale)
  into.words.push(words([x, y + 5], one.text, 'middle'))
}

/** The dimension drawing of a product as SVG. The same numbers always give the same text. */
export const drawSheet = (sheet: DrawingSheet): string => {
  const { map, scale } = scaled(sheet)
  const dims: Ink = { lines: [], heads: [], words: [] }
  for (const measure of sheet.measures) drawMeasure(measure, map, dims)
  for (const one of sheet.notes ?? []) drawNote(one, map, dims)
  for (const one of sheet.angles ?? []) drawAngle(one, map, scale, dims)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" role="img" font-family="${type}" font-size="16" fill="${ink}">`,
    `<title>${sheet.title}</title>`,
    '<g stroke-linejoin="round" stroke-linecap="round">',
    ...sheet.strokes.map((stroke) => strokeOf(stroke, map, scale)),
    `<path d="${dims.lines.join('')}" fill="none" stroke="${mute}" stroke-width=".8"/>`,
    `<path d="${dims.heads.join('')}" fill="${ink}"/>`,
    '</g>',
    ...dims.words,
    `<text x="${margin}" y="${high - 14}" font-size="13" fill="${mute}">${sheet.title} · 单位 mm</text>`,
    '</svg>',
    '',
  ].join('\n')
}
